package media

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"colloquy/internal/media/blob"
	"colloquy/internal/storage"
)

const (
	// unusedAge is the age at which an upload that no profile shows is deleted.
	unusedAge = 24 * time.Hour
	// orphanAge is the age at which a file without a row is deleted. Such files exist
	// after the restore of an older database. It is long, because the restored database
	// may be the wrong one.
	orphanAge = 30 * 24 * time.Hour
	// deleteBatchSize is the number of files that are read from the table at once.
	deleteBatchSize = 100
)

// deleteOne is a job. It deletes the file of a deleted row, and then the row.
func (s *Service) deleteOne(ctx context.Context, payload []byte) error {
	var name string
	if err := json.Unmarshal(payload, &name); err != nil {
		return fmt.Errorf("media: payload of %s: %w", deleteJob, err)
	}
	return s.deleteFile(ctx, name)
}

func (s *Service) deleteFile(ctx context.Context, name string) error {
	if err := s.deps.Files.Delete(ctx, name); err != nil {
		return fmt.Errorf("media: %w", err)
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.deleteRow(ctx, tx, name) })
}

// clean is a job. It deletes uploads that no profile uses, what is left of files whose
// rows are deleted, and sets the gauges. Rule media-unused.
func (s *Service) clean(ctx context.Context) error {
	now := s.deps.Clock.Now()
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.markUnused(ctx, tx, now.Add(-unusedAge), now)
	})
	if err != nil {
		return err
	}
	if err := s.deleteMarked(ctx, ""); err != nil {
		return err
	}
	files, bytes, err := s.store.totals(ctx)
	if err == nil {
		s.deps.Metrics.MediaStored(files, bytes)
	}
	return err
}

// deleteMarked deletes the files of deleted rows, of one user or, without an id, of all.
func (s *Service) deleteMarked(ctx context.Context, userID string) error {
	for {
		names, err := s.store.markedNames(ctx, userID, deleteBatchSize)
		if err != nil || len(names) == 0 {
			return err
		}
		for _, name := range names {
			if err := s.deleteFile(ctx, name); err != nil {
				return err
			}
		}
	}
}

// deleteOrphans is a job. It deletes old files without a row.
func (s *Service) deleteOrphans(ctx context.Context) error {
	before := s.deps.Clock.Now().Add(-orphanAge)
	return s.deps.Files.List(ctx, func(f blob.Info) error {
		if !f.Changed.Before(before) {
			return nil
		}
		exists, err := s.store.exists(ctx, f.Name)
		if err != nil || exists {
			return err
		}
		return s.deps.Files.Delete(ctx, f.Name)
	})
}
