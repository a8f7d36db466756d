package billing

import (
	"context"
	"time"

	"colloquy/internal/storage"
)

const (
	// keepUnsettled is how long a message is kept that no order was settled with.
	keepUnsettled        = 90 * 24 * time.Hour
	deleteUnsettledEvery = 24 * time.Hour
	unsettledBatch       = 1000
)

// deleteUnsettled is a recurring job. It deletes old messages about unknown orders and
// unreadable ones. Messages of known orders stay with them. Rule payment-webhook-kept.
func (s *Service) deleteUnsettled(ctx context.Context) error {
	before := s.deps.Clock.Now().Add(-keepUnsettled)
	for deleted := int64(unsettledBatch); deleted == unsettledBatch; {
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			deleted, err = s.store.deleteUnsettled(ctx, tx, before, unsettledBatch)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
