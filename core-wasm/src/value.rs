//! Deserializer for values passed in by JavaScript, for serde's derived types.
//!
//! It supports only the kinds of value that `ksmart-core` declares, and its errors contain only a field name.
//! `serde-wasm-bindgen` also describes the value that it found, and that code alone takes half of the browser's
//! download limit.

use std::{fmt, slice};

use js_sys::{Array, Number, Reflect};
use serde::{
    de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor, value::StrDeserializer},
    forward_to_deserialize_any,
};
use wasm_bindgen::{JsCast, JsValue};

/// Reads a value as `T`.
///
/// # Errors
/// The value is not of the declared type.
pub fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, Malformed> {
    T::deserialize(Value(value))
}

/// A value that is not of the declared type.
#[derive(Debug)]
pub struct Malformed {
    /// Name of the malformed field; empty if the value as a whole is malformed.
    pub field: &'static str,
}

impl Malformed {
    const WHOLE: Self = Self { field: "" };
}

impl fmt::Display for Malformed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.field)
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self::WHOLE
    }

    fn missing_field(field: &'static str) -> Self {
        Self { field }
    }
}

struct Value(JsValue);

impl Value {
    fn text(&self) -> Result<String, Malformed> {
        self.0.as_string().ok_or(Malformed::WHOLE)
    }
}

impl<'de> de::Deserializer<'de> for Value {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Malformed> {
        Err(Malformed::WHOLE)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_bool(self.0.as_bool().ok_or(Malformed::WHOLE)?)
    }

    /// Reads a whole number.
    ///
    /// A number that JavaScript cannot represent exactly is beyond the limits of the rules, even after conversion. So
    /// the rules refuse it as they would refuse its exact value.
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if !Number::is_integer(&self.0) {
            return Err(Malformed::WHOLE);
        }
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
        visitor.visit_i64(self.0.unchecked_into_f64() as i64)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.0.is_null() || self.0.is_undefined() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let array = self.0.dyn_into().map_err(|_| Malformed::WHOLE)?;
        visitor.visit_seq(Elements { array, next: 0 })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        if !self.0.is_object() {
            return Err(Malformed::WHOLE);
        }
        visitor.visit_map(Fields { object: self.0, fields: fields.iter(), current: None })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_enum(self.text()?.as_str().into_deserializer())
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u16 u32 u128 f32 f64 char str bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct map identifier ignored_any
    }
}

struct Elements {
    array: Array,
    next: u32,
}

impl<'de> de::SeqAccess<'de> for Elements {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        if self.next >= self.array.length() {
            return Ok(None);
        }
        let element = self.array.get(self.next);
        self.next += 1;
        seed.deserialize(Value(element)).map(Some)
    }
}

struct Fields {
    object: JsValue,
    fields: slice::Iter<'static, &'static str>,
    current: Option<(&'static str, JsValue)>,
}

impl<'de> de::MapAccess<'de> for Fields {
    type Error = Malformed;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Malformed> {
        for field in self.fields.by_ref() {
            let value = Reflect::get(&self.object, &JsValue::from_str(field)).map_err(|_| Malformed { field })?;
            if !value.is_undefined() {
                self.current = Some((field, value));
                let name: StrDeserializer<'_, Malformed> = field.into_deserializer();
                return seed.deserialize(name).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Malformed> {
        let (field, value) = self.current.take().ok_or(Malformed::WHOLE)?;
        seed.deserialize(Value(value)).map_err(|error| if error.field.is_empty() { Malformed { field } } else { error })
    }
}
