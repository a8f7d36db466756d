package content

import "testing"

func TestBannerHasAPictureForWideAndTallScreens(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		for sections, want := range map[string][2]string{
			`[{"id":1,"section_key":"home_banner","is_active":true,"image_url":"/a.webp","meta_data":{"desktop":{"image_url":"/w.webp"},"mobile":{"image_url":"/t.webp"}}}]`: {"/w.webp", "/t.webp"},
			`[{"id":1,"section_key":"home_banner","is_active":true,"image_url":"/a.webp","meta_data":{"mobile":{"image_url":""}}}]`:                                          {"/a.webp", "/a.webp"},
			`[{"id":1,"section_key":"home_banner","is_active":false,"image_url":"/a.webp","meta_data":{}}]`:                                                                  {"", ""},
			`[{"id":1,"section_key":"feeds","is_active":true,"image_url":"/a.webp","meta_data":{}}]`:                                                                         {"", ""},
		} {
			b.load(seedFiles(sections))
			if wideURL, tallURL, err := b.Banner(t.Context()); err != nil || [2]string{wideURL, tallURL} != want {
				t.Errorf("%s: %q, %q, %v", sections, wideURL, tallURL, err)
			}
		}
	})
}
