package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

const (
	allPublicBody          = `{"public_profile":true,"activity_status":true,"analytics":true,"recommendations":true}`
	hiddenProfileBody      = `{"public_profile":false,"activity_status":true,"analytics":true,"recommendations":true}`
	activityOffBody        = `{"public_profile":true,"activity_status":false,"analytics":true,"recommendations":true}`
	analyticsOffBody       = `{"public_profile":true,"activity_status":true,"analytics":false,"recommendations":true}`
	recommendationsOffBody = `{"public_profile":true,"activity_status":true,"analytics":true,"recommendations":false}`
	adaProfilePath         = "/profile/ada-lovelace"
	hiddenAuthorJSON       = `"user":{"name":"A member","avatar":null}`
)

func setPrivacy(c *apptest.Client, body string) {
	c.T.Helper()
	c.Do("PUT", "/user/privacy", body).Want(http.StatusOK)
}

// postComment posts a comment or, with a parent, a reply, and returns its id and the
// answer.
func postComment(e *apptest.Env, c *apptest.Client, text, parent string) (id, answer string) {
	e.T.Helper()
	e.Clock.Advance(61 * time.Second)
	body := map[string]any{"comment": text}
	if parent != "" {
		body["parent_comment_id"] = parent
	}
	var out struct{ ID string }
	a := c.Do("POST", adaProfilePath+"/comments", body).Want(http.StatusCreated).Into(&out)
	return out.ID, a.Body
}

// TestHiddenProfile: a user hides the profile. In comments, replies and new notices, others then
// see 'A member' without a picture. Older comments and replies change too. The user still sees the
// real name.
// rule settings-public-profile
func TestHiddenProfile(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		bo, cleo := e.NewUser("Bo"), e.NewUser("Cleo")
		executeSQL(t, e, "UPDATE users SET image = '/media/bo.webp' WHERE id = '"+bo.UserID+"'")
		topCommentID, _ := postComment(e, cleo, "A comment of somebody else", "")
		postComment(e, bo, "An older comment", "")
		postComment(e, bo, "An older reply", topCommentID)
		publicPaths := []string{adaProfilePath + "/comments", adaProfilePath + "/comments?limit=3", adaProfilePath + "/activity"}
		wantAuthorShown := func(c *apptest.Client, want bool) {
			t.Helper()
			for _, path := range publicPaths {
				text := c.Do("GET", path, nil).Want(200).Body
				if strings.Contains(text, `"name":"Bo"`) != want || strings.Contains(text, "bo.webp") != want || strings.Contains(text, hiddenAuthorJSON) == want {
					t.Errorf("%s: the name is shown, want %v: %s", path, want, text)
				}
			}
		}
		wantAuthorShown(cleo, true)
		setPrivacy(bo, hiddenProfileBody)
		wantAuthorShown(cleo, false)
		wantAuthorShown(e.NewVisitor(), false)
		wantAuthorShown(bo, true)
		if text := cleo.Do("GET", adaProfilePath+"/comments", nil).Body; !strings.Contains(text, `"name":"Cleo"`) {
			t.Errorf("the name of another user is missing: %s", text)
		}
		_, answer := postComment(e, bo, "A new reply", topCommentID)
		if !strings.Contains(answer, `"name":"Bo"`) {
			t.Errorf("the author of a new comment gets %s", answer)
		}
		otherCommentID, _ := postComment(e, cleo, "Another comment", "")
		bo.Do("POST", "/comments/"+otherCommentID+"/like", nil).Want(200)
		if got := noticeMessages(e, cleo); len(got) != 2 || !strings.HasPrefix(got[1], "A member likes") {
			t.Errorf("the notices are %q", got)
		}
		setPrivacy(bo, allPublicBody)
		wantAuthorShown(cleo, true)
	})
}

// noticeMessages returns the messages of the notices of a user, oldest first.
func noticeMessages(e *apptest.Env, c *apptest.Client) []string {
	e.T.Helper()
	list, err := storage.QueryAll(e.T.Context(), e.App.DB().Reader(), func(r storage.Row) (text string, err error) { return text, r.Scan(&text) },
		`SELECT message FROM notifications WHERE user_id = $1 ORDER BY created_at, id`, c.UserID)
	if err != nil {
		e.T.Fatal(err)
	}
	return list
}

// TestSwitchedOffActivityIsNotListed: the activity list of a character leaves out all comments of the user,
// even older ones. The comments remain in the list of comments.
// rule settings-activity-status
func TestSwitchedOffActivityIsNotListed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		bo, cleo := e.NewUser("Bo"), e.NewUser("Cleo")
		postComment(e, cleo, "From Cleo", "")
		postComment(e, bo, "From Bo", "")
		setPrivacy(bo, activityOffBody)
		postComment(e, bo, "Also from Bo", "")
		for _, c := range []*apptest.Client{cleo, bo, e.NewVisitor()} {
			text := c.Do("GET", adaProfilePath+"/activity?limit=1", nil).Want(200).Body
			if strings.Contains(text, "from Bo") || strings.Contains(text, "From Bo") || !strings.Contains(text, "From Cleo") {
				t.Errorf("the activity is %s", text)
			}
			if text := c.Do("GET", adaProfilePath+"/comments", nil).Want(200).Body; !strings.Contains(text, "From Bo") {
				t.Errorf("the comments are %s", text)
			}
		}
		setPrivacy(bo, allPublicBody)
		if text := cleo.Do("GET", adaProfilePath+"/activity", nil).Want(200).Body; !strings.Contains(text, "Also from Bo") {
			t.Errorf("switched on again, the activity is %s", text)
		}
	})
}

// TestSwitchedOffInteractionsMakeNoNotices: while notices of interactions are off, likes and replies make no
// notice. The switches of other groups do not matter. After interactions are on again, earlier
// likes and replies make no notices.
// rule settings-notices
func TestSwitchedOffInteractionsMakeNoNotices(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		topCommentID, _ := postComment(e, ada, "A comment", "")
		setInteractions := func(interactions bool) {
			t.Helper()
			body := `{"notifications":{"character_updates":%v,"interactions":%v,"promotions":%[1]v,"newsletter":%[1]v},"mail":{"character_updates":true,"interactions":true,"promotions":true,"newsletter":true}}`
			ada.Do("PUT", "/user/preferences", fmt.Sprintf(body, !interactions, interactions)).Want(200)
		}
		setInteractions(false)
		postComment(e, bo, "A first reply", topCommentID)
		bo.Do("POST", "/comments/"+topCommentID+"/like", `{"liked":true}`).Want(200)
		if got := noticeMessages(e, ada); len(got) != 0 {
			t.Errorf("switched off, the notices are %q", got)
		}
		setInteractions(true)
		if got := noticeMessages(e, ada); len(got) != 0 {
			t.Errorf("switched on, the notices are %q", got)
		}
		postComment(e, bo, "A second reply", topCommentID)
		if got := noticeMessages(e, ada); len(got) != 1 {
			t.Errorf("after a reply the notices are %q", got)
		}
	})
}

// similarIDs returns the ids of the characters similar to Ada Lovelace, in the order of the
// answer.
func similarIDs(c *apptest.Client) (out []string) {
	c.T.Helper()
	var list struct{ Data []struct{ ID string } }
	c.Do("GET", adaProfilePath+"/similar?limit=24", nil).Want(200).Into(&list)
	for _, one := range list.Data {
		out = append(out, one.ID)
	}
	return out
}

// TestOwnActsDoNotReorderCharacters: the likes, follows and chats of a user do not change the order of
// Explore, Similar and the catalogue. Recommendations may be on or off.
// rule settings-recommendations
func TestOwnActsDoNotReorderCharacters(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, v := e.NewUser("Ada"), e.NewVisitor()
		for _, ref := range similarIDs(v)[3:8] {
			ada.Do("POST", "/profile/"+ref+"/like", nil).Want(200)
			ada.Do("POST", "/profile/"+ref+"/follow", nil).Want(200)
			ada.Do("POST", "/session", map[string]any{"characterId": ref}).Want(200)
		}
		for _, privacy := range []string{allPublicBody, recommendationsOffBody} {
			setPrivacy(ada, privacy)
			if got, want := similarIDs(ada), similarIDs(v); !slices.Equal(got, want) || len(want) < 10 {
				t.Errorf("%s: similar are %v, want %v", privacy, got, want)
			}
			for _, path := range []string{"/admin/web-settings", "/characters?limit=50", "/characters/groups"} {
				if got, want := ada.Do("GET", path, nil).Want(200).Body, v.Do("GET", path, nil).Want(200).Body; got != want {
					t.Errorf("%s: %s differs from a visitor's", privacy, path)
				}
			}
		}
	})
}

// TestUsageNumbersHaveNoPerson: the metrics contain no text and no id of a user or a chat.
// rule settings-analytics
func TestUsageNumbersHaveNoPerson(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		for _, privacy := range []string{allPublicBody, analyticsOffBody} {
			setPrivacy(ada, privacy)
			var session struct{ ID string }
			ada.Do("POST", "/session", map[string]any{"characterId": freeCharacterID}).Want(200).Into(&session)
			if end := ada.Send(session.ID, "A line of mine", "").ReadAll(); end.Status != "complete" {
				t.Fatalf("the reply ended as %q", end.Status)
			}
			w := httptest.NewRecorder()
			e.App.MetricsHandler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
			text := w.Body.String()
			if !strings.Contains(text, "http_requests_total") {
				t.Fatalf("no metrics: %.200s", text)
			}
			for _, personal := range []string{ada.UserID, session.ID, ada.Name, ada.Email, "ada-lovelace", "A line of"} {
				if strings.Contains(text, personal) {
					t.Errorf("the metrics contain %q", personal)
				}
			}
		}
	})
}

// TestIncompleteSettingsAreRefused: a PUT needs every switch, as a boolean, and changes
// nothing otherwise.
// rule settings-stored
func TestIncompleteSettingsAreRefused(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		for _, path := range []string{"/user/preferences", "/user/privacy"} {
			settingsBefore := ada.Do("GET", path, nil).Want(200).Body
			var settings map[string]any
			if err := json.Unmarshal([]byte(settingsBefore), &settings); err != nil {
				t.Fatal(err)
			}
			for field := range settings {
				for _, value := range []any{nil, "yes", 1, "missing"} {
					body := map[string]any{}
					for name := range settings {
						body[name] = settings[name]
					}
					if body[field] = value; value == "missing" {
						delete(body, field)
					}
					wantStatus(t, ada.Do("PUT", path, body), http.StatusUnprocessableEntity)
				}
			}
			if after := ada.Do("GET", path, nil).Want(200).Body; after != settingsBefore {
				t.Errorf("%s changed from %s to %s", path, settingsBefore, after)
			}
		}
	})
}
