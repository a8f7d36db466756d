package storage

import "net/url"

// fileURI returns the name of a database file for SQLite, with parameters. Characters that
// have a meaning in a URI are escaped, so that they may be in the path.
func fileURI(path string, query url.Values) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: query.Encode()}).String()
}
