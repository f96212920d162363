//! Rust's standard library, as people write unique values with it: a HashMap from each value to its place for the order
//! of first occurrence, a BTreeMap for the sorted order; `total_cmp` where floating-point numbers need an order.
//!
//! The mapping: along an axis a key is a subtensor, as a Vec of its elements. All of the counting is the code below,
//! which is why this is a subject of its own: it shows what the maps and `total_cmp` make of the operator.
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use unique_oracle_adapters::{serve, unsupported, Answer, Data, Question, Refusal, Tensor};

/// A floating-point number by `total_cmp`, which std offers where Ord and Eq are missing.
macro_rules! total {
    ($($name:ident $type:ty;)*) => { $(
        #[derive(Clone, Copy)]
        struct $name($type);
        impl Ord for $name { fn cmp(&self, other: &Self) -> Ordering { self.0.total_cmp(&other.0) } }
        impl PartialOrd for $name { fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) } }
        impl PartialEq for $name { fn eq(&self, other: &Self) -> bool { self.cmp(other).is_eq() } }
        impl Eq for $name {}
        impl Hash for $name { fn hash<H: std::hash::Hasher>(&self, state: &mut H) { self.0.to_bits().hash(state) } }
    )* };
}
total! { Single f32; Double f64; }

#[derive(Default)]
struct Groups {
    first: Vec<usize>,
    inverse: Vec<usize>,
    counts: Vec<usize>,
}

fn in_order_of_occurrence<K: Eq + Hash>(keys: Vec<K>) -> Groups {
    let mut groups = Groups::default();
    let mut places = HashMap::new();
    for (i, key) in keys.into_iter().enumerate() {
        let place = *places.entry(key).or_insert_with(|| {
            groups.first.push(i);
            groups.counts.push(0);
            groups.first.len() - 1
        });
        groups.inverse.push(place);
        groups.counts[place] += 1;
    }
    groups
}

fn sorted<K: Ord>(keys: Vec<K>) -> Groups {
    let mut members: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    let mut groups = Groups { inverse: vec![0; keys.len()], ..Groups::default() };
    for (i, key) in keys.into_iter().enumerate() {
        members.entry(key).or_default().push(i);
    }
    for (place, positions) in members.into_values().enumerate() {
        groups.first.push(positions[0]);
        groups.counts.push(positions.len());
        positions.into_iter().for_each(|i| groups.inverse[i] = place);
    }
    groups
}

/// The sizes before, along and behind the axis, and Y's shape with the axis left to be filled in.
fn split(question: &Question) -> Result<(usize, usize, usize, Vec<usize>, usize), Refusal> {
    let shape = &question.x.shape;
    let Some(axis) = question.axis else { return Ok((1, shape.iter().product(), 1, vec![0], 0)) };
    let rank = shape.len() as i64;
    if axis < -rank || axis >= rank {
        return Err(Refusal::Rejected(format!("axis {axis} of a tensor of rank {rank}")));
    }
    let axis = axis.rem_euclid(rank) as usize;
    let (before, behind) = (shape[..axis].iter().product(), shape[axis + 1..].iter().product());
    Ok((before, shape[axis], behind, shape.clone(), axis))
}

fn unique<T: Copy, K: Ord + Hash>(question: &Question, x: &[T], key: impl Fn(T) -> K) -> Answer
where
    Data: From<Vec<T>>,
{
    unique_by(question, x, |&value| value, |&value| key(value))
}

fn unique_by<T, K: Ord + Hash>(question: &Question, x: &[T], copy: impl Fn(&T) -> T, key: impl Fn(&T) -> K) -> Answer
where
    Data: From<Vec<T>>,
{
    let (before, along, behind, mut shape, axis) = split(question)?;
    let place = |b: usize, i: usize, t: usize| (b * along + i) * behind + t;
    let subtensor = |i: usize| (0..before).flat_map(move |b| (0..behind).map(move |t| place(b, i, t)));
    let keys: Vec<Vec<K>> = (0..along).map(|i| subtensor(i).map(|p| key(&x[p])).collect()).collect();
    let groups = match question.sorted {
        0 => in_order_of_occurrence(keys),
        1 => sorted(keys),
        other => return Err(Refusal::Rejected(format!("sorted={other}"))),
    };
    shape[axis] = groups.first.len();
    let mut values = Vec::new();
    for b in 0..before {
        for &i in &groups.first {
            values.extend((0..behind).map(|t| copy(&x[place(b, i, t)])));
        }
    }
    question.choose(vec![
        ("Y", Tensor::new(shape, values)),
        ("indices", Tensor::positions(groups.first)),
        ("inverse_indices", Tensor::positions(groups.inverse)),
        ("counts", Tensor::positions(groups.counts)),
    ])
}

fn run(question: &Question) -> Answer {
    match &question.x.data {
        Data::Bool(x) => unique(question, x, |value| value),
        Data::I8(x) => unique(question, x, |value| value),
        Data::I16(x) => unique(question, x, |value| value),
        Data::I32(x) => unique(question, x, |value| value),
        Data::I64(x) => unique(question, x, |value| value),
        Data::U8(x) => unique(question, x, |value| value),
        Data::U16(x) => unique(question, x, |value| value),
        Data::U32(x) => unique(question, x, |value| value),
        Data::U64(x) => unique(question, x, |value| value),
        Data::F32(x) => unique(question, x, Single),
        Data::F64(x) => unique(question, x, Double),
        Data::Text(x) => unique_by(question, x, String::clone, String::clone),
        other => unsupported(format!("std has no type {}", other.dtype())),
    }
}

fn main() {
    let types = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "string"];
    serve("rust-std", env!("RUSTC_VERSION"), &types, run);
}
