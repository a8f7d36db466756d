package accounts

import (
	"context"

	"colloquy/internal/httpx"
)

type linkTokenIn struct {
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

type noticeOut struct {
	Body struct {
		Message string `json:"message"`
	}
}

func (h handlers) verifyEmail(ctx context.Context, in *linkTokenIn) (*verifiedOut, error) {
	if err := h.service.ConfirmEmail(ctx, httpx.Network(ctx), httpx.Actor(ctx), in.Body.Token); err != nil {
		return nil, err
	}
	out := &verifiedOut{}
	out.Body.Verified = true
	return out, nil
}

func (h handlers) resendVerifyMail(ctx context.Context, _ *struct{}) (*noticeOut, error) {
	if err := h.service.ResendVerifyMail(ctx, httpx.Actor(ctx)); err != nil {
		return nil, err
	}
	out := &noticeOut{}
	out.Body.Message = "Please look into your mailbox."
	return out, nil
}

type revertedOut struct {
	Body struct {
		Reverted bool `json:"reverted"`
	}
}

func (h handlers) revertEmail(ctx context.Context, in *linkTokenIn) (*revertedOut, error) {
	if err := h.service.RevertEmail(ctx, httpx.Network(ctx), in.Body.Token); err != nil {
		return nil, err
	}
	out := &revertedOut{}
	out.Body.Reverted = true
	return out, nil
}

type accountIn struct {
	Body struct {
		_        struct{} `additionalProperties:"true"`
		Username string   `json:"username,omitempty"`
		Email    string   `json:"email,omitempty"`

		Avatar httpx.NullableText `json:"avatar,omitempty" doc:"Address of a picture that the caller has uploaded. Null removes the picture. Without this field the picture stays"`
	}
}

type accountOut struct {
	Body struct {
		Message string   `json:"message"`
		User    userJSON `json:"user"`
	}
}

// savedText is the message after a form of the account settings was saved. The app shows its own
// copy of this text (rule account-saved).
const savedText = "Settings updated successfully!"

func (h handlers) updateProfile(ctx context.Context, in *accountIn) (*accountOut, error) {
	u, err := h.service.UpdateProfile(ctx, httpx.Actor(ctx), Profile{in.Body.Username, in.Body.Email, in.Body.Avatar.ValueIfSent()})
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	out := &accountOut{}
	out.Body.Message = savedText
	out.Body.User, err = h.ownAccountJSON(ctx, u)
	return out, err
}
