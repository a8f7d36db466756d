package accounts

import (
	"context"

	"colloquy/internal/httpx"
)

// resetRoutes registers the calls that reset a forgotten password. They need no role,
// although three of them are under /admin.
func (h handlers) resetRoutes(api *httpx.API) {
	const tag = "Accounts"
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/admin/auth/forgot-password", ID: "forgotPassword", Summary: "Ask for a mail that resets the password; answers the same for unknown addresses", Tag: tag}, h.forgotPassword)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/admin/auth/verify-otp", ID: "verifyOTP", Summary: "Check the code of the mail", Tag: tag}, h.verifyOTP)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/admin/auth/reset-password", ID: "resetPassword", Summary: "Set a new password, with the code of the mail as proof. Ends all sessions", Tag: tag}, h.resetPassword)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/reset-by-link", ID: "resetByLink", Summary: "Set a new password, with the link of the mail as proof. Ends all sessions", Tag: tag}, h.resetByLink)
}

type forgotPasswordIn struct {
	Body struct {
		_     struct{} `additionalProperties:"true"`
		Email string   `json:"email,omitempty"`
	}
}

type verifyOTPIn struct {
	Body struct {
		_     struct{} `additionalProperties:"true"`
		Email string   `json:"email,omitempty"`
		OTP   string   `json:"otp,omitempty"`
	}
}

type resetPasswordIn struct {
	Body struct {
		_        struct{} `additionalProperties:"true"`
		Email    string   `json:"email,omitempty"`
		OTP      string   `json:"otp,omitempty"`
		Password string   `json:"password,omitempty"`
	}
}

type resetByLinkIn struct {
	Body struct {
		_        struct{} `additionalProperties:"true"`
		Token    string   `json:"token,omitempty"`
		Password string   `json:"password,omitempty"`
	}
}

type resetOut struct {
	Body struct {
		Message string `json:"message"`
	}
}

// answerResetCall returns an answer with a text if err is nil, else err.
func (h handlers) answerResetCall(ctx context.Context, text string, err error) (*resetOut, error) {
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	out := &resetOut{}
	out.Body.Message = text
	return out, nil
}

// passwordResetText is the answer of a reset. Rule accounts-reset-done.
const passwordResetText = "Password reset successfully!"

// forgotPassword answers the same text for every address. Rule accounts-reset-silent.
func (h handlers) forgotPassword(ctx context.Context, in *forgotPasswordIn) (*resetOut, error) {
	return h.answerResetCall(ctx, "OTP sent to your email", h.service.RequestReset(ctx, httpx.Network(ctx), in.Body.Email))
}

// verifyOTP answers a right code with a fixed text. Rule accounts-reset-code.
func (h handlers) verifyOTP(ctx context.Context, in *verifyOTPIn) (*resetOut, error) {
	return h.answerResetCall(ctx, "OTP verified", h.service.VerifyCode(ctx, httpx.Network(ctx), in.Body.Email, in.Body.OTP))
}

func (h handlers) resetPassword(ctx context.Context, in *resetPasswordIn) (*resetOut, error) {
	return h.answerResetCall(ctx, passwordResetText, h.service.ResetByCode(ctx, httpx.Network(ctx), in.Body.Email, in.Body.OTP, in.Body.Password))
}

func (h handlers) resetByLink(ctx context.Context, in *resetByLinkIn) (*resetOut, error) {
	return h.answerResetCall(ctx, passwordResetText, h.service.ResetByLink(ctx, httpx.Network(ctx), in.Body.Token, in.Body.Password))
}
