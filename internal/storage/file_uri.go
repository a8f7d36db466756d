package storage

import "net/url"

// fileURI returns the name of a database file for SQLite, with parameters. It escapes special
// characters of URIs, so the path may contain them.
func fileURI(path string, query url.Values) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: query.Encode()}).String()
}
