package leaving

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/httpx"
)

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	const tag = "Accounts"
	h := handlers{service: s, usesSecureCookies: api.HasHTTPSURL()}
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/account", ID: "deleteAccount", Summary: "Delete the caller's account, finally and at once", Tag: tag}, h.deleteAccount)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/export", ID: "exportData", Summary: "The caller's own data, as a ZIP file", Tag: tag, StreamMediaTypes: "application/zip"}, h.export)
}

type handlers struct {
	service           *Service
	usesSecureCookies bool
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

func (h handlers) deleteAccount(ctx context.Context, in *deleteIn) (*deleteOut, error) {
	password := ""
	if in.Body != nil {
		password = in.Body.Password
	}
	if err := h.service.Delete(ctx, httpx.Actor(ctx), httpx.Network(ctx), password); err != nil {
		return nil, err
	}
	out := &deleteOut{SetCookie: httpx.SessionCookies(h.usesSecureCookies, "", time.Unix(0, 0))}
	out.Body.Success = true
	return out, nil
}

// export answers with a ZIP archive, whose file name contains the date. Rule accounts-export.
func (h handlers) export(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	s, userID := h.service, httpx.Actor(ctx).UserID
	if err := s.takeFromExportLimit(ctx, userID); err != nil {
		return nil, err
	}
	now := s.deps.Clock.Now()
	return httpx.Download("application/zip", "colloquy-export-"+now.Format(time.DateOnly)+".zip", func(ctx context.Context, w io.Writer) error {
		err := s.Export(ctx, userID, now, w)
		if err != nil && ctx.Err() == nil {
			s.deps.Log.ErrorContext(ctx, "an export failed", "error", err.Error())
		}
		return err
	}), nil
}
