package storage

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
)

const secretBytes = 32

// Secret returns the 32 random bytes with the given name. The first call stores new bytes in the
// database. Later calls, also in other processes, return the same bytes.
func (db *DB) Secret(ctx context.Context, name string) ([]byte, error) {
	value, err := db.readSecret(ctx, name)
	if IsNoRows(err) {
		if err = db.makeSecret(ctx, name); err == nil {
			value, err = db.readSecret(ctx, name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("storage: secret %s: %w", name, err)
	}
	return hex.DecodeString(value)
}

func (db *DB) readSecret(ctx context.Context, name string) (value string, err error) {
	row := db.Reader().QueryRowContext(ctx, `SELECT value FROM installation_secrets WHERE name = $1`, name)
	return value, row.Scan(&value)
}

func (db *DB) makeSecret(ctx context.Context, name string) error {
	secret := make([]byte, secretBytes)
	rand.Read(secret)
	return db.Write(ctx, func(tx Querier) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`,
			name, hex.EncodeToString(secret))
		return err
	})
}
