package billing

import (
	"context"
	"time"

	"colloquy/internal/storage"
)

const (
	// unsettledRetention is how long a message that has settled no order is kept. Rule
	// payment-webhook-kept.
	unsettledRetention     = 90 * 24 * time.Hour
	unsettledCleanInterval = 24 * time.Hour
	unsettledBatchSize     = 1000
)

// deleteUnsettledEvents is a recurring job. It deletes unsettled messages of the payment provider
// that are older than unsettledRetention, except those about an order in the table purchases.
func (s *Service) deleteUnsettledEvents(ctx context.Context) error {
	receivedBefore := s.deps.Clock.Now().Add(-unsettledRetention)
	for deleted := int64(unsettledBatchSize); deleted == unsettledBatchSize; {
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			deleted, err = s.store.deleteUnsettledEvents(ctx, tx, receivedBefore, unsettledBatchSize)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
