package writing

import (
	"context"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// Personas returns the persona of a conversation.
type Personas interface {
	PersonaOf(ctx context.Context, conversationID string) (userID string, p *core.Persona, err error)
}

// Memory has what characters remember about users. EnqueueNote queues a job that extracts memories
// from the conversation. Call EnqueueNote in the transaction that stores the end of a reply. Recall
// returns the memories for a prompt. lastWords is the user's last message.
type Memory interface {
	EnqueueNote(ctx context.Context, tx storage.Querier, conversationID string) error
	Recall(ctx context.Context, userID string, characterID int, lastWords string) (prompt.CharacterMemory, error)
}

// Budget is the ledger of the model's costs. A model without costs has no caps. Methods with a tx
// write in the caller's transaction.
//
//   - Check and Reserve return an error for users if a cap has no room for the estimate.
//   - Settle replaces the estimate by the real cost.
//   - Charge adds the costs of further calls.
//   - IsCapNearlySpent reports whether little is left.
type Budget interface {
	Check(ctx context.Context, userID string, estimate spend.Cost) error
	Reserve(ctx context.Context, tx storage.Querier, userID string, estimate spend.Cost) (spend.Reservation, error)
	Settle(ctx context.Context, tx storage.Querier, r spend.Reservation, actual spend.Cost) error
	Charge(ctx context.Context, tx storage.Querier, list ...spend.Charge) error
	IsCapNearlySpent(ctx context.Context, r spend.Reservation) (bool, error)
}

// Metrics counts replies.
type Metrics interface {
	ReplyStarted()
	ReplyEnded(status string)
	ObserveFirstPiece(seconds float64)
	CountPieces(n int)
	CountTokens(provider string, prompt, output int)
}
