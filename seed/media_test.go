package seed_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"colloquy/seed"
)

// TestFeaturedSixHaveMedia: the six featured personas have media, and no others. Every
// address is a file of the seed, and a carousel has at least two pictures.
func TestFeaturedSixHaveMedia(t *testing.T) {
	files := seed.Portraits()
	isFile := func(address string) bool {
		info, err := fs.Stat(files, strings.TrimPrefix(address, "/portraits/"))
		return err == nil && info.Size() > 0
	}
	var idsWithMedia []int
	carouselCount := 0
	for _, p := range allPersonas(t) {
		if p.Media == nil {
			continue
		}
		idsWithMedia = append(idsWithMedia, p.CharacterID)
		for _, address := range append(slices.Clone(p.Media.Carousel), p.Media.PortraitReplacement.File) {
			if !isFile(address) {
				t.Errorf("%s shows %q, which is no file", p.Slug, address)
			}
		}
		if p.Media.Video != "" && !isFile(p.Media.Video) {
			t.Errorf("%s has the film %q, which is no file", p.Slug, p.Media.Video)
		}
		switch p.Media.DefaultType {
		case "carousel":
			carouselCount++
			if len(p.Media.Carousel) < 2 {
				t.Errorf("the carousel of %s has %d pictures", p.Slug, len(p.Media.Carousel))
			}
		case "image", "video":
		default:
			t.Errorf("%s shows a %q first", p.Slug, p.Media.DefaultType)
		}
	}
	if !slices.Equal(idsWithMedia, []int{20, 21, 22, 64, 174, 183}) || carouselCount < 2 {
		t.Errorf("%v have media, %d a carousel", idsWithMedia, carouselCount)
	}
}
