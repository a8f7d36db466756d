package chat

import (
	"context"

	"colloquy/internal/httpx"
)

// registerYearRoutes registers the call that sets the year of a conversation.
func (s *Service) registerYearRoutes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/messages/{id}/year", ID: "setYear", Summary: "Set the year from which the character speaks", Tag: apiTag}, s.handleYear)
}

type yearIn struct {
	Ref
	Body struct {
		_    struct{} `additionalProperties:"true"`
		Year *int     `json:"year" nullable:"true" doc:"A year of the session's moments. Null removes the year from the session"`
	}
}

func (s *Service) handleYear(ctx context.Context, in *yearIn) (*sessionOut, error) {
	return s.toSessionOut(s.SetYear(ctx, httpx.Actor(ctx), in.ID, in.Body.Year))
}

// momentJSON is a year from which a character can speak.
type momentJSON struct {
	Year      int    `json:"year" doc:"Negative is BC"`
	Label     string `json:"label" doc:"At most three words"`
	PlaceName string `json:"place,omitempty"`
	// IsPresentYear marks the moment from which the character speaks if no year is set.
	IsPresentYear bool `json:"present,omitempty"`
}

// momentsOf returns the moments of a session's character. For a session in a list it returns
// none, because the personas of lists have no dates.
func momentsOf(s Session) (out []momentJSON) {
	p := s.Character.Persona
	for _, m := range p.MomentList() {
		out = append(out, momentJSON{m.Year, m.Label, m.Place, m.Year == p.PresentYear()})
	}
	return out
}
