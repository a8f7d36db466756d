package razorpay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"colloquy/internal/billing/provider"
	"colloquy/internal/billing/signature"
)

// readableKinds are the kinds of events that ReadEvent reads. Events of other kinds are not used
// (rule payment-webhook-unused).
var readableKinds = map[string]bool{
	"payment.authorized": true, "payment.captured": true, "payment.failed": true, "order.paid": true,
	"refund.created": true, "refund.processed": true, "refund.failed": true,
	"payment.dispute.created": true, "payment.dispute.under_review": true, "payment.dispute.action_required": true,
	"payment.dispute.won": true, "payment.dispute.lost": true, "payment.dispute.closed": true,
}

type eventJSON struct {
	Event     string `json:"event"`
	CreatedAt int64  `json:"created_at"`
	Payload   struct {
		Payment *entityEnvelope[paymentJSON] `json:"payment"`
		Order   *entityEnvelope[orderJSON]   `json:"order"`
		Refund  *entityEnvelope[refundJSON]  `json:"refund"`
		Dispute *entityEnvelope[disputeJSON] `json:"dispute"`
	} `json:"payload"`
}

type entityEnvelope[T any] struct {
	Entity T `json:"entity"`
}

// ReadEvent reads a message of the webhook. If no secret matches the signature, the error is
// provider.ErrSignature. If the message is not as Razorpay documents it, the error is
// provider.ErrUnreadable. An event whose kind is not in readableKinds has only its ID. Rule
// payment-messages-signed.
func (c *Client) ReadEvent(body []byte, text, eventID string) (provider.Event, error) {
	if !c.hasValidSignature(body, text) {
		return provider.Event{}, provider.ErrSignature
	}
	event := provider.Event{ID: idOfEvent(eventID, body)}
	var parsed eventJSON
	if err := json.Unmarshal(body, &struct {
		Event *string `json:"event"`
	}{&parsed.Event}); err != nil {
		return event, provider.ErrUnreadable
	}
	if !readableKinds[parsed.Event] {
		return event, nil
	}
	if json.Unmarshal(body, &parsed) != nil || parsed.fillEvent(&event) != nil {
		return provider.Event{ID: event.ID, Kind: parsed.Event}, provider.ErrUnreadable
	}
	return event, nil
}

// hasValidSignature reports whether the body was signed with one of the secrets. It tries every
// secret, so its running time does not reveal which secret matches.
func (c *Client) hasValidSignature(body []byte, text string) bool {
	isSigned := false
	for _, secret := range c.config.WebhookSecrets {
		isValid := signature.IsValid([]byte(secret), body, text)
		isSigned = isSigned || isValid
	}
	return isSigned
}

var eventIDPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// idOfEvent returns the id in the header or, if that is not valid, a hash of the body. Rule
// payment-webhook.
func idOfEvent(header string, body []byte) string {
	if eventIDPattern.MatchString(header) {
		return header
	}
	sum := sha256.Sum256(body)
	return "hash_" + hex.EncodeToString(sum[:])[:40]
}

// fillEvent sets the fields of an event of a known kind.
func (e eventJSON) fillEvent(out *provider.Event) error {
	out.Kind, out.At = e.Event, time.Unix(e.CreatedAt, 0).UTC()
	if p := e.Payload.Payment; p != nil {
		payment, err := p.Entity.toPayment()
		if err != nil {
			return err
		}
		out.Payment, out.OrderID = &payment, payment.OrderID
	}
	if o := e.Payload.Order; o != nil && out.OrderID == "" {
		out.OrderID = o.Entity.ID
	}
	if r := e.Payload.Refund; r != nil {
		refund, err := r.Entity.toRefund()
		if err != nil {
			return err
		}
		out.Refund = &refund
	}
	if d := e.Payload.Dispute; d != nil {
		dispute, err := d.Entity.toDispute()
		if err != nil {
			return err
		}
		out.Dispute = &dispute
	}
	return e.checkComplete(*out)
}

// checkComplete returns an error if an event lacks the payment, refund or dispute that its kind
// is about. Rule payment-webhook-unreadable.
func (e eventJSON) checkComplete(out provider.Event) error {
	hasSubject := out.Payment != nil
	switch {
	case strings.HasPrefix(out.Kind, "refund."):
		hasSubject = out.Refund != nil
	case strings.HasPrefix(out.Kind, "payment.dispute."):
		hasSubject = out.Dispute != nil
	}
	if !hasSubject {
		return provider.ErrUnreadable
	}
	return nil
}
