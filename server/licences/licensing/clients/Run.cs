using System.Text.Json;

// Reads every vector of a file, and prints what became of each.
var vectors = JsonDocument.Parse(File.ReadAllText(args[0])).RootElement;
var keys = vectors.GetProperty("keys").EnumerateArray().ToDictionary(
    key => key.GetProperty("kid").GetString()!,
    key => Convert.FromBase64String(key.GetProperty("x").GetString()!.Replace('-', '+').Replace('_', '/') + "="));
var trust = new Trust(vectors.GetProperty("audience").GetString()!, keys);
foreach (var each in vectors.GetProperty("licenceKeys").EnumerateArray())
{
    var (normal, isOurs, sha256) = Client.ReadKey(each.GetProperty("text").GetString()!);
    Console.WriteLine(JsonSerializer.Serialize(new object[] { normal, isOurs, sha256 }));
}
foreach (var each in vectors.GetProperty("files").EnumerateArray())
{
    var asked = each.GetProperty("asked").Deserialize<Asked>(new JsonSerializerOptions(JsonSerializerDefaults.Web))!;
    try
    {
        Client.ReadSigned(each.GetProperty("kind").GetString()!, each.GetProperty("text").GetString()!, asked, trust);
        Console.WriteLine("ok");
    }
    catch (Refused refused)
    {
        Console.WriteLine(refused.Message);
    }
}
