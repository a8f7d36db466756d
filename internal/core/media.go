package core

// Media is the pictures and films of a character beside its portrait. All are
// optional.
type Media struct {
	Carousel []string  `json:"carousel_media,omitempty"` // URLs of pictures and films
	Default  string    `json:"default_media_type"`       // image, video or carousel
	Video    string    `json:"profile_video,omitempty"`  // URL of a film
	Assert   MediaFile `json:"assert,omitzero"`
}

// MediaFile is one picture or film.
type MediaFile struct {
	Type string `json:"type"` // image or video
	File string `json:"file"`
}
