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

// chatBudget adapts the ledger of tokens to package chat. It does not count models on
// this machine and the demo responder, which cost nothing.
type chatBudget struct {
	*spend.Ledger
	model *modelSwitch
}

func spendOptions(c config.Config) spend.Options {
	return spend.Options{
		UserTokenCap: c.LLMTokensPerUserDay, NetworkTokenCap: c.LLMTokensPerNetworkDay, TotalTokenCap: c.LLMTokensPerDay,
		TotalMoneyCap: c.LLMMoneyPerDay, InputPrice: c.LLMPriceInput, OutputPrice: c.LLMPriceOutput,
	}
}

// Check returns an error if the estimate exceeds the cap of the user, of the caller's
// network or of all users.
func (b chatBudget) Check(ctx context.Context, userID string, estimate spend.Cost) error {
	if !b.model.currentModel().mayCostMoney {
		return nil
	}
	return withReadableCapError(b.Ledger.Check(ctx, userID, networkForCap(httpx.ClientNetworkKey(ctx)), estimate))
}

// Reserve counts the estimate for the user, the caller's network and all users.
func (b chatBudget) Reserve(ctx context.Context, tx storage.Querier, userID string, estimate spend.Cost) (spend.Reservation, error) {
	if !b.model.currentModel().mayCostMoney {
		return spend.Reservation{}, nil
	}
	r, err := b.Ledger.Reserve(ctx, tx, userID, networkForCap(httpx.ClientNetworkKey(ctx)), estimate)
	return r, withReadableCapError(err)
}

// RemainingReplies returns how many more replies of an estimated cost the caps allow today. capped is false
// if no cap applies to the user.
func (b chatBudget) RemainingReplies(ctx context.Context, userID string, estimate spend.Cost) (room spend.Allowance, capped bool, err error) {
	if !b.model.currentModel().mayCostMoney {
		return spend.Allowance{}, false, nil
	}
	return b.Ledger.RemainingCalls(ctx, userID, networkForCap(httpx.ClientNetworkKey(ctx)), estimate)
}

// withReadableCapError replaces the error of an exceeded cap with an error whose text users can
// read. It returns other errors unchanged.
func withReadableCapError(err error) error {
	if e := spend.AsCapReachedError(err); e != nil {
		return budgetError(e)
	}
	return err
}

// networkForCap returns the network that a cap counts: an IPv4 address or an IPv6 /56,
// which one household usually has.
func networkForCap(address string) string {
	tiers := core.NetworkOf(address).Tiers()
	return tiers[min(1, len(tiers)-1)]
}

// budgetError returns the error of a message that exceeds a cap.
func budgetError(e *spend.CapReachedError) error {
	usedUpText := map[spend.Scope]string{
		spend.ScopeUser: "You have used up today's replies.", spend.ScopeNetwork: "Your network has used up today's replies.",
		spend.ScopeEveryone: "Colloquy has used up today's replies for everybody.",
	}[e.Scope]
	text := fmt.Sprintf("%s New ones come in %s, at midnight UTC.", usedUpText, waitText(e.WaitTime))
	return core.E(core.Limited, "budget", text).WithRetryAfter(e.WaitTime)
}

// waitText returns a duration in words. It rounds up to minutes, or to hours above 90
// minutes.
func waitText(wait time.Duration) string {
	n, unit := int((wait+time.Minute-1)/time.Minute), "minute"
	if n > 90 {
		n, unit = int((wait+time.Hour-1)/time.Hour), "hour"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}
