package core

import "time"

// Actor is the user who makes a call. The zero Actor is a visitor.
type Actor struct {
	UserID     string // empty for a visitor
	Name       string
	Admin      bool
	Verified   bool      // the email address is confirmed, or needs no confirmation
	SessionID  string    // the session that the call is made with
	SignedInAt time.Time // start of that session
	Region     string    // country from the browser's languages (ISO 3166); empty if unknown
}

// SignedIn reports whether the actor is a user, not a visitor.
func (a Actor) SignedIn() bool { return a.UserID != "" }
