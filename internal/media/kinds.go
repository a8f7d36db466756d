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

// uploadKinds has the kinds of files that users may upload. Any other kind gives 404 (rule
// media-upload-kinds).
var uploadKinds = map[string]bool{ProfileKind: true}

// privatePrefix is the beginning of the names of files that are served at signed addresses
// only (rule media-signed).
const privatePrefix = "private-"

func isPrivateFile(name string) bool { return strings.HasPrefix(name, privatePrefix) }

var extensionByFormat = map[picture.Format]string{picture.JPEG: ".jpg", picture.PNG: ".png"}

// recordingKind is the kind of recordings of replies, which users cannot upload.
const recordingKind = "recording"

// mediaTypeByExtension maps the extension of a file's name to the media type with which the file is
// served. Rule media-serving.
var mediaTypeByExtension = map[string]string{
	".jpg": "image/jpeg", ".png": "image/png", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".ogg": "audio/ogg",
}

// newFileName returns a random name with an extension.
func newFileName(extension string) string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:]) + extension
}

// addressPrefix is the path below which files are served (rule media-serving).
const addressPrefix = "/media/"

func fileAddress(name string) string { return addressPrefix + name }

// fileNameAt returns the name of the file at an address. ok is false for other addresses.
func fileNameAt(address string) (name string, ok bool) {
	name, ok = strings.CutPrefix(address, addressPrefix)
	return name, ok && blob.IsValidName(name)
}
