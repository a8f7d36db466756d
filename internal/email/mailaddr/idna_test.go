package mailaddr_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"colloquy/internal/email/mailaddr"
)

// The examples are labels of RFC 3492 section 7.1 and other names.
func TestASCIIDomainEncodesPunycode(t *testing.T) {
	for in, want := range map[string]string{
		"Post.EXAMPLE":          "post.example",
		"пример.рф":             "xn--e1afmkfd.xn--p1ai",
		"ПРИМЕР.РФ":             "xn--e1afmkfd.xn--p1ai",
		"XN--E1AFMKFD.xn--p1ai": "xn--e1afmkfd.xn--p1ai",
		"bücher.example":        "xn--bcher-kva.example",
		"bu\u0308cher.example":  "xn--bcher-kva.example",
		"ｐｏｓｔ.example":          "post.example",
		"例え。テスト":                "xn--r8jz45g.xn--zckzah",
		"faß.de":                "xn--fa-hia.de",
		"münchen-ost.de":        "xn--mnchen-ost-9db.de",
		"ليهمابتكلموشعربي؟.x":   "xn--egbpdaj6bu4bxfgehfvwxn.x",
		"他们为什么不说中文.x":           "xn--ihqwcrb4cv8a8dqg056pqjye.x",
		"3年b組金八先生.x":            "xn--3b-ww4c5e180e575a65lsy2b.x",
		"डाक.example":           "xn--11bx1g.example",
	} {
		if got := mailaddr.ASCIIDomain(in); got != want {
			t.Errorf("%s is %s, want %s", in, got, want)
		}
	}
}

func TestASCIIDomainIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		domain := rapid.String().Draw(t, "domain")
		asciiDomain := mailaddr.ASCIIDomain(domain)
		if again := mailaddr.ASCIIDomain(asciiDomain); again != asciiDomain {
			t.Fatalf("%q became %q, and then %q", domain, asciiDomain, again)
		}
	})
}

// An IP address is no valid domain, with or without brackets.
func TestIPAddressIsNoDomain(t *testing.T) {
	for _, bad := range []string{
		"a@[127.0.0.1]", "a@[IPv6:2001:db8::1.2]", "a@127.0.0.1", "a@127.1", "a@1.2.3.0x7f", "a@x.123", "a@１２７.０.０.１",
		"a@-post.example", "a@post-.example", "a@po_st.example", "a@po!st.example", "a@" + strings.Repeat("a", 64) + ".example",
	} {
		if mailaddr.IsValid(bad) {
			t.Errorf("%q is valid", bad)
		}
	}
	for _, good := range []string{"a@1und1.example", "a@3.example", "a@xn--e1afmkfd.xn--p1ai", "a@пример.рф", "a@" + strings.Repeat("a", 63) + ".example"} {
		if !mailaddr.IsValid(good) {
			t.Errorf("%q is invalid", good)
		}
	}
}
