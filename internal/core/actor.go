package core

// Actor is who makes a call. The zero Actor is a visitor.
type Actor struct {
	UserID string // empty for a visitor
	Name   string
	Admin  bool
	Region string // the country that the browser names (ISO 3166), "" when it names none
}

// SignedIn reports whether the call is made by a known user.
func (a Actor) SignedIn() bool { return a.UserID != "" }
