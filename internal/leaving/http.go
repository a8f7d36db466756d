package leaving

import (
	"context"
	"net/http"
	"time"

	"colloquy/internal/httpx"
)

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	const tag = "Accounts"
	h := handlers{service: s, secure: api.Secure()}
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/account", ID: "deleteAccount", Summary: "Delete the caller's account, finally and at once", Tag: tag}, h.delete)
}

type handlers struct {
	service *Service
	secure  bool
}

type deleteIn struct {
	Body *struct {
		_        struct{} `additionalProperties:"true"`
		Password string   `json:"password,omitempty" doc:"The current password; an account without one needs a login within the last ten minutes instead"`
	}
}

type deleteOut struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Success bool `json:"success"`
	}
}

func (h handlers) delete(ctx context.Context, in *deleteIn) (*deleteOut, error) {
	password := ""
	if in.Body != nil {
		password = in.Body.Password
	}
	if err := h.service.Delete(ctx, httpx.Actor(ctx), httpx.Network(ctx), password); err != nil {
		return nil, err
	}
	out := &deleteOut{SetCookie: httpx.SessionCookies(h.secure, "", time.Unix(0, 0))}
	out.Body.Success = true
	return out, nil
}
