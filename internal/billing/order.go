package billing

import (
	"context"
	"errors"
	"strconv"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

const (
	ordersPerHour = 10 // new orders of a user; rule payment-order-limit
	// If parallel calls place the same order, one calls the provider. The others wait, at most for
	// orderWaitTimeout. If the order is not placed after orderLease, a waiting call places it.
	// providerTimeout is the timeout of a call to the provider. Rule payment-order-once.
	orderWaitTimeout = 5 * time.Second
	providerTimeout  = 10 * time.Second
	orderLease       = 30 * time.Second
	// firstCheckDelay is how long after its creation an order without a payment is first
	// looked up at the provider. Rule payment-reconcile.
	firstCheckDelay = 30 * time.Second
	// storeAnswerTimeout is the timeout for storing an answer of the provider, which must happen
	// even if the caller's context has ended.
	storeAnswerTimeout = 5 * time.Second
)

const missingDetailsText = "Missing required payment details"

var (
	errNoPayments    = core.E(core.Unavailable, "payment_unavailable", "Payment does not work at the moment. Please try again in a minute.").WithRetryAfter(time.Minute)
	errFreeCharacter = core.E(core.Conflict, "already_open", "This character is free: you can start the chat without paying.")
	errAlreadyOpen   = core.E(core.Conflict, "already_open", "You have access already: nothing has to be paid.")
	errTooManyOrders = core.E(core.Limited, "rate_limited", "You have started many payments. Please wait a while and try again.")

	errLostOrderRace = errors.New("billing: another call has made the order")
)

// PlaceOrder returns an open order of a plan for the actor. It reuses an order of the last half
// hour, or makes a new one. characterRef is an id, slug or character_id; only plan 1 needs it.
// Rule payment-order-once.
func (s *Service) PlaceOrder(ctx context.Context, actor core.Actor, planID int, characterRef string) (Purchase, error) {
	if s.deps.Provider == nil {
		return Purchase{}, errNoPayments
	}
	p, err := s.newPurchase(ctx, actor.UserID, planID, characterRef)
	if err != nil {
		return Purchase{}, err
	}
	key := p.openOrderKey()
	const tries = 3 // a call tries again if a parallel call inserts or deletes the same order
	for range tries {
		o, isNew, takenEvent, err := s.findOrInsertOrder(ctx, p, key)
		if errors.Is(err, errLostOrderRace) {
			continue
		}
		if err != nil {
			return Purchase{}, err
		}
		if isNew {
			return s.placeOrderAtProvider(ctx, p, takenEvent)
		}
		return s.awaitOrder(ctx, o, p)
	}
	return Purchase{}, errNoPayments.Because(errLostOrderRace)
}

// newPurchase returns an order that is not stored yet. It fails if the actor has access
// already. Rule payment-order.
func (s *Service) newPurchase(ctx context.Context, userID string, planID int, characterRef string) (Purchase, error) {
	if planID == oneCharacterPlanID && characterRef == "" {
		return Purchase{}, core.InvalidFieldsError("characterId", missingDetailsText)
	}
	plan, err := s.Plan(ctx, planID)
	if err != nil {
		return Purchase{}, err
	}
	passes, err := s.deps.Passes.ReadPasses(ctx, userID)
	if err != nil {
		return Purchase{}, err
	}
	now := s.deps.Clock.Now()
	p := Purchase{
		ID: core.NewID(now), UserID: userID, PlanID: plan.ID, PlanName: plan.Name, Cycle: plan.Cycle, Description: plan.Texts.Description, Discount: plan.Texts.Discount, Days: plan.Days,
		Provider: s.deps.Provider.Name(), Status: Pending, PaymentStatus: PaymentPending, CreatedAt: now, UpdatedAt: now,
	}
	if plan.ID != allAccessPlanID {
		c, err := s.deps.Characters.FindShown(ctx, characterRef)
		if err != nil {
			return Purchase{}, err
		}
		if c.IsFree {
			return Purchase{}, errFreeCharacter
		}
		p.CharacterID = c.CharacterID
	}
	if !passes.GrantFor(p.CharacterID, false).IsLocked {
		return Purchase{}, errAlreadyOpen
	}
	p.Price, err = s.priceFor(ctx, plan, p.CharacterID)
	return p, err
}

// openOrderKey returns the key of the open order of a user, plan and character.
func (p Purchase) openOrderKey() string {
	return p.UserID + " " + strconv.Itoa(p.PlanID) + " " + strconv.Itoa(p.CharacterID)
}

// findOrInsertOrder returns the open order with a key. If there is none, it inserts p and counts it
// towards the user's limit. If a parallel call has inserted an order, the error is
// errLostOrderRace.
func (s *Service) findOrInsertOrder(ctx context.Context, p Purchase, key string) (o openOrder, isNew bool, takenEvent limits.TakenEvent, err error) {
	since := p.CreatedAt.Add(-maxPaymentWindowAge)
	if o, err = s.store.findOpenOrder(ctx, s.deps.DB.Reader(), key, p, since); err != nil || o.id != "" {
		return o, false, takenEvent, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.closeOutdatedOrder(ctx, tx, key, p, since); err != nil {
			return err
		}
		isInserted, err := s.store.insertOrder(ctx, tx, p, key, p.CreatedAt.Add(firstCheckDelay))
		if err != nil {
			return err
		}
		if !isInserted {
			return errLostOrderRace
		}
		takenEvent, err = s.deps.Limits.TakeInTx(ctx, tx, limits.Limit{Key: "order " + p.UserID, N: ordersPerHour, Period: time.Hour})
		return err
	})
	if wait, full := limits.WaitOfFullError(err); full {
		return o, false, takenEvent, errTooManyOrders.WithRetryAfter(wait)
	}
	return openOrder{id: p.ID, lastAttemptAt: p.CreatedAt}, err == nil, takenEvent, err
}

// placeOrderAtProvider makes the order at the provider and stores the provider's id. It then
// settles messages about the order that came earlier. If the provider fails, it deletes the order
// and does not count it. Rule payment-unavailable.
func (s *Service) placeOrderAtProvider(ctx context.Context, p Purchase, takenEvent limits.TakenEvent) (Purchase, error) {
	providerCtx, cancel := context.WithTimeout(ctx, providerTimeout)
	defer cancel()
	orderID, err := s.deps.Provider.CreateOrder(providerCtx, p.ID, p.Price)
	storeCtx, cancelStored := context.WithTimeout(context.WithoutCancel(ctx), storeAnswerTimeout)
	defer cancelStored()
	if err != nil {
		s.logger().WarnContext(ctx, "the payment provider has made no order", "purchase", p.ID, "error", err.Error())
		return Purchase{}, errors.Join(errNoPayments.Because(err), s.deps.DB.Write(storeCtx, func(tx storage.Querier) error {
			if err := s.store.dropUnplacedOrder(storeCtx, tx, p.ID); err != nil {
				return err
			}
			return s.deps.Limits.GiveBackInTx(storeCtx, tx, takenEvent)
		}))
	}
	err = s.deps.DB.Write(storeCtx, func(tx storage.Querier) error {
		if err := s.store.saveProviderOrderID(storeCtx, tx, p.ID, orderID); err != nil {
			return err
		}
		return s.settleEarlyEvents(storeCtx, tx, p.ID, p.Provider, orderID)
	})
	if err != nil {
		return Purchase{}, err
	}
	return s.placedOrder(storeCtx, p.ID)
}

// placedOrder reads an order. It returns an error unless the provider has confirmed the
// order.
func (s *Service) placedOrder(ctx context.Context, id string) (Purchase, error) {
	p, err := s.store.purchase(ctx, s.deps.DB.Reader(), id)
	if errors.Is(err, errNoOrder) || err == nil && p.OrderID == "" {
		return p, errNoPayments.Because(errLostOrderRace)
	}
	return p, err
}

// awaitOrder waits for an order that another call places, at most for orderWaitTimeout. If the
// other call takes longer than orderLease, this call places the order. Both send the order's id as
// the receipt, so the provider makes one order.
func (s *Service) awaitOrder(ctx context.Context, o openOrder, p Purchase) (Purchase, error) {
	deadline := time.NewTimer(orderWaitTimeout)
	defer deadline.Stop()
	for pause := 20 * time.Millisecond; o.orderID == ""; pause = min(2*pause, 250*time.Millisecond) {
		if taken, err := s.takeOverOrder(ctx, o); err != nil {
			return Purchase{}, err
		} else if taken {
			p.ID = o.id
			return s.placeOrderAtProvider(ctx, p, limits.TakenEvent{})
		}
		select {
		case <-time.After(pause):
		case <-deadline.C:
			return Purchase{}, errNoPayments.WithRetryAfter(orderLease)
		case <-ctx.Done():
			return Purchase{}, ctx.Err()
		}
		orderID, found, err := s.store.providerOrderID(ctx, s.deps.DB.Reader(), o.id)
		if err != nil {
			return Purchase{}, err
		}
		if !found {
			return Purchase{}, errNoPayments
		}
		o.orderID = orderID
	}
	return s.placedOrder(ctx, o.id)
}

func (s *Service) takeOverOrder(ctx context.Context, o openOrder) (taken bool, err error) {
	now := s.deps.Clock.Now()
	if o.lastAttemptAt.After(now.Add(-orderLease)) && !o.lastAttemptAt.After(now.Add(orderLease)) {
		return false, nil
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		taken, err = s.store.takeOverOrder(ctx, tx, o.id, now, orderLease)
		return err
	})
	return taken, err
}
