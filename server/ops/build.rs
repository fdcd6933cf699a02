//! Embeds the files of the demo shop.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

const DEMO: &str = "../demo";

fn main() {
    let out = env::var("OUT_DIR").expect("cargo says where output goes");
    let mut files = Vec::new();
    list(Path::new(DEMO), &mut files);
    // Sorted by their names as texts, because the program looks them up in this order.
    let name = |file: &PathBuf| file.strip_prefix(DEMO).expect("it lies in the folder").display().to_string();
    files.sort_by_key(name);
    let entry = |file: &PathBuf| {
        let path = fs::canonicalize(file).expect("it is there");
        format!("({:?}, include_bytes!({path:?})),\n", name(file))
    };
    let entries: String = files.iter().map(entry).collect();
    fs::write(Path::new(&out).join("demo_files.rs"), format!("&[\n{entries}]")).expect("output can be written");
    println!("cargo:rerun-if-changed={DEMO}");
}

/// Lists every file below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}
