// Package signature signs texts the way Razorpay does, with HMAC-SHA256 in lower-case
// hexadecimal digits. It is pure.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Sign returns the signature of a message.
func Sign(secret, message []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write(message)
	return hex.EncodeToString(mac.Sum(nil))
}

// IsValid reports whether signature is the signature of the message. It takes the same time
// for every signature of the right length. Rule payment-verify.
func IsValid(secret, message []byte, signature string) bool {
	return hmac.Equal([]byte(Sign(secret, message)), []byte(signature))
}

// PaymentMessage returns the message whose signature says that a payment belongs to an
// order.
func PaymentMessage(orderID, paymentID string) []byte { return []byte(orderID + "|" + paymentID) }
