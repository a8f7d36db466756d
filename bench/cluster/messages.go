package main

import (
	"context"

	"colloquy/internal/storage"
)

// storedMessage is a row of the table messages.
type storedMessage struct {
	id, conversation, clientID, replyTo, status, content, owner string
	isUser                                                      bool
}

// readMessages reads all messages except the greetings.
func (c *cluster) readMessages(ctx context.Context) ([]storedMessage, error) {
	return storage.QueryAll(ctx, c.db.Reader(), func(r storage.Row) (m storedMessage, err error) {
		return m, r.Scan(&m.id, &m.conversation, &m.clientID, &m.replyTo, &m.status, &m.content, &m.owner, &m.isUser)
	}, `SELECT id, conversation_id, coalesce(client_id, ''), coalesce(reply_to, ''), status, content, coalesce(owner, ''), is_user
		FROM messages WHERE is_user OR coalesce(reply_to, '') <> '' ORDER BY conversation_id, seq`)
}

// repliesWithStatus returns the ids of those replies of a replica that have a status. node is the
// nodeID of the replica.
func (c *cluster) repliesWithStatus(ctx context.Context, node, status string) ([]string, error) {
	return storage.QueryAll(ctx, c.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT id FROM messages WHERE status = $1 AND substr(owner, 1, $2) = $3`, status, len(node)+1, node+".")
}
