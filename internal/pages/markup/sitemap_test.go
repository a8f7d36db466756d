package markup_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"colloquy/internal/pages/markup"
)

func TestSitemapRobotsAndFeedMatchGoldenFiles(t *testing.T) {
	const base = "https://chat.example.org"
	compareGolden(t, "sitemap.xml", markup.Sitemap(base, []markup.SitemapEntry{{Path: "/"}, {Path: "/blog/queen", LastModified: "2026-11-10"}, {Path: "/tags/?a=1&b=2"}}))
	compareGolden(t, "index.xml", markup.SitemapIndex(base, 2))
	compareGolden(t, "robots.txt", markup.Robots(base))
	compareGolden(t, "feed.xml", markup.AtomFeed(base, []markup.Article{
		{Path: "/blog/b", Title: "B & <b>", Summary: "Second.", Date: "2026-11-10"}, {Path: "/blog/a", Title: "A", Date: "2026-11-02"}, {Path: "/blog/z", Title: "Z", Date: "soon"},
	}))
	compareGolden(t, "empty.xml", markup.AtomFeed(base, nil))
}

// xmlTexts returns the texts of an XML document. It fails the test if document is not XML.
func xmlTexts(t *testing.T, document []byte) string {
	t.Helper()
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader(string(document)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatalf("%v in %s", err, document)
		}
		if c, ok := token.(xml.CharData); ok {
			b.Write(c)
		}
		if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "img" || e.Name.Local == "b") {
			t.Errorf("an element %s came in", e.Name.Local)
		}
	}
}

func TestHostileTextsLeaveXMLWellFormed(t *testing.T) {
	for _, text := range hostileTexts {
		feed := markup.AtomFeed("https://a.example", []markup.Article{{Path: markup.JoinPath(text), Title: text, Summary: text, Date: text}})
		if said := xmlTexts(t, feed); strings.Contains(text, "alert") && !strings.Contains(said, "alert(1)") {
			t.Errorf("%q is lost in %s", text, said)
		}
		xmlTexts(t, markup.Sitemap("https://a.example", []markup.SitemapEntry{{Path: text, LastModified: text}}))
	}
}
