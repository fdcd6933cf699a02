//! Extractors: those of axum, but with the shop's own error answers.

use std::net::IpAddr;

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::request::Parts,
};
use utoipa::{
    IntoParams, PartialSchema,
    openapi::{
        RefOr,
        schema::{Schema, SchemaType, Type},
    },
};

use crate::{
    document::{Call, Part},
    error::{Error, Result},
    time::jakarta_midnight,
};

/// Request body as JSON.
#[derive(Debug, FromRequest)]
#[from_request(via(axum::Json), rejection(Error))]
pub struct Body<T>(pub T);

impl<T> Part for Body<T> {
    fn describe(call: &mut Call<'_>) {
        call.refuses(&[400, 413, 422]);
    }
}

/// Returns the start of a day in Jakarta, UTC milliseconds, from a query parameter `YYYY-MM-DD`; `None` if it is
/// missing or blank.
///
/// # Errors
/// 422: it is not a day.
pub fn day(text: Option<&str>) -> Result<Option<i64>> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    jakarta_midnight(text).map(Some).ok_or_else(|| Error::invalid("Tanggal harus berbentuk TTTT-BB-HH."))
}

/// Query parameters of a request.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Error))]
pub struct Query<T>(pub T);

impl<T: IntoParams> Part for Query<T> {
    fn describe(call: &mut Call<'_>) {
        call.takes_query::<T>();
        call.refuses(&[400]);
    }
}

/// Parameters in the path of a request.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
pub struct Path<T>(pub T);

impl<T: PartialSchema> Part for Path<T> {
    fn describe(call: &mut Call<'_>) {
        call.takes_path::<T>();
        call.refuses(&[404]);
        // Text in a path can contain characters that a database refuses, such as U+0000.
        if matches!(T::schema(), RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::new(Type::String))
        {
            call.refuses(&[400]);
        }
    }
}

/// Request body as `multipart/form-data`.
#[derive(Debug)]
pub struct Multipart(pub axum::extract::Multipart);

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        Ok(Self(axum::extract::Multipart::from_request(request, state).await?))
    }
}

impl Part for Multipart {
    fn describe(call: &mut Call<'_>) {
        call.refuses(&[400, 413]);
    }
}

/// IP address of the caller: that of the peer, or the one that trusted proxies report.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        parts.extensions.get().copied().ok_or_else(|| Error::internal("a request without an address"))
    }
}

impl Part for ClientAddress {
    fn describe(_: &mut Call<'_>) {}
}
