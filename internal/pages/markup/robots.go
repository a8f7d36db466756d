package markup

// Robots returns robots.txt: the paths that crawlers must not fetch, and the address of the
// sitemap. baseURL has no slash at its end. Rule content-machines.
func Robots(baseURL string) []byte {
	return []byte("User-agent: *\nAllow: /\nDisallow: /api\nDisallow: /chats\nDisallow: /user$\nDisallow: /user?\nDisallow: /user/\n\nSitemap: " + baseURL + "/sitemap.xml\n")
}
