package media

import (
	"context"
	"errors"
	"io"
	"time"
)

// exportFolder is the folder for media files in an export (rule media-forgotten).
const exportFolder = "media/"

type exportedFile struct {
	File      string    `json:"file"`
	Kind      string    `json:"kind"`
	Size      int64     `json:"size"`
	IsUsed    bool      `json:"used"`
	CreatedAt time.Time `json:"created_at"`
}

// Export emits the list of a user's files. ExportFiles exports the files themselves.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	if err := emit("media", nil); err != nil {
		return err
	}
	list, err := s.store.filesOf(ctx, userID)
	if err != nil {
		return err
	}
	for _, f := range list {
		if err := emit("media", exportedFile{exportFolder + f.name, f.kind, f.size, f.isUsed, f.createdAt}); err != nil {
			return err
		}
	}
	return nil
}

// ExportFiles copies the files of a user, one after the other, to the writers that add returns.
// It skips files that are deleted meanwhile.
func (s *Service) ExportFiles(ctx context.Context, userID string, add func(path string, changed time.Time) (io.Writer, error)) error {
	list, err := s.store.filesOf(ctx, userID)
	if err != nil {
		return err
	}
	for _, f := range list {
		if err := s.exportFile(ctx, f, add); ignoreNotFound(err) != nil {
			return err
		}
	}
	return nil
}

func (s *Service) exportFile(ctx context.Context, f file, add func(path string, changed time.Time) (io.Writer, error)) error {
	body, err := s.deps.Files.Open(ctx, f.name, 0)
	if err != nil {
		return err
	}
	w, err := add(exportFolder+f.name, f.createdAt)
	if err == nil {
		_, err = io.Copy(w, body)
	}
	return errors.Join(err, body.Close())
}
