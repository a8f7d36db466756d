package app

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// chatBudget adapts the ledger to the chat room. Models on this machine and the demo
// responder cost nothing and are not counted.
type chatBudget struct {
	*spend.Ledger
	model *modelSwitch
}

func spendOptions(c config.Config) spend.Options {
	return spend.Options{
		UserTokens: c.LLMTokensPerUserDay, NetworkTokens: c.LLMTokensPerNetworkDay, TotalTokens: c.LLMTokensPerDay,
		TotalMoney: c.LLMMoneyPerDay, InputPrice: c.LLMPriceInput, OutputPrice: c.LLMPriceOutput,
	}
}

// Check checks the caps of the user, the caller's network and everybody.
func (b chatBudget) Check(ctx context.Context, userID string, estimate spend.Cost) error {
	if !b.model.now().paid {
		return nil
	}
	return forUser(b.Ledger.Check(ctx, userID, line(httpx.ClientNetwork(ctx)), estimate))
}

// Reserve charges the estimate to the user, the caller's network and everybody.
func (b chatBudget) Reserve(ctx context.Context, tx storage.Querier, userID string, estimate spend.Cost) (spend.Reservation, error) {
	if !b.model.now().paid {
		return spend.Reservation{}, nil
	}
	r, err := b.Ledger.Reserve(ctx, tx, userID, line(httpx.ClientNetwork(ctx)), estimate)
	return r, forUser(err)
}

// forUser replaces the error of a cap with one for users.
func forUser(err error) error {
	if e := spend.Empty(err); e != nil {
		return budgetError(e)
	}
	return err
}

// line returns the network that a cap counts: an IPv4 address, or the /56 of one
// IPv6 subscriber line.
func line(address string) string {
	tiers := core.NetworkOf(address).Tiers()
	return tiers[min(1, len(tiers)-1)]
}

// budgetError is the error of a send that exceeds a cap.
func budgetError(e *spend.EmptyError) error {
	whose := map[spend.Scope]string{
		spend.User: "You have used up today's replies.", spend.Network: "Your network has used up today's replies.",
		spend.Everyone: "Colloquy has used up today's replies for everybody.",
	}[e.Scope]
	text := fmt.Sprintf("%s New ones come in %s, at midnight UTC.", whose, until(e.Wait))
	return core.E(core.Limited, "budget", text).After(e.Wait)
}

// until writes a wait in words, rounded up to the minute or the hour.
func until(wait time.Duration) string {
	n, unit := int((wait+time.Minute-1)/time.Minute), "minute"
	if n > 90 {
		n, unit = int((wait+time.Hour-1)/time.Hour), "hour"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}
