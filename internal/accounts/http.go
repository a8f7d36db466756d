package accounts

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/accounts/password"
	"colloquy/internal/httpx"
)

// Routes registers the calls of the service.
func (s *Service) Routes(api *httpx.API) {
	const tag = "Accounts"
	h := handlers{service: s, hasSecureCookies: api.HasHTTPSURL()}
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/register", ID: "register", Summary: "Make an account", Tag: tag, Status: http.StatusCreated}, h.register)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/login", ID: "login", Summary: "Sign in; answers a bearer token and sets a cookie", Tag: tag}, h.login)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/logout", ID: "logout", Summary: "End the session that the call is made with", Tag: tag}, h.logout)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/auth/me", ID: "me", Summary: "The caller's own account", Tag: tag}, h.me)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/verify-email", ID: "verifyEmail", Summary: "Confirm an address with the token of a mail", Tag: tag}, h.verifyEmail)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/verify-email/resend", ID: "resendVerifyMail", Summary: "Send the mail that confirms the address again", Tag: tag, Status: http.StatusAccepted}, h.resendVerifyMail)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/auth/revert-email", ID: "revertEmail", Summary: "Bring an old address back with the token of a mail; ends all sessions", Tag: tag}, h.revertEmail)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/profile", ID: "updateProfile", Summary: "Change the name; a new address waits for its confirmation", Tag: tag}, h.updateProfile)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/password", ID: "changePassword", Summary: "Change the password; ends the other sessions", Tag: tag}, h.changePassword)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/sessions", ID: "listOwnSessions", Summary: "The caller's sign-ins on all devices", Tag: tag}, h.listSessions)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/sessions/{id}", ID: "endSession", Summary: "End one of the caller's sessions", Tag: tag}, h.endSession)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/sessions/end-others", ID: "endOtherSessions", Summary: "End all sessions but the one of the call", Tag: tag}, h.endOtherSessions)
	h.resetRoutes(api)
	h.settingsRoutes(api)
	h.twoFactorRoutes(api)
	h.googleRoutes(api)
}

type handlers struct {
	service          *Service
	hasSecureCookies bool
}

type userJSON struct {
	ID                 string         `json:"id"`
	Email              string         `json:"email"`
	Username           string         `json:"username"`
	Image              *string        `json:"image" nullable:"true"`
	Avatar             *string        `json:"avatar" nullable:"true"`
	IsPaid             bool           `json:"is_paid" doc:"A purchase is active now"`
	SubscriptionStatus string         `json:"subscription_status" enum:"active,free" doc:"active while the user has an active purchase of plan 2, which unlocks all characters"`
	JoinedDate         time.Time      `json:"joined_date"`
	UserPurchase       []purchaseJSON `json:"user_purchase" nullable:"false" doc:"Purchases, the latest end first"`
	IsAdmin            bool           `json:"is_admin"`
	EmailVerified      bool           `json:"email_verified"`
	PendingEmail       *string        `json:"pending_email" nullable:"true"`
	TwoFactor          bool           `json:"two_factor" doc:"Two-factor sign-in is on"`
	HasPassword        bool           `json:"has_password" doc:"False for an account that signs in with Google only"`
}

// ownAccountJSON returns the JSON of the caller's own account u, with its purchases.
func (h handlers) ownAccountJSON(ctx context.Context, u User) (userJSON, error) {
	purchases, err := h.service.Purchases(ctx, u.ID)
	return toUserJSON(u, purchases), err
}

// toUserJSON returns the JSON of a user's own account. Image and Avatar are the same picture. Rule
// media-shown.
func toUserJSON(u User, purchases []Purchase) userJSON {
	out := userJSON{
		ID: u.ID, Email: u.Email, Username: u.Username, IsPaid: isPaid(purchases), SubscriptionStatus: subscriptionStatus(purchases),
		JoinedDate: u.CreatedAt, UserPurchase: toPurchasesJSON(purchases), IsAdmin: u.IsAdmin, EmailVerified: u.IsEmailVerified, TwoFactor: u.HasTwoFactor, HasPassword: u.HasPassword(),
	}
	if u.Image != "" {
		out.Image, out.Avatar = &u.Image, &u.Image
	}
	if u.PendingEmail != "" {
		out.PendingEmail = &u.PendingEmail
	}
	return out
}

// registerIn has all fields that a registration sets. The call accepts other fields and ignores
// them. Rule accounts-fields-not-taken.
type registerIn struct {
	Body struct {
		_        struct{} `additionalProperties:"true"`
		Name     string   `json:"name,omitempty"`
		Email    string   `json:"email,omitempty"`
		Password string   `json:"password,omitempty"`
	}
}

// registerOut is the answer of a registration: the user without a token. Routes sets the status
// 201. Rule accounts-register-signs-nobody-in.
type registerOut struct {
	Body struct {
		User userJSON `json:"user"`
	}
}

type loginIn struct {
	cookieHeader string
	userAgent    string
	Body         struct {
		_        struct{} `additionalProperties:"true"`
		Email    string   `json:"email,omitempty"`
		Password string   `json:"password,omitempty"`
	}
}

// Resolve reads the headers Cookie and User-Agent. If they were fields of loginIn, they
// would be in the OpenAPI document.
func (in *loginIn) Resolve(ctx huma.Context) []error {
	in.cookieHeader, in.userAgent = ctx.Header("Cookie"), ctx.Header("User-Agent")
	return nil
}

// Resolve reads the headers as loginIn.Resolve does.
func (in *googleReturnIn) Resolve(ctx huma.Context) []error {
	in.cookieHeader, in.userAgent = ctx.Header("Cookie"), ctx.Header("User-Agent")
	return nil
}

// Resolve reads the headers as loginIn.Resolve does.
func (in *googleLinkIn) Resolve(ctx huma.Context) []error {
	in.cookieHeader, in.userAgent = ctx.Header("Cookie"), ctx.Header("User-Agent")
	return nil
}

// Resolve reads the headers as loginIn.Resolve does.
func (in *loginTwoFactorIn) Resolve(ctx huma.Context) []error {
	in.cookieHeader, in.userAgent = ctx.Header("Cookie"), ctx.Header("User-Agent")
	return nil
}

// deviceCookie returns the cookie by which a later sign-in recognises the device.
// Browsers send it to /api/auth only.
func deviceCookie(secure bool, value string, expires time.Time) http.Cookie {
	return http.Cookie{
		Name: deviceCookieName(secure), Value: value, Path: "/api/auth", Expires: expires,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}

func deviceCookieName(secure bool) string {
	if secure {
		return "__Secure-device"
	}
	return "device"
}

// deviceCookieValue returns the value of the device cookie in a Cookie header, or "".
func (h handlers) deviceCookieValue(cookieHeader string) string {
	return cookieValue(cookieHeader, deviceCookieName(h.hasSecureCookies))
}

// googleCookies returns a list with the one cookie that binds a sign-in with Google to the browser.
// SameSite is Lax, because the redirect comes from the provider's site. An empty value deletes the
// cookie.
func googleCookies(secure bool, value string, expires time.Time) []http.Cookie {
	c := http.Cookie{
		Name: googleCookieName(secure), Value: value, Path: "/", Expires: expires,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		c.MaxAge = -1
	}
	return []http.Cookie{c}
}

// googleCookieName returns the name of the cookie of a sign-in with Google. Rule
// accounts-google-start.
func googleCookieName(secure bool) string {
	if secure {
		return "__Host-google"
	}
	return "google"
}

// cookieValue returns the value of a cookie in a Cookie header, or "".
func cookieValue(cookieHeader, name string) string {
	list, err := http.ParseCookie(cookieHeader)
	if err != nil {
		return ""
	}
	for _, c := range list {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

type loginOut struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Token string   `json:"token"`
		User  userJSON `json:"user"`
	}
}

type logoutOut struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Message string `json:"message"`
	}
}

type meOut struct{ Body userJSON }

// defaultLimitRefusalDelay is how long a refusal is delayed. The delay limits how many calls an
// attacker with some hundred connections can make. Rule limits-refusals-wait.
const defaultLimitRefusalDelay = 500 * time.Millisecond

// delayLimitRefusal returns err. If err is errTooManyAttempts or password.ErrBusy, it first
// waits for Deps.LimitRefusalDelay, or until ctx ends.
func (h handlers) delayLimitRefusal(ctx context.Context, err error) error {
	if !errors.Is(err, errTooManyAttempts) && !errors.Is(err, password.ErrBusy) {
		return err
	}
	timer := time.NewTimer(cmp.Or(h.service.deps.LimitRefusalDelay, defaultLimitRefusalDelay))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return err
}

func (h handlers) register(ctx context.Context, in *registerIn) (*registerOut, error) {
	u, err := h.service.Register(ctx, httpx.Network(ctx), Registration{in.Body.Name, in.Body.Email, in.Body.Password})
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	out := &registerOut{}
	out.Body.User = toUserJSON(u, nil)
	return out, nil
}

func (h handlers) login(ctx context.Context, in *loginIn) (*loginOut, error) {
	signIn, err := h.service.Login(ctx, Caller{httpx.Network(ctx), h.deviceCookieValue(in.cookieHeader), in.userAgent}, in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, h.delayLimitRefusal(ctx, err)
	}
	return h.loginAnswer(ctx, signIn)
}

// loginAnswer returns the answer to a successful login, with the token and the cookies.
func (h handlers) loginAnswer(ctx context.Context, signIn SignInResult) (*loginOut, error) {
	user, err := h.ownAccountJSON(ctx, signIn.User)
	if err != nil {
		return nil, err
	}
	out := &loginOut{SetCookie: h.loginCookies(signIn)}
	out.Body.Token, out.Body.User = signIn.Bearer, user
	return out, nil
}

// loginCookies returns the session cookies and the device cookie of a sign-in.
func (h handlers) loginCookies(signIn SignInResult) []http.Cookie {
	cookies := httpx.SessionCookies(h.hasSecureCookies, signIn.Cookie, signIn.CookieExpires)
	return append(cookies, deviceCookie(h.hasSecureCookies, signIn.DeviceCookie, signIn.DeviceExpires))
}

// cookieLoginOut is the answer of a login whose caller needs no token.
type cookieLoginOut struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Success bool `json:"success"`
	}
}

// cookieLoginAnswer returns the answer to a successful login with the cookies and without
// the token.
func (h handlers) cookieLoginAnswer(signIn SignInResult) *cookieLoginOut {
	out := &cookieLoginOut{SetCookie: h.loginCookies(signIn)}
	out.Body.Success = true
	return out
}

func (h handlers) logout(ctx context.Context, _ *struct{}) (*logoutOut, error) {
	bearer, cookie := httpx.Secrets(ctx)
	if err := h.service.Logout(ctx, httpx.Network(ctx), bearer, cookie); err != nil {
		return nil, err
	}
	out := &logoutOut{SetCookie: httpx.SessionCookies(h.hasSecureCookies, "", time.Unix(0, 0))}
	out.Body.Message = "Logged out"
	return out, nil
}

func (h handlers) me(ctx context.Context, _ *struct{}) (*meOut, error) {
	u, err := h.service.Me(ctx, httpx.Actor(ctx))
	if err != nil {
		return nil, err
	}
	out := &meOut{}
	out.Body, err = h.ownAccountJSON(ctx, u)
	return out, err
}
