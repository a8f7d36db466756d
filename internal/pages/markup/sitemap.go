package markup

import "fmt"

// CharactersPerSitemap is the most characters that one part of the sitemap lists. The protocol allows
// 50,000 addresses.
const CharactersPerSitemap = 10_000

// SitemapEntry is one public page of the sitemap. LastModified is YYYY-MM-DD, or empty.
type SitemapEntry struct{ Path, LastModified string }

// Sitemap returns one part of the sitemap. baseURL is the address of the site without a slash at
// its end.
func Sitemap(baseURL string, pages []SitemapEntry) []byte {
	x := newXMLDocument(`urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`)
	for _, p := range pages {
		x.writeRaw("<url>")
		x.writeText("loc", baseURL+p.Path)
		if p.LastModified != "" {
			x.writeText("lastmod", p.LastModified)
		}
		x.writeRaw("</url>\n")
	}
	return x.closeRootElement("urlset")
}

// SitemapIndex returns the index of a sitemap whose parts are numbered from 1. baseURL is the
// address of the site without a slash at its end.
func SitemapIndex(baseURL string, parts int) []byte {
	x := newXMLDocument(`sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`)
	for n := range parts {
		x.writeRaw("<sitemap>")
		x.writeText("loc", fmt.Sprintf("%s/sitemap-%d.xml", baseURL, n+1))
		x.writeRaw("</sitemap>\n")
	}
	return x.closeRootElement("sitemapindex")
}
