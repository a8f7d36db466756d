package pages_test

import (
	"bytes"
	"image/png"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/image/font/gofont/goregular"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
)

func TestSharePictures(t *testing.T) {
	font := &fstest.MapFile{Data: goregular.TTF}
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
		o.Dist = fstest.MapFS{
			"index.html": {Data: []byte("<!--head--><!--/head-->")}, "fonts/display.ttf": font, "fonts/display-ext.ttf": font,
			"fonts/text.ttf": font, "fonts/text-ext.ttf": font,
		}
	})
	e.SetCharacterFlag("marcus-aurelius", "is_active", false)
	for _, slug := range []string{"ada-lovelace", "default"} {
		resp, body := e.Get("/share/" + slug + ".png")
		size, err := png.DecodeConfig(bytes.NewReader([]byte(body)))
		if resp.StatusCode != 200 || err != nil || size.Width != 1200 || size.Height != 630 || len(body) > 200<<10 ||
			resp.Header.Get("Content-Type") != "image/png" || resp.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s answers %d %v, %v, %d bytes", slug, resp.StatusCode, resp.Header, err, len(body))
		}
	}
	for _, path := range []string{"/share/nobody.png", "/share/marcus-aurelius.png", "/share/20.png", "/share/ada-lovelace.webp", "/share/", "/share/%00.png", "/share/%ff.png"} {
		if resp, _ := e.Get(path); resp.StatusCode != 404 {
			t.Errorf("%s answers %d", path, resp.StatusCode)
		}
	}
	for path, want := range map[string]string{"/character/profile/ada-lovelace": "/share/ada-lovelace.png", "/about": "/share/default.png"} {
		_, body := e.Get(path)
		pictureLink := regexp.MustCompile(`property="og:image" content="(` + regexp.QuoteMeta(want) + `\?v=[0-9a-f]{8})"`).FindStringSubmatch(body)
		if pictureLink == nil || !strings.Contains(body, `og:image:width" content="1200"`) {
			t.Errorf("%s names no picture: %s", path, body)
			continue
		}
		resp, _ := e.Get(pictureLink[1])
		if resp.StatusCode != 200 || resp.Header.Get("Cache-Control") != "public, max-age=3600" || resp.Header.Get("ETag") == "" {
			t.Errorf("%s answers %d %v", pictureLink[1], resp.StatusCode, resp.Header)
		}
	}
}
