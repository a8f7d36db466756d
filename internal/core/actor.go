package core

import "time"

// Actor is the user who makes a call. The zero Actor is a visitor.
type Actor struct {
	UserID     string // empty for a visitor
	Name       string
	IsAdmin    bool
	IsVerified bool      // the email address is confirmed, or needs no confirmation
	SessionID  string    // id of the sign-in session with which the call is made
	SignedInAt time.Time // start of the sign-in session
	Region     string    // country from the browser's languages (ISO 3166); empty if unknown
}

// SignedIn reports whether the actor is a user, not a visitor.
func (a Actor) SignedIn() bool { return a.UserID != "" }
