package app_test

import (
	"slices"
	"strings"

	"colloquy/internal/httpx"
)

// takesConversationID reports whether the parameter of a row is the id of a conversation.
func takesConversationID(row httpx.RouteRow) bool {
	return strings.HasPrefix(row.Path, "/messages/{id}") || row.Path == "/session/{id}"
}

// fillMessagePath puts the id of a message or an archive of the owner's conversation into the path of a
// row. If earlier calls have deleted all of them, fillMessagePath makes a new one. It does not change a
// path without {messageId} and {archiveId}.
func (c *fixture) fillMessagePath(row httpx.RouteRow) httpx.RouteRow {
	switch {
	case strings.HasSuffix(row.Path, "/feedback"), strings.HasSuffix(row.Path, "/report"):
		row.Path = strings.Replace(row.Path, "{messageId}", c.messageID(false), 1)
	case strings.Contains(row.Path, "{messageId}"):
		row.Path = strings.Replace(row.Path, "{messageId}", c.messageID(true), 1)
	case strings.Contains(row.Path, "{archiveId}"):
		row.Path = strings.Replace(row.Path, "{archiveId}", c.archiveID(), 1)
	}
	return row
}

// messageID returns the id of the newest message of the user, or of the character, in the owner's
// conversation. It returns "none" if the server refuses to list or to store messages.
func (c *fixture) messageID(byUser bool) string {
	at := "/messages/" + c.conversationID
	type message struct {
		ID     string
		IsUser bool `json:"is_user_message"`
	}
	var history struct{ Messages []message }
	a := c.owner.Do("GET", at, nil)
	if a.Status != 200 {
		return "none"
	}
	a.Into(&history)
	slices.Reverse(history.Messages)
	for _, m := range history.Messages {
		if m.IsUser == byUser {
			return m.ID
		}
	}
	var stored message
	if a = c.owner.Do("POST", at, map[string]any{"content": "A line"}); a.Status != 201 {
		return "none"
	}
	a.Into(&stored)
	return stored.ID
}

// archiveID returns the id of an archive of the owner's conversation that can be restored. It
// returns "none" if the server refuses to list or to make archives.
func (c *fixture) archiveID() string {
	at := "/messages/" + c.conversationID
	for range 2 {
		var list struct{ Data []struct{ ID, Kind string } }
		a := c.owner.Do("GET", at+"/archives", nil)
		if a.Status != 200 {
			return "none"
		}
		a.Into(&list)
		for _, archive := range list.Data {
			if archive.Kind == "start_over" {
				return archive.ID
			}
		}
		c.messageID(true)
		c.owner.Do("POST", at+"/start-over", nil)
	}
	return "none"
}
