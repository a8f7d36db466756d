package media

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/media/picture"
	"colloquy/internal/storage"
)

const (
	// MaxFileBytes is the most bytes of an uploaded file. Rule media-upload.
	MaxFileBytes = 5 << 20
	// uploadsPerDay is the most pictures that a user may store a day. Rule media-upload-limits.
	uploadsPerDay = 20
	// storeTimeout bounds the time that storing a file may take.
	storeTimeout = 15 * time.Second
)

// Upload makes a safe picture of an uploaded file, stores it and returns its address. The picture
// is deleted after maxUnusedAge unless UseAvatar is called. Rules media-upload,
// media-upload-limits.
func (s *Service) Upload(ctx context.Context, actor core.Actor, kind string, data []byte) (string, error) {
	if !uploadKinds[kind] {
		return "", errUnknownUploadKind
	}
	if len(data) > MaxFileBytes {
		return "", errTooLarge
	}
	takenEvent, err := s.deps.Limits.Take(ctx, limits.Limit{Key: "upload " + actor.UserID, N: uploadsPerDay, Period: 24 * time.Hour})
	if wait, full := limits.WaitOfFullError(err); full {
		return "", errTooManyUploads.WithRetryAfter(wait)
	}
	if err != nil {
		return "", err
	}
	name, err := s.storeUpload(ctx, actor.UserID, kind, data)
	if err != nil {
		return "", errors.Join(err, s.deps.Limits.GiveBack(ctx, takenEvent))
	}
	return fileAddress(name), nil
}

// storeUpload makes a safe picture of an uploaded file, stores its row and file, and returns
// the name of the file.
func (s *Service) storeUpload(ctx context.Context, userID, kind string, data []byte) (string, error) {
	p, err := s.decodeLimiter.cutToSquareWithLimit(ctx, data)
	if err != nil {
		return "", err
	}
	f := file{name: newFileName(extensionByFormat[p.Format]), ownerID: userID, kind: kind, size: int64(len(p.Data)), createdAt: s.deps.Clock.Now()}
	return f.name, s.storeRowAndFile(ctx, f, p.Data)
}

// storeRowAndFile stores the row of a file and then the file. The error is
// core.ErrNotSignedIn if the account is deleted during the call.
func (s *Service) storeRowAndFile(ctx context.Context, f file, data []byte) error {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		exists, err := s.store.userExists(ctx, tx, f.ownerID)
		if err == nil && !exists {
			err = core.ErrNotSignedIn // the account was deleted during the call
		}
		if err != nil {
			return err
		}
		return s.store.insertFile(ctx, tx, f)
	})
	if err != nil {
		return err
	}
	return s.storeFile(ctx, f, data)
}

// storeFile stores the file of a row. If the row is marked as deleted meanwhile, because the
// account is deleted, storeFile deletes the file again.
func (s *Service) storeFile(ctx context.Context, f file, data []byte) error {
	storeCtx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err := s.deps.Files.Put(storeCtx, f.name, data); err != nil {
		s.deps.Log.ErrorContext(ctx, "a file could not be stored", "error", err.Error())
		return errStoreUnavailable.Because(err)
	}
	isKept := false
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		isKept, err = s.store.markStored(ctx, tx, f.name, s.deps.Clock.Now())
		return err
	})
	if err != nil || isKept {
		return err
	}
	return errors.Join(core.ErrNotSignedIn, s.deps.Files.Delete(ctx, f.name))
}

// pictureError returns the error that users see for an error of package picture. Rule
// media-upload-kinds.
func pictureError(err error) error {
	switch {
	case errors.Is(err, picture.ErrUnknownFormat):
		return errWrongType
	case errors.Is(err, picture.ErrTooBig):
		return errTooManyPixels.Because(err)
	case errors.Is(err, picture.ErrSlow):
		return errSlowDecoding
	default:
		return errDamagedPicture.Because(err)
	}
}
