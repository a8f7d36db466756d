package markup

import "time"

// Article is one entry of the feed. Date is YYYY-MM-DD.
type Article struct{ Path, Title, Summary, Date string }

// Atom writes the feed of the articles in the order given.
func Atom(base string, articles []Article) []byte {
	x := newXML(`feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"`)
	x.text("title", FeedTitle)
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
		x.text("published", midnightRFC3339(a.Date))
		x.text("updated", midnightRFC3339(a.Date))
		x.text("summary", a.Summary)
		x.raw("</entry>\n")
	}
	return x.end("feed")
}

func newest(articles []Article) string {
	last := ""
	for _, a := range articles {
		last = max(last, midnightRFC3339(a.Date))
	}
	return max(last, midnightRFC3339(""))
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
