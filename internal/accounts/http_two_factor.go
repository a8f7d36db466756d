package accounts

import (
	"context"

	"colloquy/internal/httpx"
)

// twoFactorRoutes registers the calls of two-factor sign-in.
func (h handlers) twoFactorRoutes(api *httpx.API) {
	const tag = "Accounts"
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/login/two-factor", ID: "loginTwoFactor", Summary: "Enter the code that a login asks for; answers as login does", Tag: tag}, h.loginTwoFactor)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/two-factor", ID: "beginTwoFactor", Summary: "Make a secret for an authenticator app. Two-factor sign-in stays off until a code confirms it", Tag: tag}, h.beginTwoFactor)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/two-factor/confirm", ID: "confirmTwoFactor", Summary: "Turn two-factor sign-in on with the app's first code. Returns the recovery codes, only this once", Tag: tag}, h.confirmTwoFactor)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/two-factor", ID: "disableTwoFactor", Summary: "Turn two-factor sign-in off", Tag: tag}, h.disableTwoFactor)
}

type loginTwoFactorIn struct {
	cookieHeader string
	userAgent    string
	Body         struct {
		_         struct{} `additionalProperties:"true"`
		Challenge string   `json:"challenge,omitempty"`
		Code      string   `json:"code,omitempty" doc:"Of the authenticator app, or a recovery code"`
	}
}

type twoFactorPasswordIn struct {
	Body struct {
		_        struct{} `additionalProperties:"true"`
		Password string   `json:"password,omitempty"`
	}
}

type twoFactorCodeIn struct {
	Body struct {
		_    struct{} `additionalProperties:"true"`
		Code string   `json:"code,omitempty"`
	}
}

// twoFactorSetupOut is the answer to the first step of the setup. Rule accounts-two-factor-setup.
type twoFactorSetupOut struct {
	Body struct {
		Secret     string `json:"secret" doc:"Base32"`
		OtpauthURL string `json:"otpauth_url"`
		QR         string `json:"qr" doc:"Data address of an SVG picture"`
	}
}

type recoveryCodesOut struct {
	Body struct {
		RecoveryCodes []string `json:"recovery_codes" nullable:"false"`
	}
}

type twoFactorOffOut struct {
	Body struct {
		Success bool `json:"success"`
	}
}

func (h handlers) loginTwoFactor(ctx context.Context, in *loginTwoFactorIn) (*loginOut, error) {
	signIn, err := h.service.LoginWithCode(ctx, Caller{httpx.Network(ctx), h.deviceCookieValue(in.cookieHeader), in.userAgent}, in.Body.Challenge, in.Body.Code)
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	return h.loginAnswer(ctx, signIn)
}

func (h handlers) beginTwoFactor(ctx context.Context, in *twoFactorPasswordIn) (*twoFactorSetupOut, error) {
	setup, err := h.service.BeginTwoFactor(ctx, Caller{Network: httpx.Network(ctx)}, httpx.Actor(ctx), in.Body.Password)
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	out := &twoFactorSetupOut{}
	out.Body.Secret, out.Body.OtpauthURL, out.Body.QR = setup.Secret, setup.URL, setup.QR
	return out, nil
}

func (h handlers) confirmTwoFactor(ctx context.Context, in *twoFactorCodeIn) (*recoveryCodesOut, error) {
	list, err := h.service.ConfirmTwoFactor(ctx, Caller{Network: httpx.Network(ctx)}, httpx.Actor(ctx), in.Body.Code)
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	out := &recoveryCodesOut{}
	out.Body.RecoveryCodes = list
	return out, nil
}

func (h handlers) disableTwoFactor(ctx context.Context, in *twoFactorPasswordIn) (*twoFactorOffOut, error) {
	if err := h.service.DisableTwoFactor(ctx, Caller{Network: httpx.Network(ctx)}, httpx.Actor(ctx), in.Body.Password); err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	out := &twoFactorOffOut{}
	out.Body.Success = true
	return out, nil
}
