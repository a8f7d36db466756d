package catalogue

import (
	"context"

	"colloquy/internal/catalogue/index"
)

// PickByDay returns up to perCategory characters of each category, without hidden ones. day is
// the number of a day; the choice depends only on it (index.Index.PickByDay).
func (s *Service) PickByDay(ctx context.Context, day int64, perCategory int) ([][]index.DailyPick, error) {
	v, err := s.latestView(ctx)
	if err != nil {
		return nil, err
	}
	return v.index.PickByDay(day, perCategory), nil
}
