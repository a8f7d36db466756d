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
	// maxUnusedAge is the age at which a file that is not in use is deleted. Rule media-unused.
	maxUnusedAge = 24 * time.Hour
	// maxOrphanAge is the age at which a file without a row is deleted. The restore of an older
	// database leaves such files. maxOrphanAge is long, because the restored database may be the wrong
	// one.
	maxOrphanAge = 30 * 24 * time.Hour
	// deleteBatchSize is the most rows that purgeDeletedFiles reads at once.
	deleteBatchSize = 100
)

// runDeleteFileJob is the handler of deleteFileJob. It deletes the file of a row that is marked as
// deleted, and then the row.
func (s *Service) runDeleteFileJob(ctx context.Context, payload []byte) error {
	var name string
	if err := json.Unmarshal(payload, &name); err != nil {
		return fmt.Errorf("media: payload of %s: %w", deleteFileJob, err)
	}
	return s.deleteFile(ctx, name)
}

func (s *Service) deleteFile(ctx context.Context, name string) error {
	if err := s.deps.Files.Delete(ctx, name); err != nil {
		return fmt.Errorf("media: %w", err)
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.deleteFileRow(ctx, tx, name) })
}

// cleanFiles is the handler of cleanJob. It deletes unused files, and files whose rows are marked
// as deleted. It sets the gauges of the number and size of stored files. Rule media-unused.
func (s *Service) cleanFiles(ctx context.Context) error {
	now := s.deps.Clock.Now()
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.markUnusedFilesDeleted(ctx, tx, now.Add(-maxUnusedAge), now)
	})
	if err != nil {
		return err
	}
	if err := s.purgeDeletedFiles(ctx, ""); err != nil {
		return err
	}
	files, bytes, err := s.store.countFiles(ctx)
	if err == nil {
		s.deps.Metrics.SetMediaStored(files, bytes)
	}
	return err
}

// purgeDeletedFiles deletes the files and rows of a user that are marked as deleted. If userID is
// empty, it does so for all users.
func (s *Service) purgeDeletedFiles(ctx context.Context, userID string) error {
	for {
		names, err := s.store.deletedFileNames(ctx, userID, deleteBatchSize)
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

// deleteOrphanFiles is the handler of orphanFilesJob. It deletes files that have no row and are
// older than maxOrphanAge.
func (s *Service) deleteOrphanFiles(ctx context.Context) error {
	cutoffTime := s.deps.Clock.Now().Add(-maxOrphanAge)
	return s.deps.Files.List(ctx, func(f blob.Info) error {
		if !f.ChangedAt.Before(cutoffTime) {
			return nil
		}
		exists, err := s.store.rowExists(ctx, f.Name)
		if err != nil || exists {
			return err
		}
		return s.deps.Files.Delete(ctx, f.Name)
	})
}
