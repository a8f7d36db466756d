package httpx

import (
	"fmt"
	"time"
)

// Caller is the group of users who may make a call.
type Caller uint8

// The groups of users. The zero value is invalid, so RouteTable.Check reports a row without a
// group.
const (
	Anyone Caller = iota + 1
	User
	Admin // others get 404, not 403
)

// Rate limits how often one user, or the visitors of one network, may make a call.
type Rate struct {
	N      int // calls
	Period time.Duration
}

// BodyType is the kind of a call's body.
type BodyType uint8

// The types of bodies.
const (
	JSONBody   BodyType = iota
	UploadBody          // a form, multipart/form-data, with one file; users only
	SignedBody          // any bytes with a signature; other sites and callers without an account may send them; rule api-cross-site
)

// RouteRow is one call of the API: who may make it, how often, and how large its body may be.
// MaxBody 0 means no body.
type RouteRow struct {
	Method   string
	Path     string // below /api, in chi's form: /messages/{id}
	Caller   Caller
	Rate     Rate
	MaxBody  int64 // size limit in bytes
	BodyType BodyType
}

// RouteTable has all calls of the API.
type RouteTable []RouteRow

// Check returns an error if a row is incomplete or a duplicate. A body type that does not fit the
// other fields of its row is an error, too. Rules access-who-may-call, api-rate.
func (t RouteTable) Check() error {
	seenCalls := map[string]bool{}
	for _, r := range t {
		key := r.Method + " " + r.Path
		if r.Caller == 0 || r.Rate.N == 0 || r.Rate.Period == 0 {
			return fmt.Errorf("httpx: row %s names no group or no rate", key)
		}
		if r.BodyType == UploadBody && (r.Caller == Anyone || r.MaxBody == 0) {
			return fmt.Errorf("httpx: row %s takes an upload of everybody, or of no size", key)
		}
		if r.BodyType == SignedBody && r.Caller != Anyone {
			return fmt.Errorf("httpx: row %s is signed, and takes users", key)
		}
		if seenCalls[key] {
			return fmt.Errorf("httpx: duplicate row %s", key)
		}
		seenCalls[key] = true
	}
	return nil
}

func (t RouteTable) findRow(method, path string) (RouteRow, bool) {
	for _, r := range t {
		if r.Method == method && r.Path == path {
			return r, true
		}
	}
	return RouteRow{}, false
}
