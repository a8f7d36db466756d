package markup

// Robots returns robots.txt: the paths that crawlers must not fetch, and the address of
// the sitemap. base is the address of the site without a slash at its end. Rule
// content-machines.
func Robots(base string) []byte {
	return []byte("User-agent: *\nAllow: /\nDisallow: /api\nDisallow: /chats\nDisallow: /user$\nDisallow: /user?\nDisallow: /user/\n\nSitemap: " + base + "/sitemap.xml\n")
}
