package collections_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// collectionAnswer is a collection in an answer.
type collectionAnswer struct {
	ID       string
	ShareURL *string `json:"share_url"`
	Count    int
}

// newCollection makes a collection with characters.
func newCollection(c *apptest.Client, name string, characterIDs ...int) (l collectionAnswer) {
	c.T.Helper()
	c.Do("POST", "/user/collections/lists", map[string]any{"name": name, "description": "Of " + name}).Want(201).Into(&l)
	for _, id := range characterIDs {
		c.Do("POST", "/user/collections/lists/"+l.ID+"/characters", map[string]any{"characterId": id}).Want(200).Into(&l)
	}
	return l
}

// shareCollection returns the share address of a collection.
func shareCollection(c *apptest.Client, id string) string {
	c.T.Helper()
	var out struct{ URL string }
	c.Do("POST", "/user/collections/lists/"+id+"/share", nil).Want(200).Into(&out)
	return out.URL
}

func tokenOf(url string) string { return path.Base(url) }

// rules collections-share, collections-own
func TestShareAddressWorksUntilItIsRevoked(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, visitor := e.NewUser("Ada"), e.NewVisitor()
		l := newCollection(ada, "Evenings", 20, 21)
		if l.ShareURL != nil || l.Count != 2 {
			t.Errorf("a new collection is %+v", l)
		}
		firstURL := shareCollection(ada, l.ID)
		token := tokenOf(firstURL)
		if !strings.HasSuffix(firstURL, "/collections/"+token) || !strings.HasPrefix(firstURL, "http://") || len(token) < 26 { // 26 characters of base32 have 130 bits
			t.Errorf("the address is %q", firstURL)
		}
		if again := shareCollection(ada, l.ID); again != firstURL {
			t.Errorf("a second call answers %q", again)
		}
		ada.Do("GET", "/user/collections/lists/"+l.ID, nil).Want(200).Into(&l)
		if l.ShareURL == nil || *l.ShareURL != firstURL {
			t.Errorf("the collection shows %v", l.ShareURL)
		}
		a := visitor.Do("GET", "/collections/"+token, nil).Want(200)
		if got := a.Header.Get("Cache-Control"); !strings.Contains(got, "no-store") {
			t.Errorf("caches may keep it: %q", got)
		}
		ada.Do("DELETE", "/user/collections/lists/"+l.ID+"/share", nil).Want(200)
		ada.Do("DELETE", "/user/collections/lists/"+l.ID+"/share", nil).Want(200)
		for _, dead := range []string{token, strings.ToLower(token), token + "x", l.ID, "null", "%20"} {
			if a := visitor.Do("GET", "/collections/"+dead, nil).Want(404); a.ErrorCode() != "collection_not_shared" {
				t.Errorf("%s: %s", dead, a.Body)
			}
		}
		nextURL := shareCollection(ada, l.ID)
		if nextURL == firstURL {
			t.Error("a new share has the old address")
		}
		visitor.Do("GET", "/collections/"+token, nil).Want(404)
		visitor.Do("GET", "/collections/"+tokenOf(nextURL), nil).Want(200)
		ada.Do("DELETE", "/user/collections/lists/"+l.ID, nil).Want(200)
		visitor.Do("GET", "/collections/"+tokenOf(nextURL), nil).Want(404)
	})
}

// sharedAnswer is the answer of GET /collections/{token}.
type sharedAnswer struct {
	Name, Description, Owner string
	Characters               []struct {
		CharacterID int  `json:"character_id"`
		IsLocked    bool `json:"is_locked"`
	}
}

// rules collections-shared-page, settings-public-profile, privacy-no-address
func TestSharedCollectionNamesNoAddress(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		ada, bo, visitor := e.NewUser("Ada"), e.NewUser("Bo"), e.NewVisitor()
		execSQL(e, "UPDATE characters SET is_free = (character_id <> 64)")
		l := newCollection(ada, "Evenings", 64, 20)
		token := tokenOf(shareCollection(ada, l.ID))
		e.AddPurchase(ada.UserID, apptest.Purchase{PlanID: 2, Status: "active", ExpiryAt: e.Clock.Now().AddDate(1, 0, 0)})
		for who, client := range map[string]*apptest.Client{"owner": ada, "other": bo, "visitor": visitor} {
			var page sharedAnswer
			a := client.Do("GET", "/collections/"+token, nil).Want(200).Into(&page)
			if page.Name != "Evenings" || page.Description != "Of Evenings" || page.Owner != ada.Name || len(page.Characters) != 2 {
				t.Errorf("%s reads %s", who, a.Body)
			}
			if c := page.Characters[0]; c.CharacterID != 64 || c.IsLocked != (who != "owner") {
				t.Errorf("%s: the locks are not the reader's: %+v", who, c)
			}
			if strings.Contains(a.Body, ada.Email) || strings.Contains(a.Body, ada.UserID) || strings.Contains(a.Body, l.ID) {
				t.Errorf("%s reads of the owner: %s", who, a.Body)
			}
		}
		ada.Do("PUT", "/user/privacy", map[string]any{"public_profile": false, "activity_status": true, "analytics": true, "recommendations": true}).Want(200)
		e.SetCharacterFlag("cleopatra", "is_active", false)
		for who, client := range map[string]*apptest.Client{"owner": ada, "visitor": visitor} {
			var page sharedAnswer
			client.Do("GET", "/collections/"+token, nil).Want(200).Into(&page)
			if page.Owner != "A member" || len(page.Characters) != 1 || page.Characters[0].CharacterID != 20 {
				t.Errorf("%s, with a hidden profile and a hidden character: %+v", who, page)
			}
		}
	})
}

// A page with a share address is not for search engines and does not name the collection.
// rule collections-shared-page
func TestSharedPageIsNotIndexed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		url := shareCollection(ada, newCollection(ada, "Secret <script>", 20).ID)
		for _, token := range []string{tokenOf(url), "unknown"} {
			resp, body := e.Get("/collections/" + token)
			if resp.StatusCode != 200 || !strings.Contains(body, `<meta name="robots" content="noindex"`) || !strings.Contains(body, "<title>A shared collection | Colloquy</title>") ||
				strings.Contains(body, "Secret") || strings.Contains(body, "canonical") || resp.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("the page of %s: %d %v %.600s", token, resp.StatusCode, resp.Header, body)
			}
		}
		if resp, _ := e.Get("/collections/"); resp.StatusCode != 404 {
			t.Errorf("without a token: %d", resp.StatusCode)
		}
	})
}

// A call that adds a character accepts an id, a slug or a character_id, as a JSON string or number.
// A call that changes the order of the characters accepts only character_ids.
// rules api-character-reference, collections-order
func TestAddAcceptsEveryFormOfCharacterReference(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		path := "/user/collections/lists/" + newCollection(ada, "Evenings").ID + "/characters"
		for _, ref := range []any{20, "21", "frida-kahlo", "my9EJ1TsV1", " 20 "} { // my9EJ1TsV1 is the id of 20
			ada.Do("POST", path, map[string]any{"characterId": ref}).Want(200)
		}
		for body, status := range map[string]int{
			`{}`: 422, `{"characterId":null}`: 422, `{"characterId":true}`: 422, `{"characterId":""}`: 422, `{"characterId":20.5}`: 422, `{"characterId":"nobody"}`: 404,
		} {
			if a := ada.Do("POST", path, body, "Content-Type", "application/json"); a.Status != status {
				t.Errorf("%s answers %d %s", body, a.Status, a.Body)
			}
		}
		for body, status := range map[string]int{
			`{"characterIds":[22,"21",20]}`: 200, `{"characterIds":[22,21,20,20]}`: 422, `{"characterIds":["frida-kahlo",21,20]}`: 422, `{"characterIds":[22,21]}`: 409, `{"characterIds":[]}`: 409, `{"characterIds":[22,21,20,23]}`: 409,
		} {
			if a := ada.Do("PUT", path, body, "Content-Type", "application/json"); a.Status != status {
				t.Errorf("%s answers %d %s", body, a.Status, a.Body)
			}
		}
		var l struct {
			Characters []struct {
				CharacterID int `json:"character_id"`
			}
		}
		for _, ref := range []string{"ada-lovelace", "ada-lovelace", "22"} {
			ada.Do("DELETE", path+"/"+ref, nil).Want(200).Into(&l)
		}
		if fmt.Sprint(l.Characters) != "[{21}]" {
			t.Errorf("left are %v", l.Characters)
		}
		ada.Do("DELETE", path+"/nobody", nil).Want(404)
	})
}
