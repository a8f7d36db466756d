package account

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const noticeCount = 10_000 // the largest number of notices that the server keeps for a user

// NoticeList fills and reads the notices of a user. A third of the notices are unread. A tenth of
// the notices report likes of one comment. Only the newest notice of a like has is_latest. A list
// shows this notice with the number of the other likes.
var NoticeList = MeasuredList{
	Name: "notices",
	Fill: fillNotices,
	Calls: []Call{
		{"newest", "/user/notifications"},
		{"unread", "/user/notifications?show=unread"},
		{"read", "/user/notifications?show=read"},
	},
}

func fillNotices(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error {
	return insertRows(ctx, tx, `INSERT INTO notifications (id, user_id, type, actor_id, actor_name, object_id, character_id, others, is_latest,
		title, message, action_url, action_text, is_read, created_at)`, noticeCount, func(i int) []any {
		kind, objectID, otherActorCount, isLatest := "comment", fmt.Sprint("object ", i), 0, true
		if i%10 == 0 {
			kind, objectID, isLatest = "like", "a comment", i == noticeCount-10
			if isLatest {
				otherActorCount = noticeCount/10 - 1
			}
		}
		return []any{
			fmt.Sprintf("notice-%05d", i), userID, kind, fmt.Sprint("actor ", i), "Teodor", objectID, personas[i].CharacterID, otherActorCount, isLatest,
			"A title", "Teodor replied to your comment on " + personas[i].Name + ".", "/character/profile/" + personas[i].Slug, "View", i%3 != 0, 1_700_000_000_000 + i*60_000,
		}
	})
}
