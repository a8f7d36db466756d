package accounts

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// googleRoutes registers the calls of signing in with Google. A browser opens startGoogle
// and finishGoogle in a window, so they answer with pages.
func (h handlers) googleRoutes(api *httpx.API) {
	const tag = "Accounts"
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/auth/methods", ID: "signInMethods", Summary: "The ways to sign in beside a password", Tag: tag}, h.signInMethods)
	httpx.HandlePage(api, httpx.Op{Method: "GET", Path: "/auth/google", ID: "startGoogle", Summary: "Opened in a window: redirects to the sign-in page of Google", Tag: tag}, h.startGoogle, googleErrorPage)
	httpx.HandlePage(api, httpx.Op{Method: "GET", Path: "/auth/google/callback", ID: "finishGoogle", Summary: "Google sends its window back to this address, which signs the user in or asks for missing details", Tag: tag}, h.finishGoogle, googleErrorPage)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/google/link", ID: "linkGoogle", Summary: "Connect Google with the password of the account that has the same address; signs in by cookie", Tag: tag}, h.linkGoogle)
}

type methodsOut struct {
	Body struct {
		Google bool `json:"google"`
	}
}

func (h handlers) signInMethods(context.Context, *struct{}) (*methodsOut, error) {
	out := &methodsOut{}
	out.Body.Google = h.service.GoogleIsOn()
	return out, nil
}

type googleStartIn struct {
	FetchSite  string `header:"Sec-Fetch-Site" hidden:"true"`
	SecPurpose string `header:"Sec-Purpose" hidden:"true"`
	Purpose    string `header:"Purpose" hidden:"true"`
}

// startGoogle refuses prefetch requests and requests from other sites. A sign-in must begin with a
// click on this site. Rule accounts-google-start.
func (h handlers) startGoogle(ctx context.Context, in *googleStartIn) (httpx.BrowserPage, error) {
	isFromOtherOrigin := in.FetchSite == "cross-site" || in.FetchSite == "same-site"
	if isFromOtherOrigin || strings.Contains(in.SecPurpose+in.Purpose, "prefetch") {
		return httpx.BrowserPage{}, core.ErrCrossSite
	}
	start, err := h.service.StartGoogleSignIn(ctx)
	if err != nil {
		return httpx.BrowserPage{}, err
	}
	cookies := googleCookies(h.hasSecureCookies, start.Cookie, start.Expires)
	return httpx.BrowserPage{Status: 302, Location: start.URL, Cookies: cookies}, nil
}

type googleReturnIn struct {
	cookieHeader string
	userAgent    string
	State        string `query:"state"`
	Code         string `query:"code"`
	Failure      string `query:"error"`
	Issuer       string `query:"iss"`
}

// finishGoogle returns the page in the popup window. The page closes the popup, or asks for the
// password (rule accounts-google-password) or the code (rule accounts-google-two-factor).
func (h handlers) finishGoogle(ctx context.Context, in *googleReturnIn) (httpx.BrowserPage, error) {
	from := Caller{Network: httpx.Network(ctx), UserAgent: in.userAgent}
	result, err := h.service.FinishGoogleSignIn(ctx, from, cookieValue(in.cookieHeader, googleCookieName(h.hasSecureCookies)), GoogleReturn{in.State, in.Code, in.Failure, in.Issuer})
	if err != nil {
		return httpx.BrowserPage{}, err
	}
	page := googlePage{googleDone, googleDoneText, ""}
	cookies := googleCookies(h.hasSecureCookies, "", time.Unix(0, 0))
	switch {
	case result.LinkToken != "":
		page = googlePage{googleAsksPassword, googlePasswordText, result.LinkToken}
	case result.ChallengeToken != "":
		page = googlePage{googleAsksCode, errTwoFactorRequired.Msg, result.ChallengeToken}
	default:
		// The answer sets no device cookie. That cookie is Strict, so this redirect does not carry
		// it. A new device cookie would replace the present one, and the other accounts in the
		// present one would be lost.
		cookies = append(cookies, httpx.SessionCookies(h.hasSecureCookies, result.SignIn.Cookie, result.SignIn.CookieExpires)...)
	}
	html, err := page.html()
	return httpx.BrowserPage{Status: 200, Cookies: cookies, HTML: html}, err
}

// googleErrorPage returns the page that shows an error, also for a call that the rate limit refuses
// (rule accounts-google-texts).
func googleErrorPage(p *httpx.Problem) httpx.BrowserPage {
	page := googlePage{googleFailed, p.Message, ""}
	if p.Code == errGoogleCancelled.Code {
		page.State = googleCancelled
	}
	html, err := page.html()
	if err != nil {
		html = []byte(p.Message)
	}
	return httpx.BrowserPage{HTML: html}
}

type googleLinkIn struct {
	cookieHeader string
	userAgent    string
	Body         struct {
		_         struct{} `additionalProperties:"true"`
		LinkToken string   `json:"ticket,omitempty"`
		Password  string   `json:"password,omitempty"`
	}
}

func (h handlers) linkGoogle(ctx context.Context, in *googleLinkIn) (*cookieLoginOut, error) {
	signIn, err := h.service.LinkGoogle(ctx, Caller{httpx.Network(ctx), h.deviceCookieValue(in.cookieHeader), in.userAgent}, in.Body.LinkToken, in.Body.Password)
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	return h.cookieLoginAnswer(signIn), nil
}
