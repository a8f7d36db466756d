package media

import (
	"context"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Use makes the file at an address the picture of a user's profile, and deletes the
// former one. An empty address means none. It joins the caller's transaction, which has
// locked the row of the user, and returns ErrNotOwn for a file that the user has not
// uploaded. Rule media-avatar.
func (s *Service) Use(ctx context.Context, tx storage.Querier, userID, address string) error {
	name := ""
	if address != "" {
		var ok bool
		if name, ok = nameOf(address); !ok {
			return ErrNotOwn
		}
		if ok, err := s.store.markUsed(ctx, tx, userID, name); err != nil || !ok {
			return orNotOwn(err)
		}
	}
	former, err := s.store.deleteOthers(ctx, tx, userID, name, s.deps.Clock.Now())
	if err != nil {
		return err
	}
	return s.enqueueDeletes(ctx, tx, former)
}

// enqueueDeletes lets a job delete the files of rows that are marked.
func (s *Service) enqueueDeletes(ctx context.Context, tx storage.Querier, names []string) error {
	for _, name := range names {
		if err := s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: deleteJob, Key: name, Payload: name}); err != nil {
			return err
		}
	}
	return nil
}

func orNotOwn(err error) error {
	if err != nil {
		return err
	}
	return ErrNotOwn
}
