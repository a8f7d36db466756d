// Package media stores the files of users: at present the pictures of profiles. It owns the
// table media_files. A file itself is in a blob.Store, a directory or a bucket, and is
// served from our own host at /media/{name}.
//
// Invariants:
//   - Nothing of an uploaded file is stored but its pixels, encoded again (package
//     picture). Names and types are our own.
//   - The row of a file is inserted before the file is stored and deleted after the file
//     is, so that no file is left without a row when the process crashes in between.
//   - Conditional updates of its row decide between the use and the deletion of a file.
//   - A private file is served only at a signed address, and a file of a deleted row
//     soon at none.
package media

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/media/blob"
	"colloquy/internal/storage"
)

// Deps are the dependencies of a Service.
type Deps struct {
	DB      *storage.DB
	Files   blob.Store
	Limits  Limits
	Jobs    Jobs
	Metrics Metrics
	Clock   core.Clock
	Log     *slog.Logger
}

// Service is the media room. It is safe for concurrent use.
type Service struct {
	deps     Deps
	store    store
	decoding *decoding
	key      []byte // of the signatures of addresses
}

const (
	deleteJob  = "media.delete"
	cleanJob   = "media.clean"
	orphansJob = "media.orphans"
)

// New returns a Service on a migrated database and registers its jobs.
func New(ctx context.Context, d Deps) (*Service, error) {
	key, err := d.DB.Secret(ctx, "media addresses")
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	s := &Service{deps: d, store: store{db: d.DB}, decoding: newDecoding(), key: key}
	d.Jobs.Handle(deleteJob, s.deleteOne)
	d.Jobs.Every(cleanJob, time.Hour, s.clean)
	d.Jobs.Every(orphansJob, 24*time.Hour, s.deleteOrphans)
	return s, nil
}

// Check reports whether the store answers, for health checks.
func (s *Service) Check(ctx context.Context) error {
	_, err := s.deps.Files.Stat(ctx, probeName)
	return unlessNotFound(err)
}

// probeName is the name of no file.
const probeName = "probe.bin"
