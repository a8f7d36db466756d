package spend

import "context"

// TokensToday returns the number of tokens that all users have used today. It is 0 without a cap
// on the total of all users, because costs are counted only for caps.
func (l *Ledger) TokensToday(ctx context.Context) (int64, error) {
	a, err := l.sumsToday(ctx)
	return a.tokens, err
}

// MoneyToday returns what the calls of all users have cost today, in the currency of the prices. If
// no cap on the total of all users is set, MoneyToday returns 0.
func (l *Ledger) MoneyToday(ctx context.Context) (float64, error) {
	a, err := l.sumsToday(ctx)
	return float64(a.money) / 1e6, err
}

// sumsToday returns the sums of all users today. Rule operations-metrics.
func (l *Ledger) sumsToday(ctx context.Context) (amount, error) {
	rows := l.cappedRows("", "")
	sums, err := readSpent(ctx, l.db.Reader(), rows)
	if err != nil || len(sums) == 0 {
		return amount{}, err
	}
	return sums[0], nil // without a user and a network, rows returns only the row of ScopeEveryone
}
