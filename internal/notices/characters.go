package notices

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// categoryPathPrefix is the path of the page that lists a category's characters, without the
// category at its end.
const categoryPathPrefix = "/characters?categories="

// character is a character with the fields that notices use.
type character struct {
	id                   int
	slug, name, category string
}

// AnnounceCharacters announces new characters. After each load of the seed it is called with all
// personas. For each category, a job writes one notice about the new characters to the followers of
// the category's characters. The announced characters are stored, so that each is announced once.
// If the process ends before this call, the next call announces them. Rule
// notifications-new-character.
func (s *Service) AnnounceCharacters(ctx context.Context, personas []core.Persona) error {
	announcedIDs, err := s.store.announcedIDs(ctx, "announced_characters", "character_id")
	if err != nil {
		return err
	}
	var ids []int
	for _, p := range personas {
		if !announcedIDs[p.CharacterID] {
			ids = append(ids, p.CharacterID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.announceCharacters(ctx, tx, ids) })
}

func (s *Service) announceCharacters(ctx context.Context, tx storage.Querier, ids []int) error {
	now := s.deps.Clock.Now()
	var newIDs []int
	for _, id := range ids {
		isNew, err := s.store.insertAnnouncement(ctx, tx, "announced_characters", "character_id", id, now)
		if err != nil {
			return err
		}
		if isNew {
			newIDs = append(newIDs, id)
		}
	}
	hasFollowers, err := s.store.hasAnyFollower(ctx, tx)
	if err != nil || !hasFollowers {
		return err
	}
	list, err := s.store.readShownCharacters(ctx, tx, newIDs)
	if err != nil {
		return err
	}
	batchID := core.NewID(now)
	for len(list) > 0 {
		end := slices.IndexFunc(list, func(c character) bool { return c.category != list[0].category })
		if end < 0 {
			end = len(list)
		}
		if err := s.startBroadcast(ctx, tx, broadcastOfCharacters(batchID, list[:end])); err != nil {
			return err
		}
		list = list[end:]
	}
	return nil
}

// broadcastOfCharacters returns the broadcast about the new characters of one category.
func broadcastOfCharacters(batchID string, list []character) broadcast {
	first := list[0]
	b := broadcast{
		kind: charactersBroadcast, category: first.category, objectID: batchID + " " + first.category, characterID: first.id,
		title: "New character", message: first.name + " has joined " + first.category + ".", actionURL: core.ProfilePath(first.slug),
	}
	if more := len(list) - 1; more > 0 {
		b.title, b.message = "New characters", fmt.Sprintf("%s and %d more have joined %s.", first.name, more, first.category)
		b.actionURL = categoryPathPrefix + url.QueryEscape(first.category)
	}
	return b
}
