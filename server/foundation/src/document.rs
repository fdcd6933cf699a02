//! The OpenAPI document: descriptions of calls, taken from the signatures of their handlers, and descriptions that
//! apply to every call.
//!
//! Each type in a signature implements [`Part`]: it describes its requirements on a request, and the error statuses if
//! they are not met. A handler itself declares only its own answers.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, header},
    response::Html,
    routing::get,
};
use utoipa::{
    IntoParams, PartialSchema,
    openapi::{
        Content, OpenApi, Ref, RefOr, Required, Response,
        path::{Operation, ParameterBuilder, ParameterIn, PathItem},
        schema::{ObjectBuilder, Schema, SchemaType, Type},
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::response::Prepared;

/// The name of the security scheme of sessions.
const SESSION: &str = "session";

/// Description of a call under construction.
pub struct Call<'a> {
    path: &'a str,
    operation: &'a mut Operation,
}

impl Call<'_> {
    /// Adds the error statuses that the call may answer with.
    pub fn refuses(&mut self, statuses: &[u16]) {
        for status in statuses {
            self.operation.responses.responses.entry(status.to_string()).or_insert_with(|| Response::default().into());
        }
    }

    /// Declares that the call requires a session or, if not `needed`, accepts one.
    pub fn takes_session(&mut self, needed: bool) {
        let session = SecurityRequirement::new(SESSION, [] as [&str; 0]);
        let without = (!needed).then(SecurityRequirement::default);
        self.operation.security = Some(without.into_iter().chain([session]).collect());
    }

    /// Adds a paragraph to the description of the call.
    pub fn says(&mut self, sentence: &str) {
        let description = self.operation.description.get_or_insert_default();
        if !description.is_empty() {
            description.push_str("\n\n");
        }
        description.push_str(sentence);
    }

    /// Declares the query parameters of the call.
    pub fn takes_query<T: IntoParams>(&mut self) {
        let parameters = T::into_params(|| Some(ParameterIn::Query)).into_iter().map(|mut parameter| {
            // A query parameter that is left out of the URL is absent, not null.
            parameter.schema = parameter.schema.map(without_null);
            RefOr::T(parameter)
        });
        self.operation.parameters.get_or_insert_default().extend(parameters);
    }

    /// Sets the schema of each parameter of the path.
    pub fn takes_path<T: PartialSchema>(&mut self) {
        let parameters = self.operation.parameters.get_or_insert_default();
        for name in self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            parameters.retain(|known| !matches!(known, RefOr::T(known) if known.name == name));
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
            parameters.push(RefOr::T(parameter.schema(Some(T::schema())).build()));
        }
    }
}

/// Type in a handler's signature that describes itself in the OpenAPI document.
pub trait Part {
    /// Adds the requirements of the part to the call, and the error statuses if they are not met.
    fn describe(call: &mut Call<'_>);
}

impl<S> Part for State<S> {
    fn describe(_: &mut Call<'_>) {}
}

impl Part for HeaderMap {
    fn describe(_: &mut Call<'_>) {}
}

/// Optional part: callers without a session may call the handler too.
impl<T: Part> Part for Option<T> {
    fn describe(call: &mut Call<'_>) {
        T::describe(call);
        call.operation.security.get_or_insert_default().insert(0, SecurityRequirement::default());
    }
}

/// Two parts that a request must both satisfy.
impl<A: Part, B: Part> Part for (A, B) {
    fn describe(call: &mut Call<'_>) {
        A::describe(call);
        B::describe(call);
    }
}

/// A handler whose signature is made of `Parts`.
pub trait Described<Parts> {
    /// Adds the descriptions of all parts to the call.
    fn describe(call: &mut Call<'_>);
}

macro_rules! described {
    ($($part:ident)*) => {
        impl<Handler: Fn($($part),*) -> Answer, Answer, $($part: Part),*> Described<($($part,)*)> for Handler {
            fn describe(_call: &mut Call<'_>) {
                $($part::describe(_call);)*
            }
        }
    };
}

described!();
described!(A);
described!(A B);
described!(A B C);
described!(A B C D);
described!(A B C D E);
described!(A B C D E F);
described!(A B C D E F G);
described!(A B C D E F G H);

/// Adds the route of a handler to others of the same path, with the description from its signature.
pub fn join<S: Clone + Send + Sync + 'static, Parts, H: Described<Parts>>(
    mut all: UtoipaMethodRouter<S>,
    (schemas, mut paths, router): UtoipaMethodRouter<S>,
    _: H,
) -> UtoipaMethodRouter<S> {
    for (path, item) in &mut paths.paths {
        for operation in operations(item) {
            H::describe(&mut Call { path, operation });
        }
    }
    all.0.extend(schemas);
    all.1.merge(paths);
    (all.0, all.1, all.2.merge(router))
}

/// Creates the routes of handlers of one path, for [`OpenApiRouter::routes`]: utoipa's routes, with the descriptions
/// from the signatures.
#[macro_export]
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        let mut all = (Vec::new(), utoipa::openapi::path::Paths::new(), axum::routing::MethodRouter::new());
        $(all = $crate::document::join(all, utoipa_axum::routes!($handler), $handler);)+
        all
    }};
}

pub use crate::routes;

/// Tags all calls of a router with the name of a feature, by which viewers group them.
pub fn feature<S: Clone + Send + Sync + 'static>(name: &str, mut router: OpenApiRouter<S>) -> OpenApiRouter<S> {
    for operation in router.get_openapi_mut().paths.paths.values_mut().flat_map(operations) {
        operation.tags = Some(vec![name.to_owned()]);
    }
    router
}

/// Description of each HTTP status that calls answer with.
const STATUSES: [(&str, &str); 16] = [
    ("200", "It is done."),
    ("201", "It is made."),
    ("204", "It is done, and there is nothing to say."),
    ("304", "It is still what the caller has, by `If-None-Match`."),
    ("400", "The request cannot be read."),
    ("401", "Nobody is logged in, or the session is over."),
    ("403", "The caller may not do this."),
    ("404", "There is no such thing, or it is not the caller's to see."),
    ("409", "It does not fit how things stand now."),
    ("410", "The link is used, replaced or too old."),
    ("413", "The body is larger than the call takes."),
    ("422", "A field is missing or wrong."),
    ("429", "Too much is asked; `Retry-After` says for how many seconds."),
    ("500", "The server is at fault."),
    ("502", "A provider cannot be reached, or refuses."),
    ("503", "It takes too long, or too many ask at once; later is fine."),
];

/// Adds the descriptions that apply to every call: server errors, time-outs, the refusal of administrators who see the
/// shop as a member, the meaning of each status, and the body of errors.
pub fn finish(document: &mut OpenApi) {
    let mut refusal = Response::default();
    refusal
        .content
        .insert("application/json".to_owned(), Content::new(Some(Ref::from_schema_name("ErrorBody"))).into());
    let components = document.components.get_or_insert_default();
    for (status, description) in STATUSES.into_iter().filter(|(status, _)| *status >= "400") {
        let mut response = refusal.clone();
        description.clone_into(&mut response.description);
        components.responses.insert(format!("Error{status}"), response.into());
    }
    let session = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The `token` that `POST /api/login` answers with; its session lasts as long as the shop says, seven days at first."));
    components.security_schemes.insert(SESSION.to_owned(), RefOr::T(SecurityScheme::Http(session.build())));
    for (path, item) in &mut document.paths.paths {
        for operation in operations(item) {
            name_parts(operation, &mut components.schemas);
            Call { path, operation }.refuses(&[401, 403, 429, 500, 503]);
            operation.security.get_or_insert_default();
            part_with_summary(operation);
            for (status, response) in &mut operation.responses.responses {
                if status.as_str() >= "400" {
                    *response = RefOr::Ref(Ref::from_response_name(format!("Error{status}")));
                } else if let RefOr::T(response) = response
                    && let Some((_, description)) = STATUSES.iter().find(|(known, _)| known == status)
                {
                    (*description).clone_into(&mut response.description);
                }
            }
        }
    }
}

/// Declares a pattern for the part names of a multipart body, because a part with an unreadable header is refused.
fn name_parts(operation: &Operation, schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let Some(RefOr::T(body)) = &operation.request_body else { return };
    if let Some(RefOr::T(Content { schema: Some(RefOr::Ref(schema)), .. })) = body.content.get("multipart/form-data")
        && let Some(name) = schema.ref_location.strip_prefix("#/components/schemas/")
        && let Some(RefOr::T(Schema::Object(parts))) = schemas.get_mut(name)
    {
        let name = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[A-Za-z0-9_-]+$"));
        parts.property_names = Some(Box::new(Schema::Object(name.build())));
    }
}

/// Makes the first sentence of a call's text its summary, and the rest its description.
fn part_with_summary(operation: &mut Operation) {
    let said = operation.summary.take().into_iter().chain(operation.description.take());
    let said = said.map(|text| text.replace('\n', " ")).collect::<Vec<_>>().join("\n\n");
    let end = said.find(". ").into_iter().chain(said.find(".\n")).min().map_or(said.len(), |end| end + 1);
    let (summary, rest) = said.split_at(end);
    operation.summary = Some(summary.trim_end_matches('.').to_owned());
    operation.description = Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
}

/// Returns a schema that allows everything that another allows, except null.
fn without_null(schema: RefOr<Schema>) -> RefOr<Schema> {
    let null = SchemaType::new(Type::Null);
    let is_null =
        |schema: &RefOr<Schema>| matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == null);
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            if let SchemaType::Array(types) = &object.schema_type
                && let [one] = types.iter().filter(|kind| **kind != Type::Null).collect::<Vec<_>>()[..]
            {
                object.schema_type = SchemaType::new(one.clone());
            }
            RefOr::T(Schema::Object(object))
        }
        RefOr::T(Schema::OneOf(mut one_of)) => {
            one_of.items.retain(|item| !is_null(item));
            if one_of.items.len() == 1 { one_of.items.remove(0) } else { RefOr::T(Schema::OneOf(one_of)) }
        }
        other => other,
    }
}

/// The page that shows the document to people.
const PAGE: &str = include_str!("document.html");

/// Content security policy of that page: allows the viewer's file, which writes styles into the page, and answers of
/// the API.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; \
                           connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The routes that show the document, to programs and to people.
pub fn router(document: &OpenApi) -> Router {
    let document = Arc::new(Prepared::new("application/json", document.to_pretty_json().unwrap_or_default()));
    let page = ([(header::CONTENT_SECURITY_POLICY, PAGE_POLICY)], Html(PAGE));
    Router::new()
        .route("/api/openapi.json", get(async move |headers: HeaderMap| document.answer(&headers)))
        .route("/api/docs", get(|| async { page }))
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete].into_iter().flatten()
}
