package social_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

const characterSlug = "ada-lovelace"

type commentAnswer struct {
	ID      string
	Comment string
	User    struct {
		Name   string
		Avatar *string
	}
	LikeCount  int  `json:"like_count"`
	IsOwn      bool `json:"is_own"`
	ReplyCount int  `json:"reply_count"`
	Replies    []commentAnswer
}

func postComment(t *testing.T, e *apptest.Env, c *apptest.Client, text string, parent any) (out commentAnswer) {
	t.Helper()
	e.Clock.Advance(61 * time.Second)
	c.Do("POST", "/profile/"+characterSlug+"/comments", map[string]any{"comment": text, "parent_comment_id": parent}).Want(http.StatusCreated).Into(&out)
	return out
}

// No answer to the author, to another user or to a visitor contains an email address.
// rule privacy-no-address
func TestNoAnswerHasAnEmailAddress(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		topComment := postComment(t, e, ada, "A comment", nil)
		postComment(t, e, bo, "A reply", topComment.ID)
		on := "/profile/" + characterSlug
		for _, actor := range []*apptest.Client{ada, bo, e.NewVisitor()} {
			for _, call := range [][3]string{
				{"GET", on + "/comments"}, {"GET", on + "/activity"}, {"GET", on},
				{"POST", on + "/like", `{"liked":true}`}, {"POST", on + "/follow", `{"following":true}`}, {"POST", on + "/comments", `{"comment":"Hello from ` + actor.Name + `"}`},
				{"POST", "/comments/" + topComment.ID + "/like", `{}`}, {"POST", "/comments/" + topComment.ID + "/report", `{"reason":"Rude"}`}, {"DELETE", "/comments/nothing"},
			} {
				e.Clock.Advance(61 * time.Second)
				a := actor.Do(call[0], call[1], textOrNil(call[2]))
				if text := a.Body + fmt.Sprint(a.Header); strings.Contains(text, "post.example") || strings.Contains(a.Body, `"email"`) || a.Status >= 500 {
					t.Errorf("%s answers %d %s", a.MethodAndPath, a.Status, a.Body)
				}
			}
		}
	})
}

// textOrNil returns text, or nil if text is empty. A nil body makes a call without a body.
func textOrNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// A call without a body toggles. A call with a body sets the state that the body names.
// rule marks-stated-wish
func TestCallWithoutABodyToggles(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		c := postComment(t, e, ada, "A comment", nil)
		for path, field := range map[string]string{"/profile/20/like": "liked", "/profile/20/follow": "following", "/comments/" + c.ID + "/like": "liked"} {
			for i, step := range []struct {
				body any
				on   bool
			}{{nil, true}, {nil, false}, {`{}`, true}, {fmt.Sprintf(`{%q:true}`, field), true}, {fmt.Sprintf(`{%q:null}`, field), false}, {fmt.Sprintf(`{%q:false}`, field), false}, {`{"other":1}`, true}} {
				var got map[string]any
				ada.Do("POST", path, step.body).Want(200).Into(&got)
				wantCount := 0.0
				if step.on {
					wantCount = 1
				}
				if on, n := got["is_"+field], got[map[string]string{"liked": "like_count", "following": "follower_count"}[field]]; on != step.on || n != wantCount || len(got) != 2 {
					t.Errorf("%s, step %d: %v", path, i, got)
				}
			}
		}
	})
}

// A hundred users like, follow, reply and read at once. Each like, follow and reply is
// counted exactly once.
func TestParallelMarksAndRepliesAreCountedOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		const clients = 100
		ada := e.NewUser("Ada")
		topComment := postComment(t, e, ada, "A comment", nil)
		people := make([]*apptest.Client, clients)
		for i := range people {
			e.Clock.Advance(5 * time.Minute) // the registrations of one network are limited per hour
			people[i] = e.NewUser(fmt.Sprint("P", i))
		}
		var wg sync.WaitGroup
		for i, actor := range people {
			wg.Go(func() {
				actor.Do("POST", "/profile/20/like", `{"liked":true}`).Want(200)
				actor.Do("POST", "/profile/ada-lovelace/follow", nil).Want(200)
				actor.Do("POST", "/comments/"+topComment.ID+"/like", nil).Want(200)
				actor.Do("POST", "/profile/20/comments", fmt.Sprintf(`{"comment":"Reply %d","parent_comment_id":%q}`, i, topComment.ID)).Want(201)
				actor.Do("GET", "/profile/20/comments?limit=3", nil).Want(200)
				actor.Do("POST", "/profile/20/like", `{"liked":true}`).Want(200)
			})
		}
		wg.Wait()
		var like, follow map[string]any
		ada.Do("POST", "/profile/20/like", `{"liked":false}`).Want(200).Into(&like)
		ada.Do("POST", "/profile/20/follow", `{"following":false}`).Want(200).Into(&follow)
		var page struct{ Comments []commentAnswer }
		ada.Do("GET", "/profile/20/comments", nil).Want(200).Into(&page)
		if like["like_count"] != 100.0 || follow["follower_count"] != 100.0 || len(page.Comments) != 1 {
			t.Fatalf("%v, %v, %d comments", like, follow, len(page.Comments))
		}
		if c := page.Comments[0]; c.LikeCount != clients || c.ReplyCount != clients || len(c.Replies) != 50 || !c.IsOwn {
			t.Errorf("%d likes, %d replies of which %d are shown", c.LikeCount, c.ReplyCount, len(c.Replies))
		}
	})
}

// Hostile texts are returned unchanged, as valid JSON that browsers do not render.
// rule comments-plain-text
func TestHostileTextsComeBackUnchanged(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		for _, text := range []string{
			`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `javascript:alert(1)`, `'; DROP TABLE comments; --`, `%s%n{{7*7}}${7*7}`, "\u202egnp.exe", "\ufeffbom", `\u0000 \x00`, `</textarea>&lt;b&gt;`,
		} {
			e.Clock.Advance(time.Hour)
			got := postComment(t, e, ada, text, nil)
			if got.Comment != text {
				t.Errorf("%q came back as %q", text, got.Comment)
			}
			if raw := ada.Do("GET", "/profile/20/comments?limit=1", nil).Want(200); raw.Header.Get("X-Content-Type-Options") != "nosniff" || !json.Valid([]byte(raw.Body)) || !strings.HasPrefix(raw.Header.Get("Content-Type"), "application/json") {
				t.Errorf("%q is answered as %s", text, raw.Body)
			}
		}
	})
}
