package writing

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/spend"
)

// Personas returns the persona of a conversation.
type Personas interface {
	PersonaOf(ctx context.Context, conversationID string) (userID string, p *core.Persona, err error)
}

// Budget is the ledger of the model's costs. Reserve returns an error for users when
// a cap has no room for the estimate; a model without costs has no caps. Settle
// replaces the estimate by the real cost, Charge adds the cost of a further call, and
// Low reports whether little is left.
type Budget interface {
	Reserve(ctx context.Context, userID string, estimate spend.Cost) (spend.Reservation, error)
	Settle(ctx context.Context, r spend.Reservation, actual spend.Cost) error
	Charge(ctx context.Context, r spend.Reservation, actual spend.Cost) error
	Low(ctx context.Context, r spend.Reservation) (bool, error)
}

// Metrics counts replies.
type Metrics interface {
	ReplyStarted()
	ReplyEnded(status string)
	FirstPiece(seconds float64)
	Pieces(n int)
	Tokens(provider string, prompt, output int)
}
