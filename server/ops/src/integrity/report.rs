//! Findings of the check.

use std::fmt;

/// Maximum number of broken rows named for a rule.
const NAMED: usize = 5;

/// Result of one rule.
#[derive(Debug)]
pub struct Finding {
    /// The rule's name.
    pub name: &'static str,
    /// Rule as a sentence.
    pub says: &'static str,
    /// Number of rows that were checked.
    pub rows: i64,
    /// Number of rows that break it.
    pub broken: usize,
    /// Keys of the first broken rows, up to 5.
    pub first: Vec<String>,
}

impl Finding {
    pub(super) fn new(name: &'static str, says: &'static str) -> Self {
        Self { name, says, rows: 0, broken: 0, first: Vec::new() }
    }

    pub(super) fn breaks(&mut self, key: impl Into<String>) {
        self.broken += 1;
        if self.first.len() < NAMED {
            self.first.push(key.into());
        }
    }
}

/// Results of all rules.
#[derive(Debug)]
pub struct Report(pub Vec<Finding>);

impl Report {
    /// Whether no rule is broken.
    pub fn is_sound(&self) -> bool {
        self.0.iter().all(|finding| finding.broken == 0)
    }

    /// Returns the names of the broken rules.
    pub fn broken(&self) -> Vec<&'static str> {
        self.0.iter().filter(|finding| finding.broken > 0).map(|finding| finding.name).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { name, says, rows, broken, first } in &self.0 {
            if *broken == 0 {
                writeln!(f, "ok      {name:<22} {rows:>9} rows  {says}")?;
            } else {
                writeln!(f, "BROKEN  {name:<22} {rows:>9} rows  {says}")?;
                let more = if *broken > first.len() { ", …" } else { "" };
                writeln!(f, "        {broken} broken: {}{more}", first.join(", "))?;
            }
        }
        let broken = self.broken().len();
        if broken == 0 {
            write!(f, "{} rules hold", self.0.len())
        } else {
            write!(f, "{broken} of {} rules are broken", self.0.len())
        }
    }
}
