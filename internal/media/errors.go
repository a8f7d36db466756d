package media

import (
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/media/blob"
)

// Errors of the service. Rules media-upload, media-upload-kinds, media-upload-limits.
var (
	errUnknownUploadKind = core.E(core.NotFound, "upload_kind_not_found", "There is no such kind of file.")
	errNoFile            = core.E(core.NotFound, "file_not_found", "There is no such file.")
	errTooLarge          = core.E(core.TooLarge, "too_large", "A picture can have at most 5 MB. Please choose a smaller one.")
	errWrongType         = core.E(core.WrongType, "wrong_type", "Please choose a JPEG, PNG, WebP or GIF picture.")
	errTooManyPixels     = core.InvalidFieldsError(fileField, "This picture has too many pixels. Please choose a smaller one.")
	errDamagedPicture    = core.InvalidFieldsError(fileField, "This picture cannot be read. Please choose another one.")
	errManyUploadsAtOnce = core.E(core.Unavailable, "busy", "Many pictures are being uploaded right now. Please try again in a moment.").WithRetryAfter(5 * time.Second)
	errSlowDecoding      = core.E(core.Unavailable, "busy", "Reading this picture took too long. Please try again, or choose a smaller one.").WithRetryAfter(5 * time.Second)
	errTooManyUploads    = core.E(core.Limited, "rate_limited", "You have uploaded many pictures today. Please try again later.")
	errStoreUnavailable  = core.E(core.Unavailable, "media_unavailable", "Pictures cannot be stored right now. Please try again in a moment.").WithRetryAfter(10 * time.Second)
	errStoreUnreadable   = core.E(core.Unavailable, "media_unavailable", "Pictures cannot be reached right now. Please try again in a moment.").WithRetryAfter(10 * time.Second)

	// ErrNotOwnPicture reports that a user cannot use a file: the user has not uploaded it, or it
	// was deleted. Rule media-avatar.
	ErrNotOwnPicture = core.InvalidFieldsError("avatar", "This picture is gone. Please upload it again.")
)

func ignoreNotFound(err error) error {
	if errors.Is(err, blob.ErrNotFound) {
		return nil
	}
	return err
}
