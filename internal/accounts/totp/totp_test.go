package totp

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"rsc.io/qr"
)

const address = "ada@post.example"

// TestCodesMatchTheRFCVectors checks the test vectors of RFC 6238, appendix B, for SHA-1. Their codes
// have 8 digits; the last 6 digits are the codes of this package.
func TestCodesMatchTheRFCVectors(t *testing.T) {
	for at, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		if got := codeOfStep([]byte("12345678901234567890"), timeStepOf(time.Unix(at, 0))); got != want[2:] {
			t.Errorf("at %d: %s, want %s", at, got, want[2:])
		}
	}
}

func TestMatchCodeAllowsOneStepOff(t *testing.T) {
	secret := secretEncoding.EncodeToString([]byte("12345678901234567890"))
	now := time.Unix(1111111109, 0)
	step := timeStepOf(now)
	for _, c := range []struct {
		of, last int64
		want     bool
	}{
		{step - 2, 0, false}, {step - 1, 0, true}, {step, 0, true}, {step + 1, 0, true}, {step + 2, 0, false},
		{step, step - 1, true}, {step, step, false}, {step - 1, step, false}, {step + 1, step, true},
	} {
		got, ok, err := MatchCode(secret, codeOfStep([]byte("12345678901234567890"), c.of), now, c.last)
		if err != nil || ok != c.want || ok && got != c.of {
			t.Errorf("the code of step %+d after step %+d: %+d, %v, %v", c.of-step, c.last-step, got-step, ok, err)
		}
	}
	if _, _, err := MatchCode("not base32!", "123456", now, 0); err == nil {
		t.Error("a damaged secret is accepted")
	}
}

func TestTOTPSecretsHave160Bits(t *testing.T) {
	first, second := NewSecret(), NewSecret()
	if key, err := secretEncoding.DecodeString(first); err != nil || len(key) != 20 || first == second {
		t.Errorf("%s, %s, %v", first, second, err)
	}
}

// TestOTPAuthURLEscapesTheAccount: an address with special characters stays one part of the URL.
func TestOTPAuthURLEscapesTheAccount(t *testing.T) {
	if got, want := OTPAuthURL("ABC", address), "otpauth://totp/Colloquy:ada@post.example?secret=ABC&issuer=Colloquy&algorithm=SHA1&digits=6&period=30"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, account := range []string{"a?secret=x&b#c/d%e@post.example", "ädä@pöst.example", strings.Repeat("ü", 88) + "@post.example"} {
		u, err := url.Parse(OTPAuthURL("ABC", account))
		if err != nil || u.Path != "/Colloquy:"+account || u.Query().Get("secret") != "ABC" || u.Fragment != "" {
			t.Errorf("%s: %v, %v", account, u, err)
		}
		if _, err := QRCode(OTPAuthURL(NewSecret(), account)); err != nil {
			t.Errorf("%s: %v", account, err)
		}
	}
}

// TestQRPictureHasTheModules reads the modules from the path of the picture and compares
// them with the code.
func TestQRPictureHasTheModules(t *testing.T) {
	authURL := OTPAuthURL("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", address)
	dataAddress, err := QRCode(authURL)
	if err != nil {
		t.Fatal(err)
	}
	encoded, isSVG := strings.CutPrefix(dataAddress, "data:image/svg+xml;base64,")
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || !isSVG {
		t.Fatalf("%.60s: %v", dataAddress, err)
	}
	var picture struct {
		ViewBox string `xml:"viewBox,attr"`
		Paths   []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal(raw, &picture); err != nil || len(picture.Paths) != 2 {
		t.Fatalf("%s: %v", raw, err)
	}
	code, err := qr.Encode(authURL, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	drawnModules := map[[2]int]bool{}
	for run := range strings.SplitSeq(strings.TrimSuffix(picture.Paths[1].D, "z"), "z") {
		var x, y, n, back int
		if _, err := fmt.Sscanf(run, "M%d %dh%dv1h-%d", &x, &y, &n, &back); err != nil || n != back || n < 1 {
			t.Fatalf("%q: %v", run, err)
		}
		for i := range n {
			drawnModules[[2]int{x + i, y}] = true
		}
	}
	size := code.Size + 2*qrMargin
	if picture.ViewBox != fmt.Sprintf("0 0 %d %d", size, size) {
		t.Errorf("the view box is %s", picture.ViewBox)
	}
	for y := range size {
		for x := range size {
			if drawnModules[[2]int{x, y}] != code.Black(x-qrMargin, y-qrMargin) {
				t.Fatalf("the module at %d, %d is wrong", x, y)
			}
		}
	}
}

// rule accounts-recovery-codes
func TestRecoveryCodesHave40Bits(t *testing.T) {
	seenCodes := map[string]bool{}
	for _, code := range append(NewRecoveryCodes(), NewRecoveryCodes()...) {
		kind, plain := ParseCode(code)
		if len(code) != 9 || code[4] != '-' || kind != RecoveryCode || plain != strings.Replace(code, "-", "", 1) || seenCodes[code] {
			t.Errorf("%q", code)
		}
		seenCodes[code] = true
	}
	if len(seenCodes) != 2*RecoveryCodeCount || len(recoveryAlphabet) != 32 {
		t.Errorf("%d codes of %d characters", len(seenCodes), len(recoveryAlphabet))
	}
}

func TestCodeAtGivesTheKnownCode(t *testing.T) {
	secret := secretEncoding.EncodeToString([]byte("12345678901234567890"))
	if got, err := CodeAt(secret, time.Unix(59, 0)); got != "287082" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := CodeAt("not base32!", time.Unix(59, 0)); err == nil {
		t.Error("a damaged secret has a code")
	}
}

func TestParseCodeTellsTheKinds(t *testing.T) {
	for entered, want := range map[string]struct {
		kind CodeKind
		code string
	}{
		"123456": {AppCode, "123456"}, " 123 456 ": {AppCode, "123456"}, "123-456": {AppCode, "123456"}, "000000": {AppCode, "000000"},
		"7k2m-x09q": {RecoveryCode, "7k2mx09q"}, "7K2MX09Q": {RecoveryCode, "7k2mx09q"}, " 7k2m x09q\n": {RecoveryCode, "7k2mx09q"},
		"oOiI-lL00": {RecoveryCode, "00111100"}, "12345678": {RecoveryCode, "12345678"},
		"": {}, "12345": {}, "1234567": {}, "-": {}, "12345a": {}, "uuuu-uuuu": {}, "１２３４５６": {}, "١٢٣٤٥٦": {}, "123456\x00": {},
		"7k2m-x09q7": {}, strings.Repeat(" ", 100) + "123456": {}, strings.Repeat("1", 1<<20): {},
	} {
		if kind, code := ParseCode(entered); kind != want.kind || code != want.code {
			t.Errorf("%.30q is %d %q, want %d %q", entered, kind, code, want.kind, want.code)
		}
	}
}
