//! Answer to a request that cannot be served: a status, a message for people and a code for programs.

use std::{any::Any, borrow::Cow, fmt, panic::Location};

use axum::{
    Json,
    extract::{
        multipart::{MultipartError, MultipartRejection},
        rejection::{JsonRejection, PathRejection, QueryRejection},
    },
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use ksmart_core::{
    fields::FieldError,
    order::MoveRefused,
    quote::{Quote, QuoteError},
    returns::{ReturnError, StepRefused},
    voucher::VoucherError,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::db::{Collision, is_busy, is_too_long};

/// The answer of a handler.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Every code that an error on the wire can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request cannot be read, for example because its JSON is malformed.
    MalformedRequest,
    /// No such thing exists, or the caller may not see it.
    NotFound,
    /// The method does not fit the route.
    MethodNotAllowed,
    /// The request has no session token, or an invalid one.
    Unauthorized,
    /// The session token is no longer valid.
    SessionExpired,
    /// The e-mail address or the password is wrong.
    WrongCredentials,
    /// The password is right, but the account has a second factor: the answer contains the `challenge` for the next
    /// step.
    SecondFactorRequired,
    /// The presented second factor is wrong, or was used before.
    SecondFactorWrong,
    /// The caller's role needs a second factor, and the account has none.
    SecondFactorMissing,
    /// A request that moves money or power needs a fresh confirmation: the caller proves again who they are, and
    /// repeats it.
    ConfirmationRequired,
    /// The account is suspended.
    AccountSuspended,
    /// The one-time link is used, replaced, too old or unknown.
    LinkInvalid,
    /// The caller may not do this.
    Forbidden,
    /// The session belongs to an administrator who sees the shop as a member: it cannot change anything, and some data
    /// are for the member alone.
    ReadOnly,
    /// A field is missing or wrong.
    InvalidField,
    /// The e-mail address already has an account.
    EmailTaken,
    /// The body exceeds the size limit of the route.
    TooLarge,
    /// Too many requests; a later one may succeed.
    TooManyRequests,
    /// The shop has fewer pieces than requested.
    OutOfStock,
    /// The order has fewer pieces of a product than the minimum.
    BelowMinimum,
    /// The member has reached the limit of unpaid orders, or of pieces in them.
    UnpaidLimit,
    /// The order cannot be paid on delivery: not at this address, or not this amount.
    CodUnavailable,
    /// The voucher may not be used.
    VoucherInvalid,
    /// The BV period accepts no orders, or can no longer be changed.
    PeriodClosed,
    /// The shop is not open: only administrators can try it.
    ShopClosed,
    /// The amount to be paid differs from the server's calculation; the answer contains the right quote.
    AmountMismatch,
    /// The same request is in progress, or was already done, so it is not done twice.
    Repeated,
    /// The checkout has already become an order with other contents; the answer contains its `order_id`.
    AlreadyOrdered,
    /// The state of the order, or of the return, does not allow the move.
    MoveRefused,
    /// Someone else changed the object after the caller read it (optimistic locking); the answer contains its present
    /// form as `current`.
    EditConflict,
    /// The object cannot be deleted, because other objects refer to it.
    InUse,
    /// The member has reviewed this product of this order.
    AlreadyReviewed,
    /// The payment provider cannot be reached, or refused the request.
    PaymentUnavailable,
    /// The payment provider refuses the order's data about its receiver.
    CustomerRefused,
    /// The payment provider cannot refund the money.
    RefundRefused,
    /// The shipping provider cannot be reached.
    ShippingUnavailable,
    /// The signature of a notification is wrong.
    BadSignature,
    /// The request took too long.
    Timeout,
    /// Too many requests at once; a later one may succeed.
    Busy,
    /// Internal server error.
    Internal,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Returns a panic's message, or an empty text.
pub fn panic_cause(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or_default()
}

/// Error answer of a handler.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    code: Code,
    message: Cow<'static, str>,
    /// Fields of the answer besides message and code.
    extra: Vec<(&'static str, Value)>,
    /// Whether the error results from a transaction that was aborted because of a conflict with another.
    collided: bool,
    /// Number of seconds after which a retry is worthwhile.
    retry_after: Option<u64>,
}

/// The body of an error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Message to show, in Indonesian.
    pub message: String,
    /// Stable name of the error.
    pub code: Code,
    /// All errors of a form, each with the message to show next to its field; with `invalid_field`.
    #[schema(required = false, nullable = false)]
    pub fields: Option<Vec<FieldError>>,
    /// Present form of the object; with `edit_conflict`.
    #[schema(required = false)]
    pub current: Option<Value>,
    /// Value that the next step needs; with `second_factor_required`.
    #[schema(required = false, nullable = false)]
    pub challenge: Option<String>,
    /// Possible proofs, `code`, `passkey` or `password`; with `second_factor_required` and `confirmation_required`.
    #[schema(required = false, nullable = false)]
    pub methods: Option<Vec<String>>,
    /// The server's calculation; with `amount_mismatch`.
    #[schema(required = false, nullable = false)]
    pub quote: Option<Quote>,
    /// Number of the order; with `already_ordered`.
    #[schema(required = false, nullable = false)]
    pub order_id: Option<String>,
}

impl Error {
    /// Creates an error with its own status, code and message.
    pub fn new(status: StatusCode, code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code, message: message.into(), extra: Vec::new(), collided: false, retry_after: None }
    }

    /// Creates a 404 error with a message that names the missing object.
    pub fn not_found(message: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotFound, message)
    }

    /// Creates a 403 error: the caller may not do this.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, Code::Forbidden, "Anda tidak berhak melakukan tindakan ini.")
    }

    /// Creates a 422 error with a message that describes the mistake.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Code::InvalidField, message)
    }

    /// Creates a 409 error with a message that describes the conflict.
    pub fn conflict(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// Creates a 409 error for a change that was based on outdated data; `current` is the present form of the object.
    pub fn edit_conflict(current: impl Serialize) -> Self {
        let message = "Data ini baru saja diubah oleh orang lain. Periksa perubahannya sebelum menyimpan lagi.";
        Self::conflict(Code::EditConflict, message).with("current", current)
    }

    /// Creates a 500 error; `cause` is logged with the place of the call, and never sent to the caller.
    #[track_caller]
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(at = %Location::caller(), "{cause}");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Code::Internal,
            "Terjadi kesalahan pada server. Silakan coba lagi.",
        )
    }

    /// Replaces the message.
    #[must_use]
    pub fn with_message(mut self, message: String) -> Self {
        self.message = message.into();
        self
    }

    /// Adds a value to the body.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Serialize) -> Self {
        self.extra.push((name, serde_json::to_value(value).unwrap_or_default()));
        self
    }

    /// Sets the number of seconds after which a retry is worthwhile.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Returns the message of this error.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the code of this error.
    pub fn code(&self) -> Code {
        self.code
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut body = serde_json::json!({"message": self.message, "code": self.code});
        for (name, value) in self.extra {
            body[name] = value;
        }
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // A middleware reads the code from the response, to log security events.
        response.extensions_mut().insert(self.code);
        response
    }
}

/// PostgreSQL's code for text that it cannot store, such as U+0000 (`character_not_in_repertoire`).
const UNKEEPABLE_TEXT: &str = "22021";

impl From<sqlx::Error> for Error {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
        if code.is_some_and(|code| code == UNKEEPABLE_TEXT) {
            return Self::malformed();
        }
        let collided = error.is_collision();
        let told = if collided || is_busy(&error) {
            Self::busy()
        } else if is_too_long(&error) {
            Self::timeout()
        } else {
            return Self::internal(error);
        };
        tracing::warn!(at = %Location::caller(), "{error}");
        Self { collided, ..told }
    }
}

impl Collision for Error {
    fn is_collision(&self) -> bool {
        self.collided
    }
}

impl From<object_store::Error> for Error {
    #[track_caller]
    fn from(error: object_store::Error) -> Self {
        Self::internal(error)
    }
}

impl From<Vec<FieldError>> for Error {
    /// Creates a 422 error with the first message, and all messages by field.
    fn from(errors: Vec<FieldError>) -> Self {
        let message = errors.first().map_or_else(|| "Data tidak benar.".to_owned(), |error| error.message.clone());
        Self::invalid(message).with("fields", errors)
    }
}

impl From<MoveRefused> for Error {
    fn from(error: MoveRefused) -> Self {
        Self::conflict(Code::MoveRefused, error.to_string())
    }
}

impl From<VoucherError> for Error {
    fn from(error: VoucherError) -> Self {
        Self::conflict(Code::VoucherInvalid, error.to_string())
    }
}

impl From<QuoteError> for Error {
    fn from(error: QuoteError) -> Self {
        Self::invalid(error.to_string())
    }
}

impl From<StepRefused> for Error {
    fn from(error: StepRefused) -> Self {
        Self::conflict(Code::MoveRefused, error.to_string())
    }
}

impl From<ReturnError> for Error {
    fn from(error: ReturnError) -> Self {
        Self::invalid(error.to_string())
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(),
            StatusCode::UNPROCESSABLE_ENTITY => Self::invalid("Data yang dikirim tidak lengkap atau tidak benar."),
            _ => Self::malformed(),
        }
    }
}

impl From<QueryRejection> for Error {
    fn from(_: QueryRejection) -> Self {
        Self::malformed()
    }
}

impl From<PathRejection> for Error {
    fn from(_: PathRejection) -> Self {
        Self::not_found("Data tidak ditemukan.")
    }
}

impl From<MultipartRejection> for Error {
    fn from(_: MultipartRejection) -> Self {
        Self::malformed()
    }
}

impl From<MultipartError> for Error {
    fn from(error: MultipartError) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE { Self::too_large() } else { Self::malformed() }
    }
}

impl Error {
    /// Creates a 400 error: the request cannot be read.
    pub fn malformed() -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::MalformedRequest, "Permintaan tidak dapat dibaca.")
    }

    /// Creates a 503 error: the request takes too long.
    pub fn timeout() -> Self {
        let message = "Server terlalu lama menjawab. Silakan coba lagi sebentar lagi.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Timeout, message)
    }

    /// Creates a 503 error: too many requests at once.
    pub fn busy() -> Self {
        let message = "Server sedang sibuk. Silakan coba lagi sebentar lagi.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, message)
    }

    /// Creates a 413 error: the body exceeds the size limit.
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, "Data yang dikirim terlalu besar.")
    }
}
