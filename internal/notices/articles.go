package notices

import (
	"context"
	"fmt"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Article is an article of the feed. CharacterSlugs are the slugs of the characters that it
// names.
type Article struct {
	ID                    int
	Slug, Title, Subtitle string
	CharacterSlugs        []string
}

// AnnounceArticles announces new articles to all users, each article once. After each load of the
// seed it is called with all articles. It stores which articles were announced. Followers of a
// character in an article get a notice of the group character_updates. Other users get a notice of
// the group newsletter. In a fresh installation, which has no users, it stores the articles and
// writes no notice. Rules notifications-post, notifications-newsletter.
func (s *Service) AnnounceArticles(ctx context.Context, articles []Article) error {
	announcedIDs, err := s.store.announcedIDs(ctx, "announced_articles", "article_id")
	if err != nil {
		return err
	}
	var newArticles []Article
	for _, a := range articles {
		if !announcedIDs[a.ID] {
			newArticles = append(newArticles, a)
		}
	}
	if len(newArticles) == 0 {
		return nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		for _, a := range newArticles {
			if err := s.announceArticle(ctx, tx, a); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) announceArticle(ctx context.Context, tx storage.Querier, a Article) error {
	isNew, err := s.store.insertAnnouncement(ctx, tx, "announced_articles", "article_id", a.ID, s.deps.Clock.Now())
	if err != nil || !isNew {
		return err
	}
	hasUsers, err := s.store.hasAnyUser(ctx, tx)
	if err != nil || !hasUsers {
		return err
	}
	characters, err := s.store.readCharactersBySlug(ctx, tx, a.CharacterSlugs)
	if err != nil {
		return err
	}
	return s.startBroadcast(ctx, tx, broadcastOfArticle(a, characters))
}

func broadcastOfArticle(a Article, characters []character) broadcast {
	b := broadcast{
		kind: articleBroadcast, objectID: fmt.Sprint("article ", a.ID), title: "New article",
		message: "“" + a.Title + "”: " + a.Subtitle, actionURL: core.ArticlePath(a.Slug),
	}
	var names []string
	for _, c := range characters {
		b.characterIDs, names = append(b.characterIDs, c.id), append(names, c.name)
	}
	if len(names) > 0 {
		b.message = "“" + a.Title + "” is about " + joinNames(names) + "."
	}
	return b
}

// joinNames joins one or more names: "A", "A and B", "A, B and C".
func joinNames(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
