package markup

import "fmt"

// PerSitemap is the most characters that one part of the sitemap lists. The protocol allows
// 50,000 addresses.
const PerSitemap = 10_000

// Entry is one public page of the sitemap. Changed is YYYY-MM-DD, or empty.
type Entry struct{ Path, Changed string }

// Sitemap returns one part of the sitemap. base is the address of the site without a slash at
// its end.
func Sitemap(base string, pages []Entry) []byte {
	x := newXMLDocument(`urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`)
	for _, p := range pages {
		x.writeRaw("<url>")
		x.writeText("loc", base+p.Path)
		if p.Changed != "" {
			x.writeText("lastmod", p.Changed)
		}
		x.writeRaw("</url>\n")
	}
	return x.finish("urlset")
}

// SitemapIndex returns the index of a sitemap whose parts are numbered from 1. base is the
// address of the site without a slash at its end.
func SitemapIndex(base string, parts int) []byte {
	x := newXMLDocument(`sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`)
	for n := range parts {
		x.writeRaw("<sitemap>")
		x.writeText("loc", fmt.Sprintf("%s/sitemap-%d.xml", base, n+1))
		x.writeRaw("</sitemap>\n")
	}
	return x.finish("sitemapindex")
}
