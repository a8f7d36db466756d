package core

// Media is what a character shows beside its portrait. Without any the portrait
// stands alone.
type Media struct {
	Carousel []string  `json:"carousel_media,omitempty"` // addresses of pictures and films
	Default  string    `json:"default_media_type"`       // image, video or carousel
	Video    string    `json:"profile_video,omitempty"`  // address of a film
	Assert   MediaFile `json:"assert,omitzero"`
}

// MediaFile is one picture or film.
type MediaFile struct {
	Type string `json:"type"` // image or video
	File string `json:"file"`
}
