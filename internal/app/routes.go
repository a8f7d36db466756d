package app

import (
	"time"

	"colloquy/internal/httpx"
)

const (
	maxSmallBody   = 4 << 10       // bytes; enough for a form
	maxCommentBody = 16 << 10      // bytes; enough for 1,000 characters, escaped
	maxLetterBody  = 20 << 10      // bytes; enough for the four fields of Contact Us, escaped
	maxUploadBody  = 5<<20 + 8<<10 // bytes; enough for a file of 5 MiB (rules media-upload, voice-transcription)
	maxWebhookBody = 64 << 10      // bytes; rule payment-webhook
	maxMessageBody = 64 << 10      // bytes; enough for 4,000 characters, escaped
)

func perMinute(n int) httpx.Rate { return httpx.Rate{N: n, Period: time.Minute} }

// routeTable is the table of all API calls. Other limits, such as those of sign-in and of
// sending messages, are in the packages of the features. Rules access-who-may-call, api-rate.
var routeTable = httpx.RouteTable{
	{Method: "POST", Path: "/auth/register", Caller: httpx.Anyone, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/auth/login", Caller: httpx.Anyone, Rate: perMinute(30), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/auth/login/two-factor", Caller: httpx.Anyone, Rate: perMinute(30), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/auth/logout", Caller: httpx.Anyone, Rate: perMinute(30)},
	{Method: "POST", Path: "/admin/auth/forgot-password", Caller: httpx.Anyone, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/admin/auth/verify-otp", Caller: httpx.Anyone, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/admin/auth/reset-password", Caller: httpx.Anyone, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/auth/reset-by-link", Caller: httpx.Anyone, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/auth/methods", Caller: httpx.Anyone, Rate: perMinute(120)},
	{Method: "GET", Path: "/auth/google", Caller: httpx.Anyone, Rate: perMinute(30)},
	{Method: "GET", Path: "/auth/google/callback", Caller: httpx.Anyone, Rate: perMinute(30)},
	{Method: "POST", Path: "/auth/google/link", Caller: httpx.Anyone, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/auth/me", Caller: httpx.User, Rate: perMinute(240)},
	{Method: "POST", Path: "/auth/verify-email", Caller: httpx.Anyone, Rate: perMinute(30), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/auth/verify-email/resend", Caller: httpx.User, Rate: perMinute(20)},
	{Method: "POST", Path: "/auth/revert-email", Caller: httpx.Anyone, Rate: perMinute(30), MaxBody: maxSmallBody},
	{Method: "PUT", Path: "/user/profile", Caller: httpx.User, Rate: perMinute(30), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/admin/upload/single/{kind}", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxUploadBody, BodyType: httpx.UploadBody},
	{Method: "GET", Path: "/user/sessions", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/user/sessions/{id}", Caller: httpx.User, Rate: perMinute(60)},
	{Method: "POST", Path: "/user/sessions/end-others", Caller: httpx.User, Rate: perMinute(20)},
	{Method: "PUT", Path: "/user/password", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/user/preferences", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/preferences", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/user/privacy", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/privacy", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},

	{Method: "DELETE", Path: "/user/account", Caller: httpx.User, Rate: perMinute(240), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/user/export", Caller: httpx.User, Rate: perMinute(10)},

	{Method: "POST", Path: "/user/two-factor", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/user/two-factor/confirm", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "DELETE", Path: "/user/two-factor", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxSmallBody},

	{Method: "GET", Path: "/characters", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/characters/groups", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/characters/id/{id}", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/categories", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/tags", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/profile/{id}", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/profile/{id}/similar", Caller: httpx.Anyone, Rate: perMinute(240)},

	{Method: "GET", Path: "/admin/web-settings", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/admin/web-settings/id/{id}", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/admin/web-settings/key/{key}", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/feeds", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/feeds/{url_slug}", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/pages/{key}", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/help", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/contact", Caller: httpx.Anyone, Rate: perMinute(20), MaxBody: maxLetterBody},

	{Method: "GET", Path: "/admin/plans/{id}", Caller: httpx.Anyone, Rate: perMinute(120)},
	{Method: "POST", Path: "/purchase", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/purchase/verify", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/purchase/sandbox", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/purchase/refund", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/webhooks/razorpay", Caller: httpx.Anyone, Rate: perMinute(6000), MaxBody: maxWebhookBody, BodyType: httpx.SignedBody},
	{Method: "GET", Path: "/purchase/orders", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/purchase/order/{id}", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/purchase/invoice/{id}", Caller: httpx.User, Rate: perMinute(30)},

	{Method: "POST", Path: "/profile/{id}/like", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/profile/{id}/follow", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/profile/{id}/comments", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/profile/{id}/comments", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxCommentBody},
	{Method: "GET", Path: "/profile/{id}/activity", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/comments/{id}/like", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/comments/{id}/replies", Caller: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/comments/{id}/report", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxCommentBody},
	{Method: "DELETE", Path: "/comments/{id}", Caller: httpx.User, Rate: perMinute(60)},

	{Method: "GET", Path: "/user/favorites", Caller: httpx.User, Rate: perMinute(240)},
	{Method: "GET", Path: "/user/collections", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/user/collections/lists", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/user/collections/lists", Caller: httpx.User, Rate: perMinute(30), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/user/collections/lists/{id}", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/collections/lists/{id}", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/user/collections/lists/{id}/characters", Caller: httpx.User, Rate: perMinute(120), MaxBody: maxSmallBody},
	{Method: "PUT", Path: "/user/collections/lists/{id}/characters", Caller: httpx.User, Rate: perMinute(120), MaxBody: maxSmallBody},
	{Method: "DELETE", Path: "/user/collections/lists/{id}/characters/{characterId}", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/user/collections/lists/{id}/share", Caller: httpx.User, Rate: perMinute(30)},
	{Method: "GET", Path: "/collections/{token}", Caller: httpx.Anyone, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/user/collections/lists/{id}/share", Caller: httpx.User, Rate: perMinute(30)},
	{Method: "DELETE", Path: "/user/collections/lists/{id}", Caller: httpx.User, Rate: perMinute(60)},

	{Method: "GET", Path: "/user/notifications", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/user/notifications/stream", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "PATCH", Path: "/user/notifications/{id}/read", Caller: httpx.User, Rate: perMinute(240)},
	{Method: "PATCH", Path: "/user/notifications/mark-all-read", Caller: httpx.User, Rate: perMinute(60)},
	{Method: "POST", Path: "/unsubscribe/{token}", Caller: httpx.Anyone, Rate: perMinute(60), BodyType: httpx.SignedBody}, // rule notifications-unsubscribe
	{Method: "DELETE", Path: "/user/notifications/{id}", Caller: httpx.User, Rate: perMinute(240)},

	{Method: "GET", Path: "/user/chats", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/user/chats/{id}", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/user/chats/bulk-delete", Caller: httpx.User, Rate: perMinute(30), MaxBody: maxCommentBody},

	{Method: "POST", Path: "/session", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "GET", Path: "/sessions", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/sessions/characterProfile", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/voices/character/speech", Caller: httpx.User, Rate: perMinute(240), MaxBody: maxMessageBody},
	{Method: "POST", Path: "/voices/transcription", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxUploadBody, BodyType: httpx.UploadBody},
	{Method: "GET", Path: "/user/voice", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "PATCH", Path: "/user/voice", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxMessageBody},
	{Method: "GET", Path: "/messages/{id}/memory", Caller: httpx.User, Rate: perMinute(240)},
	{Method: "POST", Path: "/messages/{id}/memory", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "PUT", Path: "/messages/{id}/memory/{memoryId}", Caller: httpx.User, Rate: perMinute(120), MaxBody: maxSmallBody},
	{Method: "DELETE", Path: "/messages/{id}/memory/{memoryId}", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/messages/{id}/memory", Caller: httpx.User, Rate: perMinute(30)},
	{Method: "GET", Path: "/user/memory", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/memory", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxCommentBody},
	{Method: "DELETE", Path: "/user/memory", Caller: httpx.User, Rate: perMinute(20)},
	{Method: "GET", Path: "/messages/{id}", Caller: httpx.User, Rate: perMinute(240)},
	{Method: "GET", Path: "/messages/search", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/messages/{id}/search", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/messages/slug/{slug}", Caller: httpx.User, Rate: perMinute(240)},
	{Method: "POST", Path: "/messages/{id}", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxMessageBody},
	{Method: "POST", Path: "/messages/{id}/stream", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxMessageBody},
	{Method: "GET", Path: "/messages/{id}/stream", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/messages/{id}/regenerate", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "PUT", Path: "/messages/{id}/{messageId}", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxMessageBody},
	{Method: "DELETE", Path: "/messages/{id}/{messageId}", Caller: httpx.User, Rate: perMinute(60)},
	{Method: "PUT", Path: "/messages/{id}/{messageId}/alternative", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/messages/{id}/{messageId}/feedback", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxCommentBody},
	{Method: "POST", Path: "/messages/{id}/{messageId}/report", Caller: httpx.User, Rate: perMinute(20), MaxBody: maxCommentBody},
	{Method: "PUT", Path: "/messages/{id}/year", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/messages/{id}/step-outside", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/messages/{id}/start-over", Caller: httpx.User, Rate: perMinute(20)},
	{Method: "GET", Path: "/messages/{id}/archives", Caller: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/messages/{id}/archives/{archiveId}/restore", Caller: httpx.User, Rate: perMinute(20)},
	{Method: "GET", Path: "/messages/{id}/export", Caller: httpx.User, Rate: perMinute(20)},
	{Method: "PUT", Path: "/session/{id}", Caller: httpx.User, Rate: perMinute(60), MaxBody: maxSmallBody},
	{Method: "POST", Path: "/messages/{id}/stop", Caller: httpx.User, Rate: perMinute(120), MaxBody: maxSmallBody},
}
