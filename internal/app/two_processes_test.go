package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// processPair is two applications on one PostgreSQL database, with some users.
type processPair struct {
	t      *testing.T
	envs   [2]*apptest.Env
	people []*apptest.Client
}

// seedInParallel returns a database into which two processes have loaded the seed at the
// same time.
func seedInParallel(t *testing.T) storage.Options {
	o := dbtest.Postgres(t)
	var seeding sync.WaitGroup
	for range 2 {
		seeding.Go(func() {
			if _, err := app.Seed(t.Context(), config.Config{DataDir: t.TempDir(), DatabaseURL: config.Secret(o.URL)}); err != nil {
				t.Errorf("seeding at once: %v", err)
			}
		})
	}
	seeding.Wait()
	return o
}

func newProcessPair(t *testing.T, first storage.Options, people int, changes ...func(*app.Options)) *processPair {
	secondOptions := storage.Options{URL: first.URL, DataDir: t.TempDir()}
	p := &processPair{t: t, envs: [2]*apptest.Env{apptest.Start(t, first, changes...), apptest.Start(t, secondOptions, changes...)}}
	for i := range people {
		p.people = append(p.people, p.envs[i%2].NewUser(fmt.Sprint("Person", i)))
	}
	return p
}

// client returns a client of a user for one of the processes.
func (p *processPair) client(process, person int) *apptest.Client {
	c := *p.people[person]
	c.URL = p.envs[process%2].URL
	return &c
}

// getFromBoth requests a path from each process as a visitor.
func (p *processPair) getFromBoth(path string) (statuses [2]int, bodies [2]string) {
	p.t.Helper()
	for i, e := range p.envs {
		resp, body := e.Get(path)
		statuses[i], bodies[i] = resp.StatusCode, body
	}
	return statuses, bodies
}

// TestTwoProcessesShowTheSameCounts: likes can be stored by either process; both return
// the same number.
func TestTwoProcessesShowTheSameCounts(t *testing.T) {
	p := newProcessPair(t, seedInParallel(t), 8)
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			body := []map[string]any{{}, {"liked": true}}[i%2]
			p.client(i, i/8).Do("POST", "/profile/20/like", body).Want(http.StatusOK)
		})
	}
	wg.Wait()
	var rows int
	if err := p.envs[0].App.DB().Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM character_likes WHERE character_id = 20`).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	_, bodies := p.getFromBoth("/api/profile/20")
	for i, body := range bodies {
		if !strings.Contains(body, fmt.Sprintf(`"likes":%d,`, rows)) {
			t.Errorf("%d rows, and process %d answers %s", rows, i, body)
		}
	}
}

// TestTwoProcessesShowTheSameContent: after one process has written, deleted or hidden
// something, the other process shows the change at once.
func TestTwoProcessesShowTheSameContent(t *testing.T) {
	p := newProcessPair(t, apptest.Postgres(t), 2)
	var comment struct{ ID string }
	p.client(0, 0).Do("POST", "/profile/20/comments", map[string]any{"comment": "Seen from both sides"}).Want(http.StatusCreated).Into(&comment)
	p.client(1, 1).Do("POST", "/comments/"+comment.ID+"/like", nil).Want(http.StatusOK)
	if _, bodies := p.getFromBoth("/api/profile/20/comments"); bodies[0] != bodies[1] || !strings.Contains(bodies[1], "Seen from both sides") || !strings.Contains(bodies[0], `"like_count":1`) {
		t.Errorf("one shows %s, the other %s", bodies[0], bodies[1])
	}
	p.client(1, 0).Do("DELETE", "/comments/"+comment.ID, nil).Want(http.StatusOK)
	if _, bodies := p.getFromBoth("/api/profile/20/comments"); strings.Contains(bodies[0]+bodies[1], "Seen from") {
		t.Errorf("deleted, and still shown: %s, %s", bodies[0], bodies[1])
	}
	for _, hidden := range []bool{true, false, true} {
		p.envs[0].SetCharacterFlag("marcus-aurelius", "is_active", !hidden)
		want := map[bool]int{true: 404, false: 200}[hidden]
		if statuses, _ := p.getFromBoth("/api/profile/marcus-aurelius"); statuses != [2]int{want, want} {
			t.Errorf("hidden %v: the profile answers %v", hidden, statuses)
		}
		for _, path := range []string{"/api/characters?search=aurelius", "/api/characters/groups?search=aurelius", "/sitemap.xml"} {
			if _, bodies := p.getFromBoth(path); strings.Contains(bodies[0], "marcus-aurelius") == hidden || strings.Contains(bodies[1], "marcus-aurelius") == hidden {
				t.Errorf("hidden %v: %s answers %.300s and %.300s", hidden, path, bodies[0], bodies[1])
			}
		}
	}
}

// TestTwoProcessesObeyTheSameSettings: both processes obey a privacy switch or a
// preference as soon as one of them has stored it.
// rules settings-stored, settings-public-profile
func TestTwoProcessesObeyTheSameSettings(t *testing.T) {
	p := newProcessPair(t, apptest.Postgres(t), 2)
	var comment struct{ ID string }
	p.client(0, 0).Do("POST", "/profile/20/comments", map[string]any{"comment": "Said by whom?"}).Want(http.StatusCreated).Into(&comment)
	for i, public := range []bool{false, true, false} {
		p.client(i, 0).Do("PUT", "/user/privacy", fmt.Sprintf(`{"public_profile":%v,"activity_status":%[1]v,"analytics":true,"recommendations":true}`, public)).Want(http.StatusOK)
		if _, bodies := p.getFromBoth("/api/profile/20/comments"); bodies[0] != bodies[1] || strings.Contains(bodies[0], `"Person0"`) != public {
			t.Errorf("public is %v: one shows %s, the other %s", public, bodies[0], bodies[1])
		}
		if _, bodies := p.getFromBoth("/api/profile/20/activity"); bodies[0] != bodies[1] || strings.Contains(bodies[0], "Said by") != public {
			t.Errorf("activity is %v: one shows %s, the other %s", public, bodies[0], bodies[1])
		}
	}
	allSwitchesOffJSON := `{"character_updates":false,"interactions":false,"promotions":false,"newsletter":false}`
	p.client(0, 0).Do("PUT", "/user/preferences", `{"notifications":`+allSwitchesOffJSON+`,"mail":`+allSwitchesOffJSON+`}`).Want(http.StatusOK)
	p.client(1, 1).Do("POST", "/comments/"+comment.ID+"/like", nil).Want(http.StatusOK)
	if got := noticeMessages(p.envs[0], p.client(0, 0)); len(got) != 0 {
		t.Errorf("the notices are %q", got)
	}
}
