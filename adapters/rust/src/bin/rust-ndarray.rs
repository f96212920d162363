//! The crate ndarray with ordered-float, which together give Rust arrays whose slices can be compared: `axis_iter` yields
//! the subtensors, `select` gathers the first of each, a BTreeMap or HashMap tells which are equal (`OrderedFloat` for
//! floating-point numbers).
//!
//! The mapping: without an axis X is flattened first (`flatten`), then axis 0 is meant; a slice becomes a Vec to be a key.
use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn};
use ordered_float::OrderedFloat;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use unique_oracle_adapters::{serve, unsupported, with_exact, Answer, Data, Question, Refusal, Tensor};

fn group<K: Ord + Hash>(keys: Vec<K>, sorted: bool) -> Vec<Vec<usize>> {
    let mut map: HashMap<K, Vec<usize>> = HashMap::new();
    keys.into_iter().enumerate().for_each(|(i, key)| map.entry(key).or_default().push(i));
    if sorted {
        return map.into_iter().collect::<BTreeMap<_, _>>().into_values().collect();
    }
    let mut groups: Vec<_> = map.into_values().collect();
    groups.sort_by_key(|positions| positions[0]);
    groups
}

fn axis_of(question: &Question, rank: usize) -> Result<Option<Axis>, Refusal> {
    let Some(axis) = question.axis else { return Ok(None) };
    let rank = rank as i64;
    if axis < -rank || axis >= rank {
        return Err(Refusal::Rejected(format!("axis {axis} of an array of {rank} dimensions")));
    }
    Ok(Some(Axis(axis.rem_euclid(rank) as usize)))
}

fn unique<T: Clone, K: Ord + Hash>(question: &Question, x: &[T], key: impl Fn(&T) -> K) -> Answer
where
    Data: From<Vec<T>>,
{
    let shaped = ArrayViewD::from_shape(IxDyn(&question.x.shape), x).expect("the shape of the data");
    let (array, axis): (ArrayD<T>, Axis) = match axis_of(question, shaped.ndim())? {
        Some(axis) => (shaped.to_owned(), axis),
        None => (shaped.flatten().into_owned().into_dyn(), Axis(0)),
    };
    if !(0..=1).contains(&question.sorted) {
        return Err(Refusal::Rejected(format!("sorted={}", question.sorted)));
    }
    let keys: Vec<Vec<K>> = array.axis_iter(axis).map(|slice| slice.iter().map(&key).collect()).collect();
    let groups = group(keys, question.sorted == 1);
    let first: Vec<usize> = groups.iter().map(|positions| positions[0]).collect();
    let mut inverse = vec![0; array.len_of(axis)];
    groups.iter().enumerate().for_each(|(place, positions)| positions.iter().for_each(|&i| inverse[i] = place));
    let y = array.select(axis, &first);
    question.choose(vec![
        ("Y", Tensor::new(y.shape().to_vec(), y.iter().cloned().collect::<Vec<T>>())),
        ("indices", Tensor::positions(first)),
        ("inverse_indices", Tensor::positions(inverse)),
        ("counts", Tensor::positions(groups.iter().map(Vec::len))),
    ])
}

fn run(question: &Question) -> Answer {
    let other = |data: &Data| match data {
        Data::F32(x) => unique(question, x, |&value| OrderedFloat(value)),
        Data::F64(x) => unique(question, x, |&value| OrderedFloat(value)),
        other => unsupported(format!("OrderedFloat is not for {}", other.dtype())),
    };
    let x = &question.x.data;
    with_exact!(x, values => unique(question, values, |value| value.clone()), else other(x))
}

fn main() {
    let types = [&unique_oracle_adapters::EXACT[..], &["float", "double"]].concat();
    serve("rust-ndarray", env!("VERSION_NDARRAY"), &types, run);
}
