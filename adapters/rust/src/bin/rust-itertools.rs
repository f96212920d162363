//! The crate itertools: `unique_by` and `counts` for the order of first occurrence, `sorted` and `dedup_with_count` for
//! the sorted one, which are what it has for unique values.
//!
//! Its iterators know no axis and give no positions in the result, so an axis and inverse_indices are unsupported. The
//! mapping: iterators carry each value with its position (`enumerate`), which is how `unique_by` gives indices.
use itertools::Itertools;
use std::hash::Hash;
use unique_oracle_adapters::{serve, unsupported, with_exact, Answer, Data, Question, Refusal, Tensor, EXACT};

fn unique<T: Clone + Ord + Hash>(question: &Question, x: &[T]) -> Answer
where
    Data: From<Vec<T>>,
{
    if question.axis.is_some() {
        return unsupported("itertools has no axis");
    }
    if question.wants("inverse_indices") {
        return unsupported("itertools gives no positions in the result");
    }
    let (indices, counts): (Vec<usize>, Vec<usize>) = match question.sorted {
        0 => {
            let counts = x.iter().counts();
            x.iter().enumerate().unique_by(|(_, value)| *value).map(|(i, value)| (i, counts[value])).unzip()
        }
        1 => {
            let by_value = x.iter().enumerate().sorted_by_key(|(_, value)| *value); // stable: the first one stays first
            by_value.dedup_by_with_count(|a, b| a.1 == b.1).map(|(count, (i, _))| (i, count)).unzip()
        }
        other => return Err(Refusal::Rejected(format!("sorted={other}"))),
    };
    let values: Vec<T> = indices.iter().map(|&i| x[i].clone()).collect();
    question.choose(vec![
        ("Y", Tensor::new(vec![values.len()], values)),
        ("indices", Tensor::positions(indices)),
        ("counts", Tensor::positions(counts)),
    ])
}

fn run(question: &Question) -> Answer {
    with_exact!(&question.x.data, x => unique(question, x), else unsupported("the trait `Eq` is not implemented"))
}

fn main() {
    serve("rust-itertools", env!("VERSION_ITERTOOLS"), &EXACT, run);
}
