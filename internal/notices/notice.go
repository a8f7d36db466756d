package notices

import (
	"slices"
	"time"

	"colloquy/internal/core"
)

// Types of notices. The app chooses the icon by them.
const (
	likeType      = "like"
	replyType     = "comment" // a reply to a comment of the user
	featureType   = "feature" // a new character, or an article that names a followed one
	promotionType = "promotion"
	reminderType  = "reminder"
	otherType     = "other"
)

// shownTypes are the types that the API answers. Others, such as "purchase", are shown as
// otherType.
var shownTypes = []string{likeType, replyType, featureType, promotionType, reminderType}

// Notice is a notice to a user. Kind is its type. Group is the switch that the user can
// turn off; a Notice without a Group is always written. ObjectID is what the notice is
// about. CharacterID is the character that it is about: while the character is hidden, the
// notice is not shown; 0 for none. ActionURL is a path on this site.
type Notice struct {
	UserID, Kind                          string
	Group                                 Group
	ObjectID                              string
	CharacterID                           int
	Title, Message, ActionURL, ActionText string
}

// viewText is the text of the button of most notices.
const viewText = "View"

// Shown is a notice as its user sees it. The likes of a comment are one Shown, with the
// id and the time of the latest.
type Shown struct {
	ID, Type, Title, Message, ActionURL, ActionText string
	IsRead                                          bool
	CreatedAt                                       time.Time
}

// storedNotice is a row of the table.
type storedNotice struct {
	id, userID, kind, objectID            string
	actorID, actorName                    string // empty if no user caused it
	characterID                           int
	others                                int // further likes of the comment
	title, message, actionURL, actionText string
	isRead                                bool
	createdAt                             time.Time
}

func (n storedNotice) shown() Shown {
	out := Shown{n.id, otherType, n.title, n.message, n.actionURL, n.actionText, n.isRead, n.createdAt}
	if slices.Contains(shownTypes, n.kind) {
		out.Type = n.kind
	}
	if n.kind == likeType && n.others > 0 {
		out.Message = likesMessage(n.actorName, n.others, n.message)
	}
	return out
}

// row returns the row of a notice that no user caused.
func (n Notice) row(id string, now time.Time) storedNotice {
	return storedNotice{
		id: id, userID: n.UserID, kind: n.Kind, objectID: n.ObjectID, characterID: n.CharacterID, title: n.Title, message: n.Message,
		actionURL: n.ActionURL, actionText: n.ActionText, createdAt: core.FromMillis(core.Millis(now)),
	}
}
