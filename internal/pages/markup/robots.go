package markup

// Robots writes robots.txt: which paths crawlers must not fetch, and where the
// sitemap is.
func Robots(base string) []byte {
	return []byte("User-agent: *\nAllow: /\nDisallow: /api\nDisallow: /chats\nDisallow: /user$\nDisallow: /user?\nDisallow: /user/\n\nSitemap: " + base + "/sitemap.xml\n")
}
