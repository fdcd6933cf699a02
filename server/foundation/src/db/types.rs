//! Types of columns.

use std::str::FromStr;

use sqlx::{Any, Decode, Encode, Type, any::AnyTypeInfo, encode::IsNull, error::BoxDynError};

/// An enum that is stored as text.
pub trait TextEnum: Sized + Copy {
    /// Returns the name of the value in the database.
    fn text(self) -> &'static str;
    /// Returns the value with this name in the database.
    fn from_text(text: &str) -> Option<Self>;
}

/// A column that holds a [`TextEnum`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<T>(pub T);

impl<T> Type<Any> for Text<T> {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }
}

impl<T: TextEnum> Encode<'_, Any> for Text<T> {
    fn encode_by_ref(&self, buffer: &mut <Any as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(self.0.text(), buffer)
    }
}

impl<'r, T: TextEnum> Decode<'r, Any> for Text<T> {
    fn decode(value: <Any as sqlx::Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let text = <&str as Decode<Any>>::decode(value)?;
        T::from_text(text).map(Self).ok_or_else(|| format!("unknown value {text:?}").into())
    }
}

/// A column or an expression that is 0 or 1; anything else is an error where it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag(pub bool);

impl From<Flag> for bool {
    fn from(flag: Flag) -> Self {
        flag.0
    }
}

impl Type<Any> for Flag {
    fn type_info() -> AnyTypeInfo {
        <i64 as Type<Any>>::type_info()
    }

    fn compatible(other: &AnyTypeInfo) -> bool {
        <i64 as Type<Any>>::compatible(other)
    }
}

impl Encode<'_, Any> for Flag {
    fn encode_by_ref(&self, buffer: &mut <Any as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(i64::from(self.0), buffer)
    }
}

impl<'r> Decode<'r, Any> for Flag {
    fn decode(value: <Any as sqlx::Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        match <i64 as Decode<Any>>::decode(value)? {
            0 => Ok(Self(false)),
            1 => Ok(Self(true)),
            other => Err(format!("unknown flag {other}").into()),
        }
    }
}

/// A column that holds a decimal number as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalText(pub rust_decimal::Decimal);

impl Type<Any> for DecimalText {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }
}

impl Encode<'_, Any> for DecimalText {
    fn encode_by_ref(&self, buffer: &mut <Any as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(self.0.to_string(), buffer)
    }
}

impl<'r> Decode<'r, Any> for DecimalText {
    fn decode(value: <Any as sqlx::Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self(rust_decimal::Decimal::from_str(<&str as Decode<Any>>::decode(value)?)?))
    }
}
