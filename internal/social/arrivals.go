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
	arrivalsJob = "social.new-characters"
	// noticesAtOnce bounds how many notices one transaction writes.
	noticesAtOnce = 200
)

// arrivals is the payload of the job: characters that came together.
type arrivals struct {
	Batch      string
	Characters []int
}

// NewCharacters is told all personas of the catalogue after each load of the
// seed. Those that it was never told of are announced, in the background, to
// everybody who follows a character of their category (decisions §5). It
// remembers whom it was told of, so nothing is announced twice and nothing is
// lost when a process ends between the load and this call.
func (s *Service) NewCharacters(ctx context.Context, personas []core.Persona) error {
	known, err := s.store.announced(ctx)
	if err != nil {
		return err
	}
	personas = slices.DeleteFunc(slices.Clone(personas), func(p core.Persona) bool { return known[p.CharacterID] })
	if len(personas) == 0 {
		return nil
	}
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		now := s.Clock.Now()
		job := arrivals{Batch: core.NewID(now)}
		for _, p := range personas {
			added, err := s.store.insertAnnounced(ctx, tx, p.CharacterID, now)
			if err != nil {
				return err
			}
			if added {
				job.Characters = append(job.Characters, p.CharacterID)
			}
		}
		anybody, err := s.store.anyFollower(ctx, tx)
		if err != nil || !anybody || len(job.Characters) == 0 {
			return err
		}
		return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: arrivalsJob, Key: job.Batch, Payload: job})
	})
}

// announce writes the notices of characters that came together: one a category
// and follower. A second run goes on where the first one ended.
func (s *Service) announce(ctx context.Context, payload []byte) error {
	var job arrivals
	if err := json.Unmarshal(payload, &job); err != nil {
		return fmt.Errorf("social: payload of %s: %w", arrivalsJob, err)
	}
	list, err := s.store.shown(ctx, job.Characters)
	if err != nil {
		return err
	}
	for len(list) > 0 {
		category := list[0].Category
		end := slices.IndexFunc(list, func(c Character) bool { return c.Category != category })
		if end < 0 {
			end = len(list)
		}
		if err := s.announceTo(ctx, category, arrivalNotice(job.Batch, list[:end])); err != nil {
			return err
		}
		list = list[end:]
	}
	return nil
}

// announceTo gives one notice to every follower of a category.
func (s *Service) announceTo(ctx context.Context, category string, n notice) error {
	for after := ""; ; {
		users, err := s.store.followersOf(ctx, category, n.objectID, after, noticesAtOnce)
		if err != nil || len(users) == 0 {
			return err
		}
		err = s.DB.Write(ctx, func(tx storage.Querier) error {
			for _, id := range users {
				n.userID = id
				if err := s.store.insertNotice(ctx, tx, n, s.Clock.Now()); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		after = users[len(users)-1]
	}
}

// arrivalNotice tells of the characters of one category, the first by name.
func arrivalNotice(batch string, list []Character) notice {
	first := list[0]
	n := notice{
		kind: arrivalKind, objectID: batch + " " + first.Category, actionText: "View",
		title: "New character", message: first.Name + " has joined " + first.Category + ".",
		actionURL: core.ProfilePath(first.Slug),
	}
	if more := len(list) - 1; more > 0 {
		n.title, n.message = "New characters", fmt.Sprintf("%s and %d more have joined %s.", first.Name, more, first.Category)
		n.actionURL = catalogueAddress + url.QueryEscape(first.Category)
	}
	return n
}
