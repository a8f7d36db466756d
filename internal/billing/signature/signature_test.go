package signature_test

import (
	"strings"
	"testing"

	"colloquy/internal/billing/signature"
)

// signatureOfOpenSSL was computed with:
// printf 'order_1|pay_1' | openssl dgst -sha256 -hmac secret
const signatureOfOpenSSL = "52115a0d3400de9e86aade1f1b6eba9e8974604f4e267a9e9a16633a4c8dd2cb"

func TestSignatureIsThatOfOpenSSL(t *testing.T) {
	if got := signature.Sign([]byte("secret"), signature.PaymentMessage("order_1", "pay_1")); got != signatureOfOpenSSL {
		t.Errorf("%s, want %s", got, signatureOfOpenSSL)
	}
}

func TestOnlyTheExactSignatureIsValid(t *testing.T) {
	secret, message := []byte("secret"), signature.PaymentMessage("order_1", "pay_1")
	if !signature.IsValid(secret, message, signatureOfOpenSSL) {
		t.Error("the signature is refused")
	}
	for name, text := range map[string]string{
		"empty": "", "upper case": strings.ToUpper(signatureOfOpenSSL), "short": signatureOfOpenSSL[1:], "long": signatureOfOpenSSL + "0", "space": signatureOfOpenSSL + " ", "last digit": signatureOfOpenSSL[:63] + "x",
		"other secret": signature.Sign([]byte("Secret"), message), "no secret": signature.Sign(nil, message), "other order": signature.Sign(secret, signature.PaymentMessage("order_2", "pay_1")),
		"moved border": signature.Sign(secret, signature.PaymentMessage("order_1|p", "ay_1")),
	} {
		if signature.IsValid(secret, message, text) {
			t.Errorf("%s: %q is accepted", name, text)
		}
	}
}
