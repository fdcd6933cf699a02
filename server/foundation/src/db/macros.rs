//! Macros that define types of columns.

/// Names the values of an enum in the database: `text_enum!(Role { Member => "member" })`.
#[macro_export]
macro_rules! text_enum {
    ($name:ty { $($variant:ident => $text:literal),+ $(,)? }) => {
        impl $crate::db::TextEnum for $name {
            fn text(self) -> &'static str {
                match self { $(<$name>::$variant => $text),+ }
            }

            fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(<$name>::$variant),)+ _ => None }
            }
        }
    };
}

/// Makes a newtype for the key of a table: `id!(ProductId, "a product.")`.
#[macro_export]
macro_rules! id {
    ($name:ident, $doc:literal) => {
        #[doc = concat!("The key of ", $doc)]
        #[derive(
            Debug,
            Clone,
            Copy,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            serde::Serialize,
            serde::Deserialize,
            sqlx::Type,
            utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
