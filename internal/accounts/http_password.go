package accounts

import (
	"context"

	"colloquy/internal/httpx"
)

type passwordIn struct {
	Body struct {
		_               struct{} `additionalProperties:"true"`
		CurrentPassword string   `json:"currentPassword,omitempty"`
		NewPassword     string   `json:"newPassword,omitempty"`
		ConfirmPassword string   `json:"confirmPassword,omitempty"`
	}
}

func (h handlers) changePassword(ctx context.Context, in *passwordIn) (*noticeOut, error) {
	change := PasswordChange{in.Body.CurrentPassword, in.Body.NewPassword, in.Body.ConfirmPassword}
	if err := h.service.ChangePassword(ctx, Caller{Network: httpx.Network(ctx)}, httpx.Actor(ctx), change); err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	out := &noticeOut{}
	out.Body.Message = savedText
	return out, nil
}
