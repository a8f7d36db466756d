package catalogue

import (
	"cmp"
	"encoding/json"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Media has the pictures and videos of a character, apart from its portrait.
type Media struct {
	Carousel            string         // a JSON list of URLs, or of objects with a field file or url
	DefaultType         string         // "image", "video" or "carousel"
	Video               string         // URL of a film; empty for none
	PortraitReplacement core.MediaFile // replaces the portrait; see ShownMedia
}

// mediaColumns are the columns of Media, in the order of its fields.
const mediaColumns = `carousel_media, default_media_type, profile_video, assert`

// decodeJSON checks that the carousel of a character is a JSON list. It decodes the argument assert,
// the JSON of a column, into m.PortraitReplacement.
func (m *Media) decodeJSON(id, assert string) error {
	var list []json.RawMessage
	if err := storage.DecodeRow("characters", id, m.Carousel, &list); err != nil {
		return err
	}
	return storage.DecodeRow("characters", id, assert, &m.PortraitReplacement)
}

// mediaColumnValues returns the values of mediaColumns for a persona.
func mediaColumnValues(p core.Persona) (carousel, kind, video, assert string, err error) {
	media := core.Media{}
	if p.Media != nil {
		media = *p.Media
	}
	if carousel, err = storage.ToJSON(append([]string{}, media.Carousel...)); err != nil {
		return "", "", "", "", err
	}
	assert, err = storage.ToJSON(media.PortraitReplacement)
	return carousel, cmp.Or(media.DefaultType, "image"), media.Video, assert, err
}

// ShownMedia returns the picture or film that represents the character:
// Media.PortraitReplacement, or the portrait if that is empty.
func (c Character) ShownMedia() core.MediaFile {
	if c.Media.PortraitReplacement.File == "" {
		return core.MediaFile{Type: "image", File: c.PlateURL()}
	}
	return core.MediaFile{Type: cmp.Or(c.Media.PortraitReplacement.Type, "image"), File: c.Media.PortraitReplacement.File}
}
