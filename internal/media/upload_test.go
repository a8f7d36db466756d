package media_test

import (
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/media"
	"colloquy/internal/media/picture"
)

// TestSlowPictureCanBeTriedAgain: the error of a timeout asks the user to try again. It does
// not say that the picture is damaged.
// rule media-upload-kinds
func TestSlowPictureCanBeTriedAgain(t *testing.T) {
	err := media.PictureError(picture.ErrSlow)
	if core.KindOf(err) != core.Unavailable || !strings.Contains(err.Error(), "Reading this picture took too long. Please try again, or choose a smaller one.") {
		t.Error(err)
	}
}
