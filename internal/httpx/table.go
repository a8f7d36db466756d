package httpx

import (
	"fmt"
	"time"
)

// Who may make a call.
type Who uint8

// The groups. The zero value is nobody, so a row that forgets it is refused.
const (
	Anyone Who = iota + 1
	User
	Admin // others get 404, not 403
)

// Rate bounds how often one user, or one network of visitors, may make a call.
type Rate struct {
	N   int
	Per time.Duration
}

// Row is one line of the route table: a call that exists, who may make it, how
// often, and how large its body may be. Body 0 means no body.
type Row struct {
	Method string
	Path   string // below /api, in chi's form: /messages/{id}
	Who    Who
	Rate   Rate
	Body   int64 // bytes
}

// Table holds every call of the API. A call that is not in it does not exist.
type Table []Row

// Check reports rows that are incomplete or doubled.
func (t Table) Check() error {
	seen := map[string]bool{}
	for _, r := range t {
		key := r.Method + " " + r.Path
		if r.Who == 0 || r.Rate.N == 0 || r.Rate.Per == 0 {
			return fmt.Errorf("httpx: row %s names no group or no rate", key)
		}
		if seen[key] {
			return fmt.Errorf("httpx: duplicate row %s", key)
		}
		seen[key] = true
	}
	return nil
}

func (t Table) find(method, path string) (Row, bool) {
	for _, r := range t {
		if r.Method == method && r.Path == path {
			return r, true
		}
	}
	return Row{}, false
}
