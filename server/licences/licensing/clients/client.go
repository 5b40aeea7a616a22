// Reads licence keys and signed files. Needs Go 1.18 and golang.org/x/text.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"golang.org/x/text/unicode/norm"
	"regexp"
	"strings"
)

// Trust is built into the application: the product's id and the keys of a saved licence-keys.json.
type Trust struct {
	Audience string
	Keys     []struct{ Kid, X string }
}

// Asked has the latest time seen as Now, and a verdict's LicenceID and KeySha256. Times are compared as text.
type Asked struct{ MachineID, Now, Nonce, LicenceID, KeySha256 string }

// Content has what the rules compare. Its JSON has all that is signed, for the application's own type.
type Content struct {
	JSON                 []byte `json:"-"`
	Format               json.RawMessage
	Audience, Kid, Nonce string
	Machine, Licence     struct{ ID, ValidateBy string }
	Key, Trial           struct{ Sha256, ExpiresAt string }
}

var block = regexp.MustCompile(`-----BEGIN LICENCE FILE-----([A-Za-z0-9+/=\s]*)-----END LICENCE FILE-----`)
var noise = regexp.MustCompile(`[\s\v\x{85}\p{Z}\p{Pd}\p{Cf}\x{2212}_.]`)
var rules = strings.Fields(`unknown_algorithm unknown_key not_a_file bad_signature unknown_format foreign_audience
	wrong_kid other_machine other_nonce other_licence other_key trial_ended validation_due`)

// ReadSigned reads a "licence", "verdict" or "trial". Its error is the first rule that fails.
func ReadSigned(kind, text string, asked Asked, trust Trust) (content Content, err error) {
	var envelope struct{ Enc, Sig, Alg, Kid string }
	if found := block.FindStringSubmatch(text); found == nil || parse(strings.Join(strings.Fields(found[1]), ""), &envelope) != nil {
		return content, fmt.Errorf("not_a_file")
	}
	var public []byte
	for _, key := range trust.Keys {
		if key.Kid == envelope.Kid {
			public, _ = base64.RawURLEncoding.DecodeString(key.X)
		}
	}
	sig, wrong := base64.StdEncoding.Strict().DecodeString(envelope.Sig)
	isGenuine := public != nil && ed25519.Verify(public, []byte(kind+"/"+envelope.Enc), sig)
	isRead := isGenuine && parse(envelope.Enc, &content) == nil
	licence := content.Licence
	for index, holds := range []bool{envelope.Alg == "ed25519", public != nil, wrong == nil, isRead,
		string(content.Format) == "1", content.Audience == trust.Audience, content.Kid == envelope.Kid,
		content.Machine.ID == asked.MachineID, asked.Nonce == "" || content.Nonce == asked.Nonce,
		kind != "verdict" || licence.ID == "" || licence.ID == asked.LicenceID,
		kind != "verdict" || licence.ID != "" || content.Key.Sha256 == asked.KeySha256,
		kind != "trial" || content.Trial.ExpiresAt > asked.Now, kind != "licence" || licence.ValidateBy == "" || licence.ValidateBy > asked.Now} {
		if !holds {
			return content, fmt.Errorf("%s", rules[index])
		}
	}
	content.JSON, err = base64.StdEncoding.DecodeString(envelope.Enc)
	return content, err
}

func parse(text string, into any) error {
	data, _ := base64.StdEncoding.Strict().DecodeString(text)
	return json.Unmarshal(data, into)
}

// ReadKey answers the key's normal form, whether its two check symbols fit, and its hash.
func ReadKey(text string) (normal string, isOurs bool, hash string) {
	normal = noise.ReplaceAllString(strings.ToUpper(norm.NFKC.String(text)), "")
	normal = strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(normal)
	high, low, wrong := 0, 0, len(normal) != 28
	double := func(symbol int) int { return symbol<<1 ^ symbol>>4*0b100101 } // in GF(32), modulo x⁵ + x² + 1
	for index, character := range normal {
		symbol := strings.IndexRune("0123456789ABCDEFGHJKMNPQRSTVWXYZ", character)
		wrong = wrong || symbol < 0 || index == 26 && symbol != high || index == 27 && symbol != low
		if twice := double(symbol ^ high); index < 26 && !wrong {
			high, low = low^twice^double(twice), double(double(twice))
		}
	}
	if group := regexp.MustCompile(`.{4}\B`); !wrong {
		normal = group.ReplaceAllString(normal, "$0-")
	}
	return normal, !wrong, fmt.Sprintf("%x", sha256.Sum256([]byte(normal)))
}
