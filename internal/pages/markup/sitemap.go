package markup

import "fmt"

// PerSitemap is how many characters one part of the sitemap lists. The protocol allows
// 50,000 addresses.
const PerSitemap = 10_000

// Entry is one public page of the sitemap. Changed is YYYY-MM-DD, or empty.
type Entry struct{ Path, Changed string }

// Sitemap writes one part of the sitemap.
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

// SitemapIndex writes the index of a sitemap in several parts, numbered from 1.
func SitemapIndex(base string, parts int) []byte {
	x := newXML(`sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`)
	for n := range parts {
		x.raw("<sitemap>")
		x.text("loc", fmt.Sprintf("%s/sitemap-%d.xml", base, n+1))
		x.raw("</sitemap>\n")
	}
	return x.end("sitemapindex")
}
