package notices

import (
	"slices"
	"time"

	"colloquy/internal/core"
)

// Types of notices. The app chooses the icon of a notice by its type.
const (
	likeType      = "like"
	replyType     = "comment" // a reply to a comment of the user
	featureType   = "feature" // a new character, or an article that names a followed one
	promotionType = "promotion"
	reminderType  = "reminder"
	otherType     = "other"
)

// shownTypes are the types that the API returns. For all other types it returns otherType, for
// example for "purchase". Rule notifications-list.
var shownTypes = []string{likeType, replyType, featureType, promotionType, reminderType}

// Notice is a notice to a user. Kind is its type, such as likeType. The user can switch its Group
// off; a Notice without a Group is always written. ObjectID is the id of the subject, such as an
// order. CharacterID is 0 unless the notice is about a character: a notice about a hidden character
// is not shown. ActionURL is a path on this site.
type Notice struct {
	UserID, Kind                          string
	Group                                 Group
	ObjectID                              string
	CharacterID                           int
	Title, Message, ActionURL, ActionText string
}

// viewText is the text of the button of most notices.
const viewText = "View"

// ShownNotice is a notice as its user sees it. All likes of a comment are one ShownNotice, with
// the id and the time of the latest like.
type ShownNotice struct {
	ID, Type, Title, Message, ActionURL, ActionText string
	IsRead                                          bool
	CreatedAt                                       time.Time
}

// storedNotice is a row of the table notifications.
type storedNotice struct {
	id, userID, kind, objectID            string
	actorID, actorName                    string // user who caused the notice; empty if none did
	characterID                           int
	otherLikeCount                        int // set on the latest like of a comment: number of the comment's other likes
	title, message, actionURL, actionText string
	isRead                                bool
	createdAt                             time.Time
}

func (n storedNotice) toShown() ShownNotice {
	out := ShownNotice{n.id, otherType, n.title, n.message, n.actionURL, n.actionText, n.isRead, n.createdAt}
	if slices.Contains(shownTypes, n.kind) {
		out.Type = n.kind
	}
	if n.kind == likeType && n.otherLikeCount > 0 {
		out.Message = groupedLikesText(n.actorName, n.otherLikeCount, n.message)
	}
	return out
}

// toRow converts a notice into a row without an actor.
func (n Notice) toRow(id string, now time.Time) storedNotice {
	return storedNotice{
		id: id, userID: n.UserID, kind: n.Kind, objectID: n.ObjectID, characterID: n.CharacterID, title: n.Title, message: n.Message,
		actionURL: n.ActionURL, actionText: n.ActionText, createdAt: core.FromMillis(core.Millis(now)),
	}
}
