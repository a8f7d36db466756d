package app

import (
	"time"

	"colloquy/internal/httpx"
)

const (
	maxSmallBody   = 4 << 10       // bytes: a form
	maxCommentBody = 16 << 10      // bytes: 1,000 characters, escaped
	maxLetterBody  = 20 << 10      // bytes: the four fields of Contact Us, escaped
	maxUploadBody  = 5<<20 + 8<<10 // bytes: a file of 5 MiB in its form
	maxWebhookBody = 64 << 10
	maxMessageBody = 64 << 10 // bytes: 4,000 characters, escaped
)

func perMinute(n int) httpx.Rate { return httpx.Rate{N: n, Per: time.Minute} }

// routeTable is the table of all API calls. Other limits, such as those of sign-in and of
// sending messages, are in the packages of the features. Rules access-who-may-call, api-rate.
var routeTable = httpx.Table{
	{Method: "POST", Path: "/auth/register", Who: httpx.Anyone, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "POST", Path: "/auth/login", Who: httpx.Anyone, Rate: perMinute(30), Body: maxSmallBody},
	{Method: "POST", Path: "/auth/login/two-factor", Who: httpx.Anyone, Rate: perMinute(30), Body: maxSmallBody},
	{Method: "POST", Path: "/auth/logout", Who: httpx.Anyone, Rate: perMinute(30)},
	{Method: "POST", Path: "/admin/auth/forgot-password", Who: httpx.Anyone, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "POST", Path: "/admin/auth/verify-otp", Who: httpx.Anyone, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "POST", Path: "/admin/auth/reset-password", Who: httpx.Anyone, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "POST", Path: "/auth/reset-by-link", Who: httpx.Anyone, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "GET", Path: "/auth/methods", Who: httpx.Anyone, Rate: perMinute(120)},
	{Method: "GET", Path: "/auth/google", Who: httpx.Anyone, Rate: perMinute(30)},
	{Method: "GET", Path: "/auth/google/callback", Who: httpx.Anyone, Rate: perMinute(30)},
	{Method: "POST", Path: "/auth/google/link", Who: httpx.Anyone, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "GET", Path: "/auth/me", Who: httpx.User, Rate: perMinute(240)},
	{Method: "POST", Path: "/auth/verify-email", Who: httpx.Anyone, Rate: perMinute(30), Body: maxSmallBody},
	{Method: "POST", Path: "/auth/verify-email/resend", Who: httpx.User, Rate: perMinute(20)},
	{Method: "POST", Path: "/auth/revert-email", Who: httpx.Anyone, Rate: perMinute(30), Body: maxSmallBody},
	{Method: "PUT", Path: "/user/profile", Who: httpx.User, Rate: perMinute(30), Body: maxSmallBody},
	{Method: "POST", Path: "/admin/upload/single/{kind}", Who: httpx.User, Rate: perMinute(20), Body: maxUploadBody, Type: httpx.Upload},
	{Method: "GET", Path: "/user/sessions", Who: httpx.User, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/user/sessions/{id}", Who: httpx.User, Rate: perMinute(60)},
	{Method: "POST", Path: "/user/sessions/end-others", Who: httpx.User, Rate: perMinute(20)},
	{Method: "PUT", Path: "/user/password", Who: httpx.User, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "GET", Path: "/user/preferences", Who: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/preferences", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "GET", Path: "/user/privacy", Who: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/privacy", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},

	{Method: "DELETE", Path: "/user/account", Who: httpx.User, Rate: perMinute(240), Body: maxSmallBody},
	{Method: "GET", Path: "/user/export", Who: httpx.User, Rate: perMinute(10)},

	{Method: "POST", Path: "/user/two-factor", Who: httpx.User, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "POST", Path: "/user/two-factor/confirm", Who: httpx.User, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "DELETE", Path: "/user/two-factor", Who: httpx.User, Rate: perMinute(20), Body: maxSmallBody},

	{Method: "GET", Path: "/characters", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/characters/groups", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/characters/id/{id}", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/categories", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/tags", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/profile/{id}", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/profile/{id}/similar", Who: httpx.Anyone, Rate: perMinute(240)},

	{Method: "GET", Path: "/admin/web-settings", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/admin/web-settings/id/{id}", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/admin/web-settings/key/{key}", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/feeds", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/feeds/{url_slug}", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/pages/{key}", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "GET", Path: "/help", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/contact", Who: httpx.Anyone, Rate: perMinute(20), Body: maxLetterBody},

	{Method: "GET", Path: "/admin/plans/{id}", Who: httpx.Anyone, Rate: perMinute(120)},
	{Method: "POST", Path: "/purchase", Who: httpx.User, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "POST", Path: "/purchase/verify", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "POST", Path: "/purchase/sandbox", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "POST", Path: "/purchase/refund", Who: httpx.User, Rate: perMinute(20), Body: maxSmallBody},
	{Method: "POST", Path: "/webhooks/razorpay", Who: httpx.Anyone, Rate: perMinute(6000), Body: maxWebhookBody, Type: httpx.Signed},
	{Method: "GET", Path: "/purchase/orders", Who: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/purchase/order/{id}", Who: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/purchase/invoice/{id}", Who: httpx.User, Rate: perMinute(30)},

	{Method: "POST", Path: "/profile/{id}/like", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "POST", Path: "/profile/{id}/follow", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "GET", Path: "/profile/{id}/comments", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/profile/{id}/comments", Who: httpx.User, Rate: perMinute(60), Body: maxCommentBody},
	{Method: "GET", Path: "/profile/{id}/activity", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/comments/{id}/like", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "GET", Path: "/comments/{id}/replies", Who: httpx.Anyone, Rate: perMinute(240)},
	{Method: "POST", Path: "/comments/{id}/report", Who: httpx.User, Rate: perMinute(20), Body: maxCommentBody},
	{Method: "DELETE", Path: "/comments/{id}", Who: httpx.User, Rate: perMinute(60)},

	{Method: "GET", Path: "/user/favorites", Who: httpx.User, Rate: perMinute(240)},
	{Method: "GET", Path: "/user/collections", Who: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/user/collections/lists", Who: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/user/collections/lists", Who: httpx.User, Rate: perMinute(30), Body: maxSmallBody},
	{Method: "GET", Path: "/user/collections/lists/{id}", Who: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/collections/lists/{id}", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "POST", Path: "/user/collections/lists/{id}/characters", Who: httpx.User, Rate: perMinute(120), Body: maxSmallBody},
	{Method: "PUT", Path: "/user/collections/lists/{id}/characters", Who: httpx.User, Rate: perMinute(120), Body: maxSmallBody},
	{Method: "DELETE", Path: "/user/collections/lists/{id}/characters/{characterId}", Who: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/user/collections/lists/{id}/share", Who: httpx.User, Rate: perMinute(30)},
	{Method: "GET", Path: "/collections/{token}", Who: httpx.Anyone, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/user/collections/lists/{id}/share", Who: httpx.User, Rate: perMinute(30)},
	{Method: "DELETE", Path: "/user/collections/lists/{id}", Who: httpx.User, Rate: perMinute(60)},

	{Method: "GET", Path: "/user/notifications", Who: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/user/notifications/stream", Who: httpx.User, Rate: perMinute(120)},
	{Method: "PATCH", Path: "/user/notifications/{id}/read", Who: httpx.User, Rate: perMinute(240)},
	{Method: "PATCH", Path: "/user/notifications/mark-all-read", Who: httpx.User, Rate: perMinute(60)},
	{Method: "POST", Path: "/unsubscribe/{token}", Who: httpx.Anyone, Rate: perMinute(60), Type: httpx.Signed},
	{Method: "DELETE", Path: "/user/notifications/{id}", Who: httpx.User, Rate: perMinute(240)},

	{Method: "GET", Path: "/user/chats", Who: httpx.User, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/user/chats/{id}", Who: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/user/chats/bulk-delete", Who: httpx.User, Rate: perMinute(30), Body: maxCommentBody},

	{Method: "POST", Path: "/session", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "GET", Path: "/sessions", Who: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/sessions/characterProfile", Who: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/voices/character/speech", Who: httpx.User, Rate: perMinute(240), Body: maxMessageBody},
	{Method: "POST", Path: "/voices/transcription", Who: httpx.User, Rate: perMinute(20), Body: maxUploadBody, Type: httpx.Upload},
	{Method: "GET", Path: "/user/voice", Who: httpx.User, Rate: perMinute(120)},
	{Method: "PATCH", Path: "/user/voice", Who: httpx.User, Rate: perMinute(60), Body: maxMessageBody},
	{Method: "GET", Path: "/messages/{id}/memory", Who: httpx.User, Rate: perMinute(240)},
	{Method: "POST", Path: "/messages/{id}/memory", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "PUT", Path: "/messages/{id}/memory/{memoryId}", Who: httpx.User, Rate: perMinute(120), Body: maxSmallBody},
	{Method: "DELETE", Path: "/messages/{id}/memory/{memoryId}", Who: httpx.User, Rate: perMinute(120)},
	{Method: "DELETE", Path: "/messages/{id}/memory", Who: httpx.User, Rate: perMinute(30)},
	{Method: "GET", Path: "/user/memory", Who: httpx.User, Rate: perMinute(120)},
	{Method: "PUT", Path: "/user/memory", Who: httpx.User, Rate: perMinute(60), Body: maxCommentBody},
	{Method: "DELETE", Path: "/user/memory", Who: httpx.User, Rate: perMinute(20)},
	{Method: "GET", Path: "/messages/{id}", Who: httpx.User, Rate: perMinute(240)},
	{Method: "GET", Path: "/messages/search", Who: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/messages/{id}/search", Who: httpx.User, Rate: perMinute(120)},
	{Method: "GET", Path: "/messages/slug/{slug}", Who: httpx.User, Rate: perMinute(240)},
	{Method: "POST", Path: "/messages/{id}", Who: httpx.User, Rate: perMinute(60), Body: maxMessageBody},
	{Method: "POST", Path: "/messages/{id}/stream", Who: httpx.User, Rate: perMinute(60), Body: maxMessageBody},
	{Method: "GET", Path: "/messages/{id}/stream", Who: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/messages/{id}/regenerate", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "PUT", Path: "/messages/{id}/{messageId}", Who: httpx.User, Rate: perMinute(60), Body: maxMessageBody},
	{Method: "DELETE", Path: "/messages/{id}/{messageId}", Who: httpx.User, Rate: perMinute(60)},
	{Method: "PUT", Path: "/messages/{id}/{messageId}/alternative", Who: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/messages/{id}/{messageId}/feedback", Who: httpx.User, Rate: perMinute(60), Body: maxCommentBody},
	{Method: "POST", Path: "/messages/{id}/{messageId}/report", Who: httpx.User, Rate: perMinute(20), Body: maxCommentBody},
	{Method: "PUT", Path: "/messages/{id}/year", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "POST", Path: "/messages/{id}/step-outside", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "POST", Path: "/messages/{id}/start-over", Who: httpx.User, Rate: perMinute(20)},
	{Method: "GET", Path: "/messages/{id}/archives", Who: httpx.User, Rate: perMinute(120)},
	{Method: "POST", Path: "/messages/{id}/archives/{archiveId}/restore", Who: httpx.User, Rate: perMinute(20)},
	{Method: "GET", Path: "/messages/{id}/export", Who: httpx.User, Rate: perMinute(20)},
	{Method: "PUT", Path: "/session/{id}", Who: httpx.User, Rate: perMinute(60), Body: maxSmallBody},
	{Method: "POST", Path: "/messages/{id}/stop", Who: httpx.User, Rate: perMinute(120), Body: maxSmallBody},
}
