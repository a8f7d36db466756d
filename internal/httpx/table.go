package httpx

import (
	"fmt"
	"time"
)

// Who is the group of users who may make a call.
type Who uint8

// The groups of users. The zero value is invalid, so Table.Check reports a row without a group.
const (
	Anyone Who = iota + 1
	User
	Admin // others get 404, not 403
)

// Rate limits how often one user, or the visitors of one network, may make a call.
type Rate struct {
	N   int // calls
	Per time.Duration
}

// BodyType is the kind of a call's body.
type BodyType uint8

// The types of bodies.
const (
	JSON   BodyType = iota
	Upload          // a form, multipart/form-data, with one file; users only
	Signed          // any bytes, not checked: the body or the path is signed; other sites may make the call, which has no user
)

// Row is one line of the route table: a call that exists, who may make it, how
// often, and how large its body may be. Body 0 means no body.
type Row struct {
	Method string
	Path   string // below /api, in chi's form: /messages/{id}
	Who    Who
	Rate   Rate
	Body   int64 // size limit in bytes
	Type   BodyType
}

// Table has all calls of the API.
type Table []Row

// Check returns an error if a row is incomplete or a duplicate, or if its body type does not
// fit its other fields.
func (t Table) Check() error {
	seen := map[string]bool{}
	for _, r := range t {
		key := r.Method + " " + r.Path
		if r.Who == 0 || r.Rate.N == 0 || r.Rate.Per == 0 {
			return fmt.Errorf("httpx: row %s names no group or no rate", key)
		}
		if r.Type == Upload && (r.Who == Anyone || r.Body == 0) {
			return fmt.Errorf("httpx: row %s takes an upload of everybody, or of no size", key)
		}
		if r.Type == Signed && r.Who != Anyone {
			return fmt.Errorf("httpx: row %s is signed, and takes users", key)
		}
		if seen[key] {
			return fmt.Errorf("httpx: duplicate row %s", key)
		}
		seen[key] = true
	}
	return nil
}

func (t Table) findRow(method, path string) (Row, bool) {
	for _, r := range t {
		if r.Method == method && r.Path == path {
			return r, true
		}
	}
	return Row{}, false
}
