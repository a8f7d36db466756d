package search

import (
	"context"

	"colloquy/internal/catalogue"
	"colloquy/internal/core"
)

// Stand-ins for dependencies of packages catalogue and httpx: access without purchases, characters
// without likes, and callers without a session.
type (
	freeAccess struct{}
	noNumbers  struct{}
	noSession  struct{}
)

// Grants returns a grant for each character. It locks the characters that are not free.
func (freeAccess) Grants(_ context.Context, _ string, list []catalogue.Character) (map[int]catalogue.Grant, error) {
	out := make(map[int]catalogue.Grant, len(list))
	for _, c := range list {
		out[c.CharacterID] = catalogue.Grant{IsLocked: !c.IsFree}
	}
	return out, nil
}

// Counts returns no numbers.
func (noNumbers) Counts(context.Context, string, []int) (map[int]catalogue.SocialCounts, error) {
	return nil, nil
}

// Authenticate returns the zero Actor, which is a visitor.
func (noSession) Authenticate(context.Context, string, string) (core.Actor, error) {
	return core.Actor{}, nil
}
