package media

import (
	"context"

	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// UseAvatar makes the file at an address the picture of a user's profile, and deletes the earlier
// picture. An empty address means no picture. UseAvatar joins the caller's transaction, which has
// locked the user's row. It returns ErrNotOwnPicture for a deleted file or another user's file.
// Rule media-avatar.
func (s *Service) UseAvatar(ctx context.Context, tx storage.Querier, userID, address string) error {
	name := ""
	if address != "" {
		var ok bool
		if name, ok = fileNameAt(address); !ok {
			return ErrNotOwnPicture
		}
		if ok, err := s.store.markUsed(ctx, tx, userID, name); err != nil || !ok {
			return errorOrNotOwnPicture(err)
		}
	}
	formerNames, err := s.store.markOtherPicturesDeleted(ctx, tx, userID, name, s.deps.Clock.Now())
	if err != nil {
		return err
	}
	return s.enqueueDeletes(ctx, tx, formerNames)
}

// enqueueDeletes enqueues jobs that delete the files of rows that are marked as deleted.
func (s *Service) enqueueDeletes(ctx context.Context, tx storage.Querier, names []string) error {
	for _, name := range names {
		if err := s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: deleteFileJob, UniqueKey: name, Payload: name}); err != nil {
			return err
		}
	}
	return nil
}

func errorOrNotOwnPicture(err error) error {
	if err != nil {
		return err
	}
	return ErrNotOwnPicture
}
