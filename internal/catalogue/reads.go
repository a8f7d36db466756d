package catalogue

import "context"

// chats counts the conversations with a character. The table is the chat
// room's; it is only read here.
func (s store) chats(ctx context.Context, characterID int) (n int, err error) {
	err = s.db.Read().QueryRowContext(ctx, `SELECT count(*) FROM conversations WHERE character_id = $1`, characterID).Scan(&n)
	return n, err
}
