package storage

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"
)

const (
	// minFree is how many bytes the disk of a SQLite database must have free for
	// the process to be ready. Below it, the next long log may not fit.
	minFree = 32 << 20
	// probeEvery is how long the result of a write counts: a commit is not free,
	// and anybody may ask whether the process is ready.
	probeEvery = 2 * time.Second
)

var errNoSpace = errors.New("storage: the disk of the database is nearly full")

// probe remembers the last write that Ready made.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// Ready checks that the database takes writes and has room for more.
func (db *DB) Ready(ctx context.Context) error {
	db.probe.mu.Lock()
	defer db.probe.mu.Unlock()
	if db.probe.at.IsZero() || time.Since(db.probe.at) >= probeEvery {
		db.probe.err = db.tryWrite(ctx)
		db.probe.at = time.Now()
	}
	return db.probe.err
}

func (db *DB) tryWrite(ctx context.Context) error {
	if err := db.hasRoom(); err != nil {
		return err
	}
	return db.Write(ctx, func(tx Querier) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO storage_probe (id, written_at) VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`, time.Now().UnixMilli())
		return err
	})
}

// hasRoom looks at the disk that the database lies on, where that is ours.
func (db *DB) hasRoom() error {
	if db.engine != SQLite {
		return nil
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(db.dir.path, &disk); err != nil {
		return fmt.Errorf("storage: disk: %w", err)
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < minFree {
		return fmt.Errorf("%w: %d bytes are free", errNoSpace, free)
	}
	return nil
}
