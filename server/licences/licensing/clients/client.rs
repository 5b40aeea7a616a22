// Reads licence keys and signed files. Needs the crates base64, regex, ring, serde_json and unicode-normalization.
use base64::{engine::general_purpose::STANDARD, engine::general_purpose::URL_SAFE_NO_PAD, Engine};
use regex::Regex;
use ring::digest::{digest, SHA256};
use ring::signature::{UnparsedPublicKey, ED25519};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

/// Reads a "licence", "verdict" or "trial"; an error names the first rule that fails. `asked` has machineId, now (the
/// latest time seen), nonce, and a verdict's licenceId and keySha256. `trust` has the product's id as audience, and keys.
pub fn read_signed(kind: &str, text: &str, asked: &Value, trust: &Value) -> Result<Value, &'static str> {
    let block = Regex::new(r"-----BEGIN LICENCE FILE-----([A-Za-z0-9+/=\s]*)-----END LICENCE FILE-----").unwrap();
    let body: String = block.captures(text).ok_or("not_a_file")?[1].split_whitespace().collect();
    let envelope = parse(&body)?;
    let of = |name: &str| envelope[name].as_str().unwrap_or("");
    check("unknown_algorithm", of("alg") == "ed25519")?;
    let keys = trust["keys"].as_array().ok_or("unknown_key")?;
    let key = keys.iter().find(|each| each["kid"] == envelope["kid"]).ok_or("unknown_key")?;
    let public = URL_SAFE_NO_PAD.decode(key["x"].as_str().unwrap_or("")).map_err(|_| "unknown_key")?;
    let sig = STANDARD.decode(of("sig")).map_err(|_| "not_a_file")?;
    let signed = format!("{}/{}", kind, of("enc"));
    let verified = UnparsedPublicKey::new(&ED25519, public).verify(signed.as_bytes(), &sig);
    check("bad_signature", verified.is_ok())?;
    let content = parse(of("enc"))?;
    let (licence, now) = (&content["licence"], asked["now"].as_str().unwrap_or("~"));
    check("unknown_format", content["format"].as_u64() == Some(1))?;
    check("foreign_audience", content["audience"] == trust["audience"])?;
    check("wrong_kid", content["kid"] == envelope["kid"])?;
    check("other_machine", content["machine"]["id"] == asked["machineId"])?;
    check("other_nonce", asked["nonce"].is_null() || content["nonce"] == asked["nonce"])?;
    if kind == "verdict" {
        check("other_licence", licence.is_null() || licence["id"] == asked["licenceId"])?;
        check("other_key", !licence.is_null() || content["key"]["sha256"] == asked["keySha256"])?;
    }
    check("trial_ended", kind != "trial" || content["trial"]["expiresAt"].as_str() > Some(now))?;
    check("validation_due", kind != "licence" || licence["validateBy"].as_str().unwrap_or("~") > now)?;
    Ok(content)
}

fn parse(text: &str) -> Result<Value, &'static str> {
    let data = STANDARD.decode(text).map_err(|_| "not_a_file")?;
    serde_json::from_slice(&data).map_err(|_| "not_a_file")
}

fn check(rule: &'static str, holds: bool) -> Result<(), &'static str> {
    holds.then_some(()).ok_or(rule)
}

/// The key's normal form, whether its two check symbols fit, and its hash.
pub fn read_key(text: &str) -> (String, bool, String) {
    let upper = text.nfkc().collect::<String>().to_uppercase();
    let noise = Regex::new(r"[\s\p{Pd}\p{Cf}\u{2212}_.]").unwrap();
    let tidy = noise.replace_all(&upper, "").replace('O', "0").replace(['I', 'L'], "1");
    let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let symbols: Vec<Option<usize>> = tidy.chars().map(|each| alphabet.find(each)).collect();
    let (mut high, mut low) = (0, 0);
    for symbol in symbols.iter().take(26) {
        let twice = double(symbol.unwrap_or(0) ^ high);
        (high, low) = (low ^ twice ^ double(twice), double(double(twice)));
    }
    let is_whole = symbols.len() == 28 && symbols.iter().all(Option::is_some);
    let is_ours = is_whole && symbols[26..] == [Some(high), Some(low)];
    let groups: Vec<String> = tidy.as_bytes().chunks(4).map(|each| String::from_utf8_lossy(each).into()).collect();
    let normal = if is_ours { groups.join("-") } else { tidy };
    let hash = digest(&SHA256, normal.as_bytes());
    (normal, is_ours, hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// In GF(32), modulo x⁵ + x² + 1.
fn double(symbol: usize) -> usize {
    symbol << 1 ^ (symbol >> 4) * 0b100101
}
