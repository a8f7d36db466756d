package spend

import (
	"context"
	"slices"
	"strconv"

	"colloquy/internal/storage"
)

// readSpent returns the sums of rows of one day, in one query.
func readSpent(ctx context.Context, q storage.Querier, rows []cappedRow) ([]amount, error) {
	out := make([]amount, len(rows))
	if len(rows) == 0 {
		return out, nil
	}
	hashes := make([]string, len(rows))
	for i, r := range rows {
		hashes[i] = r.keyHash
	}
	placeholders, args := storage.InList(nil, hashes)
	_, err := storage.QueryAll(ctx, q, func(r storage.Row) (a amount, err error) {
		var keyHash string
		err = r.Scan(&keyHash, &a.tokens, &a.money)
		if i := slices.Index(hashes, keyHash); i >= 0 {
			out[i] = a
		}
		return a, err
	}, `SELECT key_hash, tokens, money FROM model_spend WHERE key_hash IN (`+placeholders+`) AND day = $`+strconv.Itoa(len(args)+1), append(args, rows[0].day)...)
	return out, err
}

// addEstimate adds an estimate to a row if both caps of the row allow it (rule limits-spending).
func addEstimate(ctx context.Context, tx storage.Querier, r cappedRow, tokens, money int64) (ok bool, err error) {
	if tokens > r.tokenCap || money > r.moneyCap {
		return false, nil
	}
	result, err := tx.ExecContext(ctx, `INSERT INTO model_spend (key_hash, day, tokens, money) VALUES ($1, $2, $3, $4)
		ON CONFLICT (key_hash, day) DO UPDATE SET tokens = model_spend.tokens + $3, money = model_spend.money + $4
		WHERE model_spend.tokens <= $5 AND model_spend.money <= $6`,
		r.keyHash, r.day, tokens, money, r.tokenCap-tokens, r.moneyCap-money)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// insertEmptyRow inserts a row without costs, unless it exists.
func insertEmptyRow(ctx context.Context, tx storage.Querier, r cappedRow) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO model_spend (key_hash, day, tokens, money) VALUES ($1, $2, 0, 0) ON CONFLICT DO NOTHING`, r.keyHash, r.day)
	return err
}

func addAmount(ctx context.Context, tx storage.Querier, r cappedRow, by amount) error {
	if by == (amount{}) {
		return nil
	}
	_, err := tx.ExecContext(ctx, `UPDATE model_spend SET tokens = tokens + $3, money = money + $4 WHERE key_hash = $1 AND day = $2`,
		r.keyHash, r.day, by.tokens, by.money)
	return err
}

func deleteDaysBefore(ctx context.Context, tx storage.Querier, day int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM model_spend WHERE day < $1`, day)
	return err
}
