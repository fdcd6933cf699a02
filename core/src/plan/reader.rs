//! Reads JSON written by people or programs: every fault is collected with its path, and a harmless value replaces it.

use std::{collections::HashMap, fmt::Display, ops::RangeInclusive};

use rust_decimal::Decimal;
use serde_json::{Map, Value};

use super::document::MAX_RATES;
use crate::{
    decimal_text,
    fields::FieldError,
    quote::{MAX_AMOUNT, is_percent},
};

/// Maximum number of reported faults of one document.
const MAX_FAULTS: usize = 100;
/// Maximum length of a name, in characters.
const MAX_NAME: usize = 100;
/// Maximum length of a code, in bytes.
const MAX_CODE: usize = 24;
/// Maximum length of a rate, in bytes: a hundred with eighteen decimals.
const MAX_RATE: usize = 22;

/// Returns a text of the document in a form short enough to quote in a message or a path.
pub(super) fn quoted(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(40).chain(['…']).collect() }
}

/// Returns the path of a part of the value at `path`.
pub(super) fn at(path: &str, part: impl Display) -> String {
    if path.is_empty() { part.to_string() } else { format!("{path}.{part}") }
}

/// An object of a document and its path. A null field counts as missing, and so does a field of a value that is not an
/// object.
pub(super) struct Object<'v> {
    pub(super) path: String,
    pub(super) fields: Option<&'v Map<String, Value>>,
}

impl<'v> Object<'v> {
    pub(super) fn get(&self, field: &str) -> Option<&'v Value> {
        self.fields?.get(field).filter(|value| !value.is_null())
    }

    pub(super) fn at(&self, field: &str) -> String {
        at(&self.path, field)
    }

    /// Returns the code, if it is valid.
    pub(super) fn code(&self) -> Option<&'v str> {
        let code = self.get("code")?.as_str()?;
        let is_code = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        ((1..=MAX_CODE).contains(&code.len()) && code.bytes().all(is_code)).then_some(code)
    }
}

/// Reads parts of a document, and collects their faults.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pub(super) faults: Vec<FieldError>,
}

impl Reader {
    pub(super) fn fault(&mut self, path: String, code: &'static str, message: impl Into<String>) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(FieldError::new(path, code, message));
        }
    }

    pub(super) fn object<'v>(&mut self, path: String, value: &'v Value) -> Object<'v> {
        let fields = value.as_object();
        if fields.is_none() {
            let whole = "Dokumen rencana harus berupa objek JSON.";
            self.fault(path.clone(), "type", if path.is_empty() { whole } else { "Bagian ini harus berupa objek." });
        }
        Object { path, fields }
    }

    /// Lists the objects of a list; empty if their number is out of range, so that not each one is reported as a fault.
    pub(super) fn list<'v>(
        &mut self,
        of: &Object<'v>,
        field: &str,
        label: &str,
        count: RangeInclusive<usize>,
    ) -> Vec<Object<'v>> {
        let path = of.at(field);
        let Some(items) = self.items(of, field, label) else { return Vec::new() };
        if items.len() > *count.end() {
            self.fault(path, "too_many", format!("Paling banyak {} {label}.", count.end()));
            return Vec::new();
        }
        if items.len() < *count.start() {
            self.fault(path, "too_few", format!("Paling sedikit {} {label}.", count.start()));
            return Vec::new();
        }
        items.iter().enumerate().map(|(number, item)| self.object(at(&path, number), item)).collect()
    }

    pub(super) fn items<'v>(&mut self, of: &Object<'v>, field: &str, label: &str) -> Option<&'v Vec<Value>> {
        of.fields?;
        let items = of.get(field);
        if items.is_none() {
            self.fault(of.at(field), "required", format!("Daftar {label} wajib ada."));
        } else if !items.is_some_and(Value::is_array) {
            self.fault(of.at(field), "type", format!("Daftar {label} harus berupa larik."));
        }
        items?.as_array()
    }

    /// Reports unknown fields, so that a mistyped name is not ignored.
    pub(super) fn known<'v>(&mut self, object: &Object<'v>, fields: &[&str]) {
        for (field, value) in object.fields.into_iter().flatten() {
            if !fields.contains(&field.as_str()) && !value.is_null() {
                let field = quoted(field);
                self.fault(object.at(&field), "unknown", format!("Isian \"{field}\" tidak dikenal di sini."));
            }
        }
    }

    /// Returns the index of each code, and reports codes that occur more than once.
    pub(super) fn codes<'v>(&mut self, objects: &[Object<'v>], label: &str) -> HashMap<&'v str, usize> {
        let mut indexes = HashMap::new();
        for (index, object) in objects.iter().enumerate() {
            let Some(code) = object.code() else { continue };
            if indexes.contains_key(code) {
                self.fault(object.at("code"), "duplicate", format!("Kode {label} \"{code}\" dipakai dua kali."));
            } else {
                indexes.insert(code, index);
            }
        }
        indexes
    }

    pub(super) fn code<'v>(&mut self, object: &Object<'v>) -> String {
        if object.fields.is_some() && object.code().is_none() {
            let message = "Kode harus 1 sampai 24 huruf kecil, angka, atau garis bawah.";
            self.fault(object.at("code"), "code", message);
        }
        object.code().unwrap_or_default().to_owned()
    }

    pub(super) fn name<'v>(&mut self, object: &Object<'v>, label: &str) -> String {
        if object.fields.is_none() {
            return String::new();
        }
        let path = object.at("name");
        match object.get("name").map(Value::as_str) {
            Some(None) => self.fault(path, "type", format!("{label} harus berupa teks.")),
            None => self.fault(path, "required", format!("{label} wajib diisi.")),
            Some(Some(name)) if name.trim().is_empty() => {
                self.fault(path, "required", format!("{label} wajib diisi."));
            }
            Some(Some(name)) if name.trim().chars().count() > MAX_NAME => {
                self.fault(path, "too_long", format!("{label} maksimal {MAX_NAME} karakter."));
            }
            Some(Some(name)) if name.trim().chars().any(char::is_control) => {
                self.fault(path, "characters", format!("{label} berisi karakter yang tidak diperbolehkan."));
            }
            Some(Some(name)) => return name.trim().to_owned(),
        }
        String::new()
    }

    pub(super) fn flag<'v>(&mut self, object: &Object<'v>, field: &str) -> bool {
        let flag = object.get(field).map_or(Some(false), Value::as_bool);
        if flag.is_none() {
            self.fault(object.at(field), "type", "Isian ini harus true atau false.");
        }
        flag.unwrap_or_default()
    }

    pub(super) fn rates<'v>(&mut self, component: &Object<'v>, label: &str) -> Vec<Decimal> {
        let path = component.at("rates");
        let Some(rates) = self.items(component, "rates", "persentase") else { return Vec::new() };
        if rates.len() > MAX_RATES {
            self.fault(path, "too_many", format!("Paling banyak {MAX_RATES} persentase."));
            return Vec::new();
        }
        let rate = |(index, rate)| self.rate(at(&path, index), rate, &format!("{label} {}", index + 1));
        rates.iter().enumerate().map(rate).collect()
    }

    pub(super) fn percent<'v>(&mut self, object: &Object<'v>, field: &str, label: &str) -> Decimal {
        let path = object.at(field);
        match object.get(field) {
            Some(value) => self.rate(path, value, label),
            None if object.fields.is_none() => Decimal::ZERO,
            None => {
                self.fault(path, "required", format!("{label} wajib diisi."));
                Decimal::ZERO
            }
        }
    }

    pub(super) fn rate(&mut self, path: String, value: &Value, label: &str) -> Decimal {
        let text = value.as_str().filter(|text| text.len() <= MAX_RATE);
        let rate = text.and_then(decimal_text::parse).filter(|rate| is_percent(*rate));
        rate.map(|rate| rate.normalize()).unwrap_or_else(|| {
            let with_comma = |text: &str| decimal_text::parse(&text.replacen(',', ".", 1)).is_some_and(is_percent);
            let message = match value.as_str() {
                Some(text) if text.contains(',') && with_comma(text) => {
                    format!("{label} harus ditulis dengan titik, bukan koma, seperti \"12.5\".")
                }
                Some(_) => format!("{label} harus persen antara 0 dan 100, seperti 12,5."),
                None => format!("{label} harus ditulis di antara tanda kutip, seperti \"12.5\"."),
            };
            self.fault(path, "percent", message);
            Decimal::ZERO
        })
    }

    pub(super) fn whole<'v>(
        &mut self,
        object: &Object<'v>,
        field: &str,
        label: &str,
        range: RangeInclusive<i64>,
    ) -> i64 {
        let path = object.at(field);
        match object.get(field) {
            Some(value) => self.number(path, value, label, range),
            None if object.fields.is_none() => *range.start(),
            None => {
                self.fault(path, "required", format!("{label} wajib diisi."));
                *range.start()
            }
        }
    }

    pub(super) fn number(&mut self, path: String, value: &Value, label: &str, range: RangeInclusive<i64>) -> i64 {
        value.as_i64().filter(|number| range.contains(number)).unwrap_or_else(|| {
            let (least, most) = (range.start(), range.end());
            let message = if *most == MAX_AMOUNT {
                format!("{label} harus berupa bilangan bulat, {least} atau lebih.")
            } else {
                format!("{label} harus berupa bilangan bulat {least} sampai {most}.")
            };
            self.fault(path, "amount", message);
            *least
        })
    }
}
