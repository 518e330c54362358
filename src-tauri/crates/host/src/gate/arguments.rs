//! The arguments of a call: the bytes that are judged are the bytes that are forwarded.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

/// Integers beyond this are not the same number to every reader. *Source:* RFC 8785, section 3.2.2.3.
const MAX_INTEGER: u64 = (1 << 53) - 1;

/// Arguments that mean one thing to every reader.
pub(crate) struct Arguments {
    raw: Box<RawValue>,
    value: Value,
    digest: String,
}

impl Arguments {
    /// Reads an object; refuses duplicate keys, lone surrogates and integers beyond ±(2⁵³−1).
    pub(crate) fn read(raw: Box<RawValue>) -> Result<Self, String> {
        let refused = |why: String| format!("the arguments were not judged: {why}");
        let Strict(value) = serde_json::from_str(raw.get()).map_err(|error| refused(error.to_string()))?;
        if !value.is_object() {
            return Err(refused("they are no JSON object".to_owned()));
        }
        let canonical = domain::audit::canonical(&value).map_err(|error| refused(error.to_string()))?;
        let digest = hex::encode(Sha256::digest(&canonical));
        Ok(Self { raw, value, digest })
    }

    /// The bytes as they came.
    pub(crate) fn raw(&self) -> Box<RawValue> {
        self.raw.clone()
    }

    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    /// SHA-256 of the canonical form, hex. *Source:* RFC 8785.
    pub(crate) fn digest(&self) -> &str {
        &self.digest
    }
}

/// A JSON value in which nothing is ambiguous.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        if value > MAX_INTEGER { Err(E::custom(too_large(value))) } else { Ok(value.into()) }
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        if value.unsigned_abs() > MAX_INTEGER { Err(E::custom(too_large(value))) } else { Ok(value.into()) }
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        // 2⁵³−1 is exact as a double, and an integer too long for 64 bits arrives here as one.
        #[expect(clippy::cast_precision_loss, reason = "2^53 - 1 is exact as a double")]
        let limit = MAX_INTEGER as f64;
        if value.fract() == 0.0 && value.abs() > limit {
            return Err(E::custom(too_large(value)));
        }
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = seq.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut seen = HashSet::new();
        let mut values = serde_json::Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format!("the key {key:?} is there twice")));
            }
            let Strict(value) = map.next_value()?;
            values.insert(key, value);
        }
        Ok(Value::Object(values))
    }
}

fn too_large(value: impl fmt::Display) -> String {
    format!("the integer {value} is beyond ±(2⁵³−1); send it as text")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arguments, String> {
        Arguments::read(RawValue::from_string(text.to_owned()).unwrap())
    }

    #[test]
    fn what_readers_could_take_differently_is_refused() {
        for text in [
            r#"{"path":"a","path":"b"}"#,
            r#"{"a":{"b":1,"b":2}}"#,
            r#"{"a":"\ud800"}"#,
            r#"{"n":9007199254740992}"#,
            r#"{"n":-9007199254740992}"#,
            r#"{"n":123456789012345678901234567890}"#,
            r#"["no","object"]"#,
            "null",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bytes_stay_and_the_digest_is_of_the_meaning() {
        let spaced = read(r#"{ "b": 1.0, "a": "x" }"#).unwrap();
        assert_eq!(spaced.raw().get(), r#"{ "b": 1.0, "a": "x" }"#);
        assert_eq!(spaced.digest(), read(r#"{"a":"x","b":1}"#).unwrap().digest());
        assert!(read(r#"{"n":9007199254740991}"#).is_ok());
    }
}
