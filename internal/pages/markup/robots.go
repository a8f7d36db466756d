package markup

// Robots writes robots.txt: the paths that crawlers must not fetch, and the address of
// the sitemap.
func Robots(base string) []byte {
	return []byte("User-agent: *\nAllow: /\nDisallow: /api\nDisallow: /chats\nDisallow: /user$\nDisallow: /user?\nDisallow: /user/\n\nSitemap: " + base + "/sitemap.xml\n")
}
