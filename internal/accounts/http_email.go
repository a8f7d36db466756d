package accounts

import (
	"context"

	"colloquy/internal/httpx"
)

type tokenIn struct {
	Body struct {
		_     struct{} `additionalProperties:"true"`
		Token string   `json:"token,omitempty"`
	}
}

type verifiedOut struct {
	Body struct {
		Verified bool `json:"verified"`
	}
}

type messageOut struct {
	Body struct {
		Message string `json:"message"`
	}
}

func (h handlers) verifyEmail(ctx context.Context, in *tokenIn) (*verifiedOut, error) {
	if err := h.service.ConfirmEmail(ctx, httpx.Network(ctx), httpx.Actor(ctx), in.Body.Token); err != nil {
		return nil, err
	}
	out := &verifiedOut{}
	out.Body.Verified = true
	return out, nil
}

func (h handlers) resendVerifyMail(ctx context.Context, _ *struct{}) (*messageOut, error) {
	if err := h.service.ResendVerifyMail(ctx, httpx.Actor(ctx)); err != nil {
		return nil, err
	}
	out := &messageOut{}
	out.Body.Message = "Please look into your mailbox."
	return out, nil
}
