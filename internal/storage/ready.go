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
	// minFreeBytes is the free disk space in bytes without which a SQLite database is not
	// ready. The write-ahead log can grow by this much.
	minFreeBytes = 32 << 20
	// probeInterval is how long Ready reuses the result of a probe. A probe needs a commit, which
	// is expensive, and anybody may call the readiness check.
	probeInterval = 2 * time.Second
)

var errNoSpace = errors.New("storage: the disk of the database is nearly full")

// writeProbe is the result of the last write that Ready made.
type writeProbe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// Ready returns an error if the database cannot be written or its disk is nearly full. It
// reuses the result of the last check for probeInterval. Rule operations-ready.
func (db *DB) Ready(ctx context.Context) error {
	db.probe.mu.Lock()
	defer db.probe.mu.Unlock()
	if db.probe.at.IsZero() || time.Since(db.probe.at) >= probeInterval {
		db.probe.err = db.probeWrite(ctx)
		db.probe.at = time.Now()
	}
	return db.probe.err
}

func (db *DB) probeWrite(ctx context.Context) error {
	if err := db.checkFreeSpace(); err != nil {
		return err
	}
	return db.Write(ctx, func(tx Querier) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO storage_probe (id, written_at) VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`, time.Now().UnixMilli())
		return err
	})
}

// checkFreeSpace returns errNoSpace if the disk of a SQLite database is nearly full.
func (db *DB) checkFreeSpace() error {
	if db.engine != SQLite {
		return nil
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(db.dir.path, &disk); err != nil {
		return fmt.Errorf("storage: disk: %w", err)
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < minFreeBytes {
		return fmt.Errorf("%w: %d bytes are free", errNoSpace, free)
	}
	return nil
}
