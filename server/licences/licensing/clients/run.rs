mod client;

use serde_json::{json, Value};

/// Reads every vector of a file, and prints what became of each.
fn main() {
    let file = std::env::args().nth(1).expect("a file");
    let vectors: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    for each in vectors["licenceKeys"].as_array().unwrap() {
        println!("{}", json!(client::read_key(each["text"].as_str().unwrap())));
    }
    for each in vectors["files"].as_array().unwrap() {
        let [kind, text] = ["kind", "text"].map(|name| each[name].as_str().unwrap());
        match client::read_signed(kind, text, &each["asked"], &vectors) {
            Ok(_) => println!("ok"),
            Err(rule) => println!("{rule}"),
        }
    }
}
