package billing

import "context"

// handleWebhook receives a message of Razorpay.
func (s *Service) handleWebhook(ctx context.Context, in *webhookIn) (*webhookOut, error) {
	if err := s.ReceiveWebhook(ctx, in.RawBody, in.Signature, in.EventID); err != nil {
		return nil, err
	}
	out := &webhookOut{}
	out.Body.OK = true
	return out, nil
}
