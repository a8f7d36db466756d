package notices

import "time"

// Requests and responses of the API calls.

type noticeJSON struct {
	ID         string    `json:"id"`
	Type       string    `json:"type" doc:"like, comment, follow, feature, promotion, reminder or other; it chooses the icon"`
	Title      string    `json:"title"`
	Message    string    `json:"message"`
	IsRead     bool      `json:"is_read"`
	CreatedAt  time.Time `json:"created_at"`
	ActionURL  *string   `json:"action_url" nullable:"true" doc:"A path on this site"`
	ActionText *string   `json:"action_text" nullable:"true"`
}

// rule notifications-list
type noticesIn struct {
	Show   string `query:"show" enum:"all,unread,read" default:"all"`
	Limit  int    `query:"limit" default:"100" doc:"1 to 100"`
	Cursor string `query:"cursor" doc:"The nextCursor of the previous page"`
}

type noticePageJSON struct {
	Notifications []noticeJSON `json:"notifications" nullable:"false" doc:"Latest first; likes of one comment are one notice"`
	NextCursor    string       `json:"nextCursor" doc:"Empty at the end"`
	Newest        string       `json:"newest" doc:"Position of the first notice of this page, for mark-all-read; empty without notices"`
	Total         int          `json:"total" doc:"Number of all notices, for every value of the parameter show"`
	UnreadCount   int          `json:"unread"`
}

type noticesOut struct {
	Body struct {
		Data noticePageJSON `json:"data"`
	}
}

func toPageJSON(p Page) noticePageJSON {
	out := noticePageJSON{Notifications: make([]noticeJSON, len(p.Notices)), NextCursor: p.NextCursor, Newest: p.NewestCursor, Total: p.Total, UnreadCount: p.UnreadCount}
	for i, n := range p.Notices {
		out.Notifications[i] = noticeJSON{
			ID: n.ID, Type: n.Type, Title: n.Title, Message: n.Message, IsRead: n.IsRead, CreatedAt: n.CreatedAt,
			ActionURL: nilIfEmpty(n.ActionURL), ActionText: nilIfEmpty(n.ActionText),
		}
	}
	return out
}

// nilIfEmpty returns nil for an empty text.
func nilIfEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

type markAllReadIn struct {
	Until string `query:"until" doc:"The newest of a page: notices that arrived after it stay unread. Empty: mark all"`
}

type noticeRef struct {
	ID string `path:"id" doc:"A notice's id"`
}

type doneOut struct {
	Body struct {
		Success bool `json:"success"`
	}
}

// unsubscribeIn is the input of a call by a mail program (RFC 8058) or by the app. Its body is
// ignored.
type unsubscribeIn struct {
	Token string `path:"token" doc:"Of the link in a mail"`
}

type unsubscribeOut struct {
	Body struct {
		Success bool   `json:"success"`
		Group   string `json:"group" doc:"character_updates, interactions, promotions or newsletter"`
	}
}
