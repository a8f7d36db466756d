package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// rules access-hidden-characters, content-machines, catalogue-former-slugs
func TestFilesForCrawlersHideHiddenCharacters(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, func(o *app.Options) { o.Config.PublicURL = "https://chat.example.org" })
		e.SetCharacterFlag("marcus-aurelius", "is_active", false)
		e.SetCharacterFlag("harriet-tubman", "is_deleted", true)
		for path, want := range map[string]struct{ kind, holds string }{
			"/robots.txt":    {"text/plain; charset=utf-8", "Sitemap: https://chat.example.org/sitemap.xml"},
			"/feed.xml":      {"application/atom+xml; charset=utf-8", "<id>https://chat.example.org/blog/how-to-argue-with-a-queen</id>"},
			"/sitemap.xml":   {"application/xml; charset=utf-8", "<loc>https://chat.example.org/character/profile/ada-lovelace</loc><lastmod>20"},
			"/sitemap-1.xml": {"application/xml; charset=utf-8", "<loc>https://chat.example.org/blog/how-to-argue-with-a-queen</loc><lastmod>20"},
		} {
			resp, body := e.Get(path)
			if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != want.kind || !strings.Contains(body, want.holds) {
				t.Errorf("%s answers %d %v %.500s", path, resp.StatusCode, resp.Header, body)
			}
			if strings.Contains(body, "marcus-aurelius") || strings.Contains(body, "harriet-tubman") || strings.Contains(body, "/chats/") || strings.Contains(body, "/user<") {
				t.Errorf("%s names a hidden or private page", path)
			}
			if strings.Contains(body, "/pericles<") || path == "/sitemap.xml" && !strings.Contains(body, "/character/profile/kwame-nkrumah<") {
				t.Errorf("%s has a former slug or not the new one", path)
			}
		}
		for _, path := range []string{"/sitemap-2.xml", "/sitemap-0.xml", "/sitemap-01.xml", "/sitemap--1.xml", "/sitemap-99999999999.xml", "/sitemap-1.xml.gz", "/sitemap-.xml"} {
			if resp, _ := e.Get(path); resp.StatusCode != 404 {
				t.Errorf("%s answers %d", path, resp.StatusCode)
			}
		}
	})
}

// TestSitemapAddressesAreCanonical: each address answers with 200, and its page has the
// same canonical address.
func TestSitemapAddressesAreCanonical(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { o.Config.PublicURL = "https://chat.example.org" })
	_, body := e.Get("/sitemap.xml")
	addressCount := 0
	for part := range strings.SplitSeq(body, "<loc>https://chat.example.org") {
		path, _, ok := strings.Cut(part, "</loc>")
		if !ok {
			continue
		}
		addressCount++
		if resp, page := e.Get(path); resp.StatusCode != 200 || !strings.Contains(page, `rel="canonical" href="https://chat.example.org`+path+`"`) {
			t.Errorf("%s answers %d", path, resp.StatusCode)
		}
	}
	for _, path := range []string{"/", "/characters", "/blog", "/about", "/blog/how-to-argue-with-a-queen", "/character/profile/ada-lovelace"} {
		if strings.Count(body, "<loc>https://chat.example.org"+path+"</loc>") != 1 {
			t.Errorf("%s is not in it once", path)
		}
	}
	if addressCount < 250 {
		t.Errorf("only %d addresses", addressCount)
	}
}

// TestLargeSitemapHasIndex: each part lists at most 10,000 characters. To save time, the sitemap
// has only two parts on PostgreSQL.
func TestLargeSitemapHasIndex(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		partCount := 3
		if e.App.DB().Engine() == storage.Postgres {
			partCount = 2
		}
		addedCharacterCount := (partCount - 1) * 10_000
		err := e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			for from := 1000; from < 1000+addedCharacterCount; from += 500 {
				var rows []string
				for n := from; n < from+500; n++ {
					rows = append(rows, fmt.Sprintf("('x%d', %d, 's%d', 'N', 'C', 'N', 'D', 'D', '[]', 'n', '{}', TRUE, 1, 1)", n, n, n))
				}
				_, err := tx.ExecContext(t.Context(), `INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description,
					tags, search_key, persona, is_free, created_at, updated_at) VALUES `+strings.Join(rows, ","))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		_, index := e.Get("/sitemap.xml")
		if strings.Count(index, "<sitemap>") != partCount || !strings.Contains(index, fmt.Sprintf("/sitemap-%d.xml</loc>", partCount)) {
			t.Errorf("the index is %s", index)
		}
		listedCharacterCount := 0
		for n := 1; n <= partCount; n++ {
			_, body := e.Get(fmt.Sprintf("/sitemap-%d.xml", n))
			pageCount := strings.Count(body, "/character/profile/")
			listedCharacterCount += pageCount
			if pageCount > 10_000 || len(body) > 10<<20 {
				t.Errorf("page %d holds %d characters in %d bytes", n, pageCount, len(body))
			}
		}
		if listedCharacterCount < addedCharacterCount+200 {
			t.Errorf("%d characters are in the sitemap", listedCharacterCount)
		}
	})
}
