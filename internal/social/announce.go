package social

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

const (
	newCharactersJob = "social.new-characters"
	noticesPerTx     = 200 // limits how long one transaction takes
)

// newCharacters is the payload of a job: the characters that one load of the seed
// added.
type newCharacters struct {
	Batch      string
	Characters []int
}

// AnnounceNew gets all personas after each load of the seed. It announces the new ones
// to the followers of a character of the same category, in a job. The announced
// characters are stored, so that none is announced twice, and none is missed if the
// process ends between the load and this call.
func (s *Service) AnnounceNew(ctx context.Context, personas []core.Persona) error {
	known, err := s.store.announced(ctx)
	if err != nil {
		return err
	}
	personas = slices.DeleteFunc(slices.Clone(personas), func(p core.Persona) bool { return known[p.CharacterID] })
	if len(personas) == 0 {
		return nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		now := s.deps.Clock.Now()
		job := newCharacters{Batch: core.NewID(now)}
		for _, p := range personas {
			added, err := s.store.insertAnnounced(ctx, tx, p.CharacterID, now)
			if err != nil {
				return err
			}
			if added {
				job.Characters = append(job.Characters, p.CharacterID)
			}
		}
		followed, err := s.store.anyFollower(ctx, tx)
		if err != nil || !followed || len(job.Characters) == 0 {
			return err
		}
		return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: newCharactersJob, Key: job.Batch, Payload: job})
	})
}

// announce is the job. It writes one notice for each category and follower. A second
// run continues where the first one stopped.
func (s *Service) announce(ctx context.Context, payload []byte) error {
	var job newCharacters
	if err := json.Unmarshal(payload, &job); err != nil {
		return fmt.Errorf("social: payload of %s: %w", newCharactersJob, err)
	}
	list, err := s.store.shownCharacters(ctx, job.Characters)
	if err != nil {
		return err
	}
	for len(list) > 0 {
		category := list[0].Category
		end := slices.IndexFunc(list, func(c Character) bool { return c.Category != category })
		if end < 0 {
			end = len(list)
		}
		if err := s.notifyFollowers(ctx, category, newCharactersNotice(job.Batch, list[:end])); err != nil {
			return err
		}
		list = list[end:]
	}
	return nil
}

// notifyFollowers writes a notice for every follower of a category who has not switched
// character updates off.
func (s *Service) notifyFollowers(ctx context.Context, category string, n notice) error {
	for after := ""; ; {
		users, err := s.store.followersOf(ctx, category, n.objectID, after, noticesPerTx)
		if err != nil || len(users) == 0 {
			return err
		}
		if err := s.notifyMany(ctx, users, n); err != nil {
			return err
		}
		after = users[len(users)-1]
	}
}

// notifyMany writes a notice for each of the users who wants it, in one transaction.
func (s *Service) notifyMany(ctx context.Context, users []string, n notice) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		optedOut, err := s.store.optedOutUsers(ctx, tx, characterUpdates, users)
		if err != nil {
			return err
		}
		for _, id := range users {
			if optedOut[id] {
				continue
			}
			n.userID = id
			if err := s.store.insertNotice(ctx, tx, n, s.deps.Clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

// newCharactersNotice returns the notice about the new characters of one category.
func newCharactersNotice(batch string, list []Character) notice {
	first := list[0]
	n := notice{
		kind: newCharacterKind, objectID: batch + " " + first.Category, actionText: "View",
		title: "New character", message: first.Name + " has joined " + first.Category + ".",
		actionURL: core.ProfilePath(first.Slug),
	}
	if more := len(list) - 1; more > 0 {
		n.title, n.message = "New characters", fmt.Sprintf("%s and %d more have joined %s.", first.Name, more, first.Category)
		n.actionURL = cataloguePath + url.QueryEscape(first.Category)
	}
	return n
}
