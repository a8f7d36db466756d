package core

// Media has the pictures and films of a character, apart from its portrait. All are
// optional.
type Media struct {
	Carousel            []string  `json:"carousel_media,omitempty"` // URLs of pictures and films
	DefaultType         string    `json:"default_media_type"`       // image, video or carousel
	Video               string    `json:"profile_video,omitempty"`  // URL of a film
	PortraitReplacement MediaFile `json:"assert,omitzero"`          // picture or film that replaces the portrait
}

// MediaFile is one picture or film.
type MediaFile struct {
	Type string `json:"type"` // image or video
	File string `json:"file"`
}
