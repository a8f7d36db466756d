package site

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"
)

// PerSitemap is how many characters one page of the sitemap holds. The protocol
// allows 50,000 addresses.
const PerSitemap = 10_000

// Entry is one public page. Changed is YYYY-MM-DD, or empty.
type Entry struct{ Path, Changed string }

// Sitemap lists pages of a site.
func Sitemap(base string, pages []Entry) []byte {
	x := newXML(`urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`)
	for _, p := range pages {
		x.raw("<url>")
		x.text("loc", base+p.Path)
		if p.Changed != "" {
			x.text("lastmod", p.Changed)
		}
		x.raw("</url>\n")
	}
	return x.end("urlset")
}

// SitemapIndex lists the pages of a sitemap that is too long for one, counted
// from 1.
func SitemapIndex(base string, pages int) []byte {
	x := newXML(`sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`)
	for n := range pages {
		x.raw("<sitemap>")
		x.text("loc", fmt.Sprintf("%s/sitemap-%d.xml", base, n+1))
		x.raw("</sitemap>\n")
	}
	return x.end("sitemapindex")
}

// Robots tells crawlers what to leave alone, and where the sitemap is.
func Robots(base string) []byte {
	return []byte("User-agent: *\nAllow: /\nDisallow: /api\nDisallow: /chats\nDisallow: /user$\nDisallow: /user?\nDisallow: /user/\n\nSitemap: " + base + "/sitemap.xml\n")
}

// Article is an article as the feed tells of it. Date is YYYY-MM-DD.
type Article struct{ Path, Title, Summary, Date string }

// Atom writes the feed of the articles, the newest first.
func Atom(base string, articles []Article) []byte {
	x := newXML(`feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"`)
	x.text("title", "The Colloquy Feed")
	x.text("id", base+"/blog")
	x.link("alternate", base+"/blog")
	x.link("self", base+"/feed.xml")
	x.raw("<author>")
	x.text("name", Name)
	x.raw("</author>\n")
	x.text("updated", newest(articles))
	for _, a := range articles {
		x.raw("<entry>")
		x.text("title", a.Title)
		x.text("id", base+a.Path)
		x.link("alternate", base+a.Path)
		x.text("published", moment(a.Date))
		x.text("updated", moment(a.Date))
		x.text("summary", a.Summary)
		x.raw("</entry>\n")
	}
	return x.end("feed")
}

func newest(articles []Article) string {
	last := ""
	for _, a := range articles {
		last = max(last, moment(a.Date))
	}
	return max(last, moment(""))
}

// moment is the beginning of a day. What is no day is the beginning of time.
func moment(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		day = time.Unix(0, 0).UTC()
	}
	return day.Format(time.RFC3339)
}

type document struct{ b bytes.Buffer }

func newXML(root string) *document {
	x := &document{}
	x.raw(xml.Header + "<" + root + ">\n")
	return x
}

func (x *document) raw(text string) { x.b.WriteString(text) }

func (x *document) text(name, text string) {
	x.raw("<" + name + ">")
	x.escaped(text)
	x.raw("</" + name + ">")
}

func (x *document) link(rel, address string) {
	x.raw(`<link rel="` + rel + `" href="`)
	x.escaped(address)
	x.raw(`"/>`)
}

func (x *document) escaped(text string) {
	_ = xml.EscapeText(&x.b, []byte(oneLine(text))) // a buffer takes everything
}

func (x *document) end(name string) []byte {
	x.raw("</" + name + ">\n")
	return x.b.Bytes()
}
