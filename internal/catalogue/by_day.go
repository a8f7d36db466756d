package catalogue

import (
	"context"

	"colloquy/internal/catalogue/index"
)

// PickByDay returns up to perCategory characters of each category, without hidden ones. The
// choice depends on day, the number of a day (index.Index.PickByDay).
func (s *Service) PickByDay(ctx context.Context, day int64, perCategory int) ([][]index.Member, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	return v.index.PickByDay(day, perCategory), nil
}
