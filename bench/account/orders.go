package account

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	orderCount = 1_000
	replyCount = 5_000
)

// OrderList fills and reads the paid orders of a user.
var OrderList = MeasuredList{
	Name:  "orders",
	Fill:  fillOrders,
	Calls: []Call{{"newest", "/purchase/orders"}, {"100", "/purchase/orders?limit=100"}},
}

// ReplyList fills and reads the replies to one comment. The user wrote the comment and the replies.
var ReplyList = MeasuredList{
	Name:  "replies",
	Fill:  fillCommentReplies,
	Calls: []Call{{"newest", "/comments/asked/replies"}, {"50", "/comments/asked/replies?limit=50"}},
}

func fillOrders(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error {
	return insertRows(ctx, tx, `INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, days, character_id, amount, currency, provider,
		order_id, payment_id, captured_at, status, payment_status, expiry_at, created_at, updated_at)`, orderCount, func(i int) []any {
		at := 1_700_000_000_000 + i*60_000
		return []any{
			fmt.Sprintf("order-%05d", i), userID, 1, "Plan", "monthly", "One character for a month", 30, personas[i].CharacterID, 9900, "INR", "sandbox",
			fmt.Sprint("o", i), fmt.Sprint("p", i), at, "active", "captured", at + 86_400_000, at, at,
		}
	})
}

func fillCommentReplies(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error {
	const insert = `INSERT INTO comments (id, character_id, user_id, parent_id, body, reply_count, created_at)`
	err := insertRows(ctx, tx, insert, 1, func(int) []any {
		return []any{"asked", personas[0].CharacterID, userID, nil, "A question", replyCount, 1_700_000_000_000}
	})
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, insert, replyCount, func(i int) []any {
		return []any{fmt.Sprintf("reply-%05d", i), personas[0].CharacterID, userID, "asked", "An answer that says a little more than yes or no.", 0, 1_700_000_000_000 + i*1000}
	})
}
