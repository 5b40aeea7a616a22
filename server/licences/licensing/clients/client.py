"""Reads licence keys and signed files. Needs Python 3.8 and nothing else; the package `cryptography` verifies faster."""
import base64, hashlib, json, re, unicodedata

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, ROOT = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)


def point(data):
    """Decompresses a point of edwards25519 (RFC 8032, 5.1.3)."""
    y, sign = int.from_bytes(data, "little") & 2**255 - 1, data[31] >> 7
    u, v = y * y - 1, D * y * y + 1
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    x = x if (v * x * x - u) % P == 0 else x * ROOT % P
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        q, p, n = add(q, p) if n & 1 else q, add(p, p), n >> 1
    return q


def verify(key, message, sig):
    s, h = (int.from_bytes(each, "little") for each in (sig[32:], hashlib.sha512(sig[:32] + key + message).digest()))
    (x, y, z, t), base = point(key), point(bytes([0x58] + [0x66] * 31))
    x, y, z, _ = add(times(s, base), times(h % L, (P - x, y, z, P - t)))
    r = y * pow(z, -1, P) % P | (x * pow(z, -1, P) % P & 1) << 255
    return len(sig) == 64 and s < L and r.to_bytes(32, "little") == sig[:32]


def check(rule, holds):
    if not holds:
        raise ValueError(rule)


def parse(text, read=json.loads):
    """Base64 has several spellings of the same bytes. One alone counts."""
    try:
        data = base64.b64decode(text, validate=True)
        check("not_a_file", base64.b64encode(data).decode() == text)
        return read(data)
    except ValueError:
        raise ValueError("not_a_file")


def read_signed(kind, text, asked, trust):
    """`asked` has machineId, now, nonce, and a verdict's licenceId and keySha256. Raises the first rule that fails."""
    block = re.search("-----BEGIN LICENCE FILE-----([A-Za-z0-9+/=\\s]*)-----END LICENCE FILE-----", text)
    envelope = parse(re.sub("\\s", "", block[1] if block else ""))
    check("unknown_algorithm", envelope["alg"] == "ed25519")
    key = next((each["x"] for each in trust["keys"] if each["kid"] == envelope["kid"]), None)
    check("unknown_key", key)
    signed, sig = f"{kind}/{envelope['enc']}".encode(), parse(envelope["sig"], bytes)
    check("bad_signature", verify(base64.urlsafe_b64decode(key + "="), signed, sig))
    content = parse(envelope["enc"])
    licence, trial = content.get("licence"), content.get("trial")
    check("unknown_format", content.get("format") == 1)
    check("foreign_audience", content.get("audience") == trust["audience"])
    check("wrong_kid", content["kid"] == envelope["kid"])
    check("other_machine", content["machine"]["id"] == asked["machineId"])
    check("other_nonce", "nonce" not in asked or content.get("nonce") == asked["nonce"])
    if kind == "verdict":
        check("other_licence", not licence or licence["id"] == asked.get("licenceId"))
        check("other_key", licence or content["key"]["sha256"] == asked.get("keySha256"))
    check("trial_ended", kind != "trial" or trial["expiresAt"] > asked["now"])
    check("validation_due", kind != "licence" or (licence["validateBy"] or "~") > asked["now"])
    return content


def read_key(text):
    """The key's normal form, whether its two check symbols fit, and its hash."""
    upper = unicodedata.normalize("NFKC", text).upper().translate(str.maketrans("OIL", "011", "\u2212_."))
    tidy = "".join(c for c in upper if not c.isspace() and unicodedata.category(c) not in ("Pd", "Cf"))
    symbols, high, low = ["0123456789ABCDEFGHJKMNPQRSTVWXYZ".find(c) for c in tidy], 0, 0
    double = lambda symbol: symbol << 1 ^ (0b100101 if symbol & 16 else 0)
    for symbol in symbols[:26]:
        twice = double(symbol ^ high)
        high, low = low ^ twice ^ double(twice), double(double(twice))
    is_ours = len(symbols) == 28 and -1 not in symbols and symbols[26:] == [high, low]
    normal = "-".join(re.findall(".{4}", tidy)) if is_ours else tidy
    return normal, is_ours, hashlib.sha256(normal.encode()).hexdigest()
