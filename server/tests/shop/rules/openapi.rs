//! Comparison of every answer in the tests with the promises of the OpenAPI document.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fs::OpenOptions,
    io::Write,
    sync::{Arc, LazyLock, Mutex},
};

use jsonschema::{Registry, RegistryBuilder, Resource, Validator};
use serde_json::{Value, json};

use crate::shop::Answer;

/// URI by which the parts of the document refer to each other in these tests.
const DOCUMENT: &str = "urn:ksmart";

/// Promises of the shop's OpenAPI document.
pub static PROMISES: LazyLock<Promises> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(&ksmart::app::openapi()).expect("the document is JSON");
    let parts = Resource::from_contents(json!({"components": document["components"]}));
    let registry = Registry::new().add(DOCUMENT, parts).and_then(RegistryBuilder::prepare);
    Promises {
        document,
        registry: registry.expect("the parts can be found"),
        bodies: Mutex::default(),
        served: Mutex::default(),
    }
});

/// Promises of the document, with data prepared from them to compare answers with.
pub struct Promises {
    /// OpenAPI document.
    pub document: Value,
    registry: Registry<'static>,
    bodies: Mutex<HashMap<String, Arc<Validator>>>,
    /// The ids of calls that were served.
    served: Mutex<HashSet<String>>,
}

impl Promises {
    /// Returns a message about the first part of an answer that the document does not promise; `None` if there is none,
    /// or the document does not contain the call.
    pub fn broken_by(&self, method: &str, path: &str, answer: &Answer) -> Option<String> {
        let status = answer.status.as_u16();
        let (template, call) = self.call(method, path)?;
        if status < 400 {
            self.keep_served(call);
        }
        let responses = &call["responses"];
        let Some(response) = responses.get(status.to_string()) else {
            return Some(format!("{method} {template} answers {status}, which is not declared: {}", answer.body));
        };
        let response = match response["$ref"].as_str() {
            Some(name) => self.document.pointer(name.trim_start_matches('#')).expect("a response"),
            None => response,
        };
        let kind = answer.content_type.split(';').next().unwrap_or_default();
        let content = match response.get("content") {
            None if kind.is_empty() => return None,
            None => return Some(format!("{method} {template}, {status}: a body of {kind}, but none is declared")),
            Some(content) => content,
        };
        let Some(content) = content.get(kind) else {
            return Some(format!("{method} {template}, {status}: {kind} is not declared"));
        };
        let validator = (kind == "application/json").then(|| self.validator(&content["schema"]))?;
        let error = validator.iter_errors(&answer.body).next()?;
        Some(format!("{method} {template}, {status}: {error} at {}: {}", error.instance_path(), answer.body))
    }

    /// Adds a served call to the file TEST_SERVED, from which `scripts/test` finds calls that are served in no test.
    fn keep_served(&self, call: &Value) {
        let Ok(file) = std::env::var("TEST_SERVED") else { return };
        let id = call["operationId"].as_str().expect("a call has an id");
        if self.served.lock().expect("nobody panics with it").insert(id.to_owned()) {
            let mut file = OpenOptions::new().create(true).append(true).open(file).expect("TEST_SERVED can be written");
            file.write_all(format!("{id}\n").as_bytes()).expect("TEST_SERVED can be written");
        }
    }

    /// Returns the call of a request, with its path as written in the document.
    fn call(&self, method: &str, path: &str) -> Option<(&str, &Value)> {
        let path = path.split('?').next().unwrap_or_default();
        let fits = |template: &str| {
            let (mut asked, mut known) = (path.split('/'), template.split('/'));
            loop {
                match (asked.next(), known.next()) {
                    (None, None) => return true,
                    (Some(asked), Some(known)) if known == asked || known.starts_with('{') && !asked.is_empty() => {}
                    _ => return false,
                }
            }
        };
        let paths = self.document["paths"].as_object().expect("paths");
        let found = paths.iter().filter(|(template, _)| fits(template));
        // A path without parameters is preferred, as in the router.
        let (template, item) = found.min_by_key(|(template, _)| template.matches('{').count())?;
        Some((template, item.get(method.to_lowercase())?))
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let name = schema.to_string();
        if let Some(known) = self.bodies.lock().expect("nobody panics with it").get(&name) {
            return known.clone();
        }
        let schema: Value =
            serde_json::from_str(&name.replace("\"#/", &format!("\"{DOCUMENT}#/"))).expect("it was JSON before");
        let validator = jsonschema::options().with_registry(&self.registry).build(&schema).expect("a schema");
        let validator = Arc::new(validator);
        self.bodies.lock().expect("nobody panics with it").insert(name, validator.clone());
        validator
    }
}

#[test]
fn each_operation_has_a_described_tag() {
    let names = |tags: &Value, name: fn(&Value) -> &Value| -> BTreeSet<String> {
        tags.as_array().expect("tags").iter().map(|tag| name(tag).as_str().expect("a name").to_owned()).collect()
    };
    let described = names(&PROMISES.document["tags"], |tag| &tag["name"]);
    let calls = PROMISES.document["paths"].as_object().expect("paths").values().flat_map(|path| {
        let calls = path.as_object().expect("calls").values();
        calls.filter(|call| call["operationId"].is_string()).flat_map(|call| names(&call["tags"], |tag| tag))
    });
    assert_eq!(calls.collect::<BTreeSet<_>>(), described);
}
