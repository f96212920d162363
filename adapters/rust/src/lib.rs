//! The line protocol (docs/protocol.md) and its tensors for adapters in Rust: `serve(name, version, dtypes, run)`.
//!
//! `run` gets a `Question` and gives the outputs that were asked for, or a `Refusal`. A panic is reported as `failed`;
//! outputs that are none, or stand there twice, are the adapter's own fault, `broken`.
use base64::{engine::general_purpose::STANDARD, Engine};
use half::f16;
use num_complex::Complex;
use serde_json::{json, Value};
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

pub enum Refusal {
    Unsupported(String),
    Rejected(String),
}
pub type Answer = Result<Vec<(&'static str, Tensor)>, Refusal>;

pub fn unsupported<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Unsupported(why.into()))
}

/// Row-major.
pub struct Tensor {
    pub shape: Vec<usize>,
    pub data: Data,
}

pub struct Question {
    pub x: Tensor,
    pub axis: Option<i64>,
    pub sorted: i64,
    pub outputs: Vec<String>,
}

/// An element as it stands in JSON.
trait Element: Sized {
    fn read(value: &Value) -> Result<Self, Refusal>;
    fn write(&self) -> Value;
}

// One table of types; everything that names them is made from it.
macro_rules! elements {
    ($($variant:ident $type:ty, $name:literal;)*) => {
        pub enum Data { $($variant(Vec<$type>)),* }

        $(impl From<Vec<$type>> for Data {
            fn from(values: Vec<$type>) -> Data { Data::$variant(values) }
        })*

        impl Data {
            pub fn dtype(&self) -> &'static str {
                match self { $(Data::$variant(_) => $name),* }
            }
            fn read(dtype: &str, list: &[Value]) -> Result<Data, Refusal> {
                match dtype {
                    $($name => list.iter().map(<$type>::read).collect::<Result<Vec<_>, _>>().map(Data::$variant),)*
                    _ => unsupported(format!("the type {dtype}")),
                }
            }
            fn write(&self) -> Vec<Value> {
                match self { $(Data::$variant(values) => values.iter().map(Element::write).collect()),* }
            }
        }
    };
}
elements! {
    Bool bool, "bool"; I8 i8, "int8"; I16 i16, "int16"; I32 i32, "int32"; I64 i64, "int64";
    U8 u8, "uint8"; U16 u16, "uint16"; U32 u32, "uint32"; U64 u64, "uint64";
    F16 f16, "float16"; F32 f32, "float"; F64 f64, "double";
    C64 Complex<f32>, "complex64"; C128 Complex<f64>, "complex128"; Text String, "string";
}

/// `with_exact!(data, values => expression, else other)`: the expression for the types that are `Eq + Ord + Hash`.
#[macro_export]
macro_rules! with_exact {
    ($data:expr, $values:ident => $exact:expr, else $other:expr) => {
        match $data {
            $crate::Data::Bool($values) => $exact,
            $crate::Data::I8($values) => $exact,
            $crate::Data::I16($values) => $exact,
            $crate::Data::I32($values) => $exact,
            $crate::Data::I64($values) => $exact,
            $crate::Data::U8($values) => $exact,
            $crate::Data::U16($values) => $exact,
            $crate::Data::U32($values) => $exact,
            $crate::Data::U64($values) => $exact,
            $crate::Data::Text($values) => $exact,
            _ => $other,
        }
    };
}
pub const EXACT: [&str; 10] =
    ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "string"];

macro_rules! integers {
    ($($type:ty)*) => { $(impl Element for $type {
        fn read(value: &Value) -> Result<Self, Refusal> {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned); // beyond 2^53 a string
            Ok(text.parse().expect("an integer of its type"))
        }
        fn write(&self) -> Value { json!(self) }
    })* };
}
integers!(i8 i16 i32 i64 u8 u16 u32 u64);

// A NaN crosses as its bits. Every finite value of a narrower type is one of f64, which JSON prints exactly.
macro_rules! floats {
    ($($type:ty, $bits:ty, $nan:literal, $from:expr, $to:expr;)*) => { $(impl Element for $type {
        fn read(value: &Value) -> Result<Self, Refusal> {
            Ok(match value.as_str() {
                Some("Infinity") => <$type>::INFINITY,
                Some("-Infinity") => <$type>::NEG_INFINITY,
                Some("NaN") => <$type>::from_bits($nan),
                Some(nan) => <$type>::from_bits(<$bits>::from_str_radix(&nan[6..nan.len() - 1], 16).expect("NaN(0x..)")),
                None => $from(value.as_f64().expect("a number")),
            })
        }
        fn write(&self) -> Value {
            if self.is_nan() { return json!(format!("NaN({:#x})", self.to_bits())); }
            if self.is_infinite() { return json!(if self.is_sign_negative() { "-Infinity" } else { "Infinity" }); }
            json!($to(*self))
        }
    })* };
}
floats! {
    f16, u16, 0x7e00, f16::from_f64, f64::from;
    f32, u32, 0x7fc0_0000, |number| number as f32, f64::from;
    f64, u64, 0x7ff8_0000_0000_0000, |number| number, |number| number;
}

impl<T: Element> Element for Complex<T> {
    fn read(value: &Value) -> Result<Self, Refusal> {
        Ok(Complex::new(T::read(&value[0])?, T::read(&value[1])?))
    }
    fn write(&self) -> Value {
        json!([self.re.write(), self.im.write()])
    }
}

impl Element for bool {
    fn read(value: &Value) -> Result<Self, Refusal> {
        Ok(value.as_bool().expect("true or false"))
    }
    fn write(&self) -> Value {
        json!(self)
    }
}

impl Element for String {
    fn read(value: &Value) -> Result<Self, Refusal> {
        if let Some(text) = value.as_str() {
            return Ok(text.to_owned());
        }
        let bytes = STANDARD.decode(value["base64"].as_str().expect("base64")).expect("base64");
        String::from_utf8(bytes).or_else(|error| unsupported(error.to_string()))
    }
    fn write(&self) -> Value {
        json!(self)
    }
}

impl Tensor {
    pub fn new(shape: Vec<usize>, data: impl Into<Data>) -> Tensor {
        Tensor { shape, data: data.into() }
    }
    /// What indices, inverse_indices and counts are.
    pub fn positions(values: impl IntoIterator<Item = usize>) -> Tensor {
        let values: Vec<i64> = values.into_iter().map(|value| value as i64).collect();
        Tensor { shape: vec![values.len()], data: values.into() }
    }
    fn read(value: &Value) -> Result<Tensor, Refusal> {
        let shape = value["shape"].as_array().expect("shape").iter().map(|d| d.as_u64().expect("shape") as usize);
        let dtype = value["dtype"].as_str().expect("dtype");
        Ok(Tensor { shape: shape.collect(), data: Data::read(dtype, value["data"].as_array().expect("data"))? })
    }
    fn write(&self) -> Value {
        json!({"dtype": self.data.dtype(), "shape": self.shape, "data": self.data.write()})
    }
}

impl Question {
    fn read(message: &Value) -> Result<Question, Refusal> {
        Ok(Question {
            x: Tensor::read(&message["X"])?,
            axis: integer(&message["axis"]),
            sorted: integer(&message["sorted"]).expect("sorted"),
            outputs: serde_json::from_value(message["outputs"].clone()).expect("outputs"),
        })
    }
    pub fn wants(&self, output: &str) -> bool {
        self.outputs.iter().any(|name| name == output)
    }
    /// The outputs that were asked for, of those that there are.
    pub fn choose(&self, outputs: Vec<(&'static str, Tensor)>) -> Answer {
        Ok(outputs.into_iter().filter(|(name, _)| self.wants(name)).collect())
    }
}

fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str().map(|text| text.parse().expect("an integer")))
}

/// `broken` is no answer, and the gate quotes it.
fn write_outputs(line: &mut Value, outputs: &[(&'static str, Tensor)]) {
    for (at, (name, tensor)) in outputs.iter().enumerate() {
        let problem = match *name {
            _ if outputs[..at].iter().any(|(other, _)| other == name) => "twice",
            "Y" | "indices" | "inverse_indices" | "counts" => {
                line[*name] = tensor.write();
                continue;
            }
            _ => "which is no output",
        };
        *line = json!({"id": line["id"], "broken": format!("the adapter gave {name}, {problem}")});
        return;
    }
}

fn answer(message: &Value, run: &impl Fn(&Question) -> Answer) -> Value {
    let mut line = json!({"id": message["id"]});
    let answered = catch_unwind(AssertUnwindSafe(|| Question::read(message).and_then(|question| run(&question))));
    match answered {
        Ok(Ok(outputs)) => write_outputs(&mut line, &outputs),
        Ok(Err(Refusal::Unsupported(why))) => line["unsupported"] = json!(why),
        Ok(Err(Refusal::Rejected(why))) => line["rejected"] = json!(why),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            line["failed"] = json!(text.unwrap_or("a panic"));
        }
    }
    line
}

pub fn serve(name: &str, version: &str, dtypes: &[&str], run: impl Fn(&Question) -> Answer) {
    std::panic::set_hook(Box::new(|_| ())); // the gate shows the message
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let reply = match message["cmd"].as_str() {
            Some("start") => json!({"started": true, "protocol": 1, "name": name, "version": version, "dtypes": dtypes}),
            Some("run") => answer(&message, &run),
            _ => continue,
        };
        writeln!(out, "{reply}").and_then(|()| out.flush()).expect("the gate reads");
    }
}
