// Package media stores the files of users: pictures of profiles, and recordings of replies. It owns
// the table media_files. The bytes of a file are in a blob.Store, which is a directory or a bucket.
// The server serves the file at /media/{name}.
//
// Invariants:
//   - Only the pixels of an uploaded picture are stored. Package picture encodes them again. The
//     server chooses the name and the type of the file.
//   - The row of a file is inserted before the file is stored, and deleted after the file. So a
//     crash leaves no file without a row.
//   - No file is both used and marked as deleted. Conditional updates of the file's row ensure
//     this.
//   - The server serves a private file only at a signed address. It stops serving a file soon after
//     the row is marked as deleted.
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

// Service stores and serves the files of users. It is safe for concurrent use.
type Service struct {
	deps          Deps
	store         store
	decodeLimiter *decodeLimiter
	key           []byte // signs addresses
}

const (
	deleteFileJob  = "media.delete"
	cleanJob       = "media.clean"
	orphanFilesJob = "media.orphans"
)

// New returns a Service on a migrated database and registers its jobs. Rule media-unused.
func New(ctx context.Context, d Deps) (*Service, error) {
	key, err := d.DB.Secret(ctx, "media addresses")
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	s := &Service{deps: d, store: store{db: d.DB}, decodeLimiter: newDecodeLimiter(), key: key}
	d.Jobs.Handle(deleteFileJob, s.runDeleteFileJob)
	d.Jobs.Every(cleanJob, time.Hour, s.cleanFiles)
	d.Jobs.Every(orphanFilesJob, 24*time.Hour, s.deleteOrphanFiles)
	return s, nil
}

// Check returns an error if the store of files does not answer. It is for health checks.
func (s *Service) Check(ctx context.Context) error { return blob.Check(ctx, s.deps.Files) }
