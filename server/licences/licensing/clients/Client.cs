// Reads licence keys and signed files. Needs .NET 8 and the package BouncyCastle.Cryptography.
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Crypto.Signers;

/// <summary>Its message is the first rule that fails.</summary>
public class Refused(string rule) : Exception(rule);

/// <summary>Now is the latest time seen. A verdict has LicenceId and KeySha256, too.</summary>
public record Asked(string MachineId, string Now, string? Nonce, string? LicenceId, string? KeySha256);

/// <summary>The product's id and the keys of a saved licence-keys.json, by their kid. Both are built in.</summary>
public record Trust(string Audience, Dictionary<string, byte[]> Keys);

public static class Client
{
    static readonly Regex Block = new(@"-----BEGIN LICENCE FILE-----([A-Za-z0-9+/=\s]*)-----END LICENCE FILE-----");

    /// <summary>Reads a "licence", "verdict" or "trial".</summary>
    public static JsonElement ReadSigned(string kind, string text, Asked asked, Trust trust)
    {
        var envelope = Parse(Regex.Replace(Block.Match(text).Groups[1].Value, @"\s", ""));
        string enc = Text(envelope, "enc") ?? "", kid = Text(envelope, "kid") ?? "";
        Check("unknown_algorithm", Text(envelope, "alg") == "ed25519");
        Check("unknown_key", trust.Keys.TryGetValue(kid, out var key));
        byte[] sig = Decode(Text(envelope, "sig") ?? ""), signed = Encoding.UTF8.GetBytes($"{kind}/{enc}");
        var verifier = new Ed25519Signer();
        verifier.Init(false, new Ed25519PublicKeyParameters(key));
        verifier.BlockUpdate(signed, 0, signed.Length);
        Check("bad_signature", sig.Length == 64 && verifier.VerifySignature(sig));
        var content = Parse(enc);
        string? id = Text(content, "licence", "id"), due = Text(content, "licence", "validateBy");
        Check("unknown_format", content.TryGetProperty("format", out var format) && format.GetRawText() == "1");
        Check("foreign_audience", Text(content, "audience") == trust.Audience);
        Check("wrong_kid", Text(content, "kid") == kid);
        Check("other_machine", Text(content, "machine", "id") == asked.MachineId);
        Check("other_nonce", asked.Nonce is null || Text(content, "nonce") == asked.Nonce);
        var isBound = id is null ? Text(content, "key", "sha256") == asked.KeySha256 : id == asked.LicenceId;
        Check(id is null ? "other_key" : "other_licence", kind != "verdict" || isBound);
        Check("trial_ended", kind != "trial" || IsAfter(Text(content, "trial", "expiresAt"), asked.Now));
        Check("validation_due", kind != "licence" || due is null || IsAfter(due, asked.Now));
        return content;
    }

    /// <summary>The key's normal form, whether its two check symbols fit, and its hash.</summary>
    public static (string Normal, bool IsOurs, string Sha256) ReadKey(string text)
    {
        var upper = text.Normalize(NormalizationForm.FormKC).ToUpperInvariant();
        var plain = upper.Replace('O', '0').Replace('I', '1').Replace('L', '1');
        var tidy = Regex.Replace(plain, @"[\s\p{Pd}\p{Cf}\u2212_.]", "");
        var symbols = tidy.Select(each => "0123456789ABCDEFGHJKMNPQRSTVWXYZ".IndexOf(each)).ToArray();
        int high = 0, low = 0;
        foreach (var symbol in symbols.Take(26))
        {
            var twice = Double(symbol ^ high);
            (high, low) = (low ^ twice ^ Double(twice), Double(Double(twice)));
        }
        var isOurs = symbols.Length == 28 && !symbols.Contains(-1) && symbols[26] == high && symbols[27] == low;
        var normal = isOurs ? string.Join("-", tidy.Chunk(4).Select(each => new string(each))) : tidy;
        return (normal, isOurs, Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(normal))).ToLower());
    }

    // In GF(32), modulo x⁵ + x² + 1.
    static int Double(int symbol) => symbol << 1 ^ ((symbol & 16) == 0 ? 0 : 0b100101);

    static bool IsAfter(string? time, string now) => string.CompareOrdinal(time, now) > 0;
    static void Check(string rule, bool holds) { if (!holds) throw new Refused(rule); }

    static string? Text(JsonElement json, params string[] path) => path.Aggregate((JsonElement?)json, (at, name) =>
        at is { ValueKind: JsonValueKind.Object } && at.Value.TryGetProperty(name, out var found) ? found : null)
        is { ValueKind: JsonValueKind.String } text ? text.GetString() : null;

    static JsonElement Parse(string base64)
    {
        try { return JsonDocument.Parse(Decode(base64)).RootElement; } catch (JsonException) { throw new Refused("not_a_file"); }
    }

    /// <summary>Base64 has several spellings of the same bytes. One alone counts.</summary>
    static byte[] Decode(string base64)
    {
        var bytes = new byte[base64.Length];
        Check("not_a_file", Convert.TryFromBase64String(base64, bytes, out var length));
        Check("not_a_file", Convert.ToBase64String(bytes, 0, length) == base64);
        return bytes[..length];
    }
}
