//! Shared state of the routes of a crate.

/// Defines the state of a crate's routes and its parts: `state!(ShopState of ShopParts { db: Db, clock: Clock })`.
///
/// A handler takes each part by [`axum::extract::State`]. A clone of the state shares the parts.
#[macro_export]
macro_rules! state {
    ($(#[$doc:meta])* $state:ident of $parts:ident { $($name:ident: $part:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $state(std::sync::Arc<$parts>);

        #[doc = concat!("Parts of [`", stringify!($state), "`].")]
        #[expect(missing_docs, reason = "their types are documented")]
        pub struct $parts {
            $(pub $name: $part,)+
        }

        impl From<$parts> for $state {
            fn from(parts: $parts) -> Self {
                Self(std::sync::Arc::new(parts))
            }
        }

        $(impl axum::extract::FromRef<$state> for $part {
            fn from_ref($state(parts): &$state) -> Self {
                parts.$name.clone()
            }
        })+
    };
}
