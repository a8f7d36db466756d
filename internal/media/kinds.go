package media

import (
	"encoding/hex"
	"strings"

	"crypto/rand"

	"colloquy/internal/media/blob"
	"colloquy/internal/media/picture"
)

// ProfileKind is the kind of pictures of profiles.
const ProfileKind = "user_profile"

// kinds has what may be uploaded. Every user may upload a picture of the profile.
var kinds = map[string]bool{ProfileKind: true}

// privatePrefix begins the names of files that are served at signed addresses only.
const privatePrefix = "private-"

func isPrivate(name string) bool { return strings.HasPrefix(name, privatePrefix) }

var extensions = map[picture.Format]string{picture.JPEG: ".jpg", picture.PNG: ".png"}

// recordingKind is the kind of recordings of replies, which users cannot upload.
const recordingKind = "recording"

// mediaTypes has the types that files are served with, by our own extensions.
var mediaTypes = map[string]string{
	".jpg": "image/jpeg", ".png": "image/png", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".ogg": "audio/ogg",
}

// newName returns a random name.
func newName(extension string) string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:]) + extension
}

// addressPrefix is the path below which files are served.
const addressPrefix = "/media/"

func address(name string) string { return addressPrefix + name }

// nameOf returns the name of the file at an address.
func nameOf(address string) (name string, ok bool) {
	name, ok = strings.CutPrefix(address, addressPrefix)
	return name, ok && blob.ValidName(name)
}
