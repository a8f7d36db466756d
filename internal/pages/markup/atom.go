package markup

import "time"

// Article is one entry of the feed. Date is YYYY-MM-DD.
type Article struct{ Path, Title, Summary, Date string }

// AtomFeed returns the Atom feed of the articles, in the given order. baseURL is the address of
// the site without a slash at its end. Rule content-machines.
func AtomFeed(baseURL string, articles []Article) []byte {
	x := newXMLDocument(`feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"`)
	x.writeText("title", FeedTitle)
	x.writeText("id", baseURL+"/blog")
	x.writeLink("alternate", baseURL+"/blog")
	x.writeLink("self", baseURL+"/feed.xml")
	x.writeRaw("<author>")
	x.writeText("name", SiteName)
	x.writeRaw("</author>\n")
	x.writeText("updated", newestDate(articles))
	for _, a := range articles {
		x.writeRaw("<entry>")
		x.writeText("title", a.Title)
		x.writeText("id", baseURL+a.Path)
		x.writeLink("alternate", baseURL+a.Path)
		x.writeText("published", midnightRFC3339(a.Date))
		x.writeText("updated", midnightRFC3339(a.Date))
		x.writeText("summary", a.Summary)
		x.writeRaw("</entry>\n")
	}
	return x.closeRootElement("feed")
}

// newestDate returns the latest date of the articles in RFC 3339, or the Unix epoch.
func newestDate(articles []Article) string {
	latestDate := ""
	for _, a := range articles {
		latestDate = max(latestDate, midnightRFC3339(a.Date))
	}
	return max(latestDate, midnightRFC3339(""))
}

// midnightRFC3339 returns the start of a day in RFC 3339, or the Unix epoch for a text that is
// not a date.
func midnightRFC3339(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		day = time.Unix(0, 0).UTC()
	}
	return day.Format(time.RFC3339)
}
