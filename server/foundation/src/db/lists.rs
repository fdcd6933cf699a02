//! Lists of parameters in an SQL text.

use sqlx::{
    Any, Encode, Type,
    any::AnyArguments,
    query::{Query, QueryAs},
};

/// Returns `($1,$2,…),(…)` with `columns` parameters for each of `rows` rows, for a multi-row VALUES.
pub fn value_rows(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let parameters: Vec<String> = (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", parameters.join(","))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(",")
}

/// Returns `$first,$first+1,…` with `count` parameters, for an IN list.
pub fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(",")
}

/// A query to which values can be bound for its next parameters.
pub trait BindAll<'q>: Sized {
    /// Binds a value.
    fn bind_one<T: 'q + Encode<'q, Any> + Type<Any>>(self, value: T) -> Self;

    /// Binds each of the values, in their order.
    fn bind_all<T: 'q + Encode<'q, Any> + Type<Any>>(self, values: impl IntoIterator<Item = T>) -> Self {
        values.into_iter().fold(self, Self::bind_one)
    }
}

impl<'q> BindAll<'q> for Query<'q, Any, AnyArguments> {
    fn bind_one<T: 'q + Encode<'q, Any> + Type<Any>>(self, value: T) -> Self {
        self.bind(value)
    }
}

impl<'q, O> BindAll<'q> for QueryAs<'q, Any, O, AnyArguments> {
    fn bind_one<T: 'q + Encode<'q, Any> + Type<Any>>(self, value: T) -> Self {
        self.bind(value)
    }
}
