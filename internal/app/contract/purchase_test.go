package contract

import (
	"fmt"
	"testing"
)

// rules payment-order, payment-verify, payment-refund, payment-sandbox-call
func TestAnswersOfPurchases(t *testing.T) {
	playScript(t, "purchase", func(s *script) {
		c := s.newUser("Ada")
		var order struct{ OrderID string }
		var payment struct {
			OrderID   string `json:"razorpay_order_id"`
			PaymentID string `json:"razorpay_payment_id"`
			Signature string `json:"razorpay_signature"`
		}
		s.call(c, "no character", "POST", "/purchase", `{"planId":1}`)
		s.call(c, "a free character", "POST", "/purchase", fmt.Sprintf(`{"planId":1,"characterId":%d}`, freeCharacterID))
		s.call(c, "an order", "POST", "/purchase", fmt.Sprintf(`{"planId":1,"characterId":%d}`, lockedCharacterID)).Into(&order)
		s.call(c, "a payment that fails", "POST", "/purchase/sandbox", `{"orderId":"`+order.OrderID+`","outcome":"failure"}`)
		s.call(c, "a payment", "POST", "/purchase/sandbox", `{"orderId":"`+order.OrderID+`","outcome":"success"}`).Into(&payment)
		verify := func(title, signature string) {
			s.call(c, title, "POST", "/purchase/verify", fmt.Sprintf(`{"amount":"What a client says about the amount is ignored: the order has the price.","razorpay_order_id":%q,"razorpay_payment_id":%q,"razorpay_signature":%q}`, payment.OrderID, payment.PaymentID, signature))
		}
		verify("a forged signature", "none")
		verify("the payment is verified", payment.Signature)
		s.call(c, "it is open already", "POST", "/purchase", fmt.Sprintf(`{"planId":1,"characterId":%d}`, lockedCharacterID))
		s.call(c, "no such order", "POST", "/purchase/refund", `{"orderId":"order_unknown","reason":"It was not what I expected"}`)
		s.call(c, "a refund", "POST", "/purchase/refund", `{"orderId":"`+order.OrderID+`","reason":"It was not what I expected"}`)
		s.call(c, "a message that nobody has signed", "POST", "/webhooks/razorpay", `{"event":"payment.captured"}`)
	})
}
