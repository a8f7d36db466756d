package chat_test

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// writeSQL runs a statement in a transaction of a storage.DB.
func writeSQL(t *testing.T, db *storage.DB, query string, args ...any) {
	t.Helper()
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

type exportedTalk struct {
	Format     string
	Version    int
	ID, Title  string
	Character  struct{ Slug, Name string }
	CreatedAt  string `json:"created_at"`
	ExportedAt string `json:"exported_at"`
	Messages   []struct {
		ID, Content, Status, Provider string
		IsUserMessage                 bool   `json:"is_user_message"`
		ReplyTo                       string `json:"reply_to"`
		CreatedAt                     string `json:"created_at"`
	}
}

// rule messages-export-file
func TestTalkIsExported(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Mirela"), e.NewUser("Bo")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Send(id, "An archived line", "user-1").ReadAll()
		ada.Do("POST", "/messages/"+id+"/start-over", nil).Want(200)
		ada.Send(id, "First line\n\nof two", "user-2").ReadAll()
		ada.Send(id, "# Not a heading", "user-3").ReadAll()
		ada.Do("PUT", "/session/"+id, map[string]any{"title": "東京 <b> / \"x\""}).Want(200)
		shownMessages := fetchHistory(t, ada, id)

		a := ada.Do("GET", "/messages/"+id+"/export?format=md", nil).Want(200)
		disposition, names, err := mime.ParseMediaType(a.Header.Get("Content-Disposition"))
		day := e.Clock.Now().UTC().Format("2006-01-02")
		if err != nil || disposition != "attachment" || names["filename"] != "東京 b x "+day+".md" ||
			!strings.Contains(a.Header.Get("Content-Disposition"), `filename="colloquy-ada-lovelace-`+day+`.md"`) {
			t.Errorf("%v: %s", err, a.Header.Get("Content-Disposition"))
		}
		if a.Header.Get("Content-Type") != "text/markdown; charset=utf-8" || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%v", a.Header)
		}
		at := 0
		for _, want := range []string{"# 東京 \\<b\\> / \"x\"\n\n- Character: Ada Lovelace\n- Begun: ", "\n\n**Ada Lovelace**, ", "\n> ", "\n**You**, ", " UTC\n\n> First line\n> \n> of two\n", "**Ada Lovelace**", "**You**", "\n```text\n# Not a heading\n```\n"} {
			offset := strings.Index(a.Body[at:], want)
			if offset < 0 {
				t.Fatalf("the file lacks %q after %d:\n%s", want, at, a.Body)
			}
			at += offset + len(want)
		}
		if strings.Contains(a.Body, "archived") {
			t.Error("the file has an archived message")
		}
		if plain := ada.Do("GET", "/messages/ada-lovelace/export", nil).Want(200).Body; plain[:40] != a.Body[:40] {
			t.Errorf("without a format: %s", plain[:40])
		}

		a = ada.Do("GET", "/messages/"+id+"/export?format=json", nil).Want(200)
		var talk exportedTalk
		if err := json.Unmarshal([]byte(a.Body), &talk); err != nil || a.Header.Get("Content-Type") != "application/json" {
			t.Fatalf("%v: %s", err, a.Body)
		}
		if talk.Format != "colloquy-conversation" || talk.Version != 1 || talk.ID != id || talk.Title != "東京 <b> / \"x\"" || talk.Character.Slug != freeCharacterSlug || talk.CreatedAt == "" || talk.ExportedAt == "" || len(talk.Messages) != len(shownMessages) {
			t.Errorf("%+v", talk)
		}
		for i, m := range talk.Messages {
			if m.ID != shownMessages[i].ID || m.Content != shownMessages[i].Content || m.IsUserMessage != shownMessages[i].IsUserMessage || m.Status != "complete" || m.ReplyTo != shownMessages[i].ReplyTo || m.CreatedAt == "" {
				t.Errorf("%+v, shown is %+v", m, shownMessages[i])
			}
		}

		checkKeysDocumented(t, a.Body)
		for _, format := range []string{"xml", "MD", "", "md%20", "999999"} {
			if got := ada.Do("GET", "/messages/"+id+"/export?format="+format, nil); format != "" && (got.Status != http.StatusUnprocessableEntity || !strings.Contains(got.Body, "format is md or json.")) {
				t.Errorf("%q: %d %s", format, got.Status, got.Body)
			}
		}
		bo.Do("GET", "/messages/"+id+"/export?format=md", nil).Want(404)
		bo.Do("GET", "/messages/"+freeCharacterSlug+"/export?format=md", nil).Want(404)
		ada.Do("GET", "/messages/"+ada.UserID+"_999999/export?format=json", nil).Want(404)
		ada.Do("GET", "/messages/"+lockedCharacterSlug+"/export?format=json", nil).Want(404)
		e.NewVisitor().Do("GET", "/messages/"+id+"/export?format=md", nil).Want(401)
	})
}

// checkKeysDocumented checks that docs/conversation-file.md names every key of a JSON file.
func checkKeysDocumented(t *testing.T, text string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/conversation-file.md")
	if err != nil {
		t.Fatal(err)
	}
	memberNames := regexp.MustCompile(`"([a-z_]+)":`).FindAllStringSubmatch(text, -1)
	if len(memberNames) < 20 {
		t.Errorf("the file has %d members", len(memberNames))
	}
	for _, key := range memberNames {
		if !strings.Contains(string(page), "`"+key[1]+"`") {
			t.Errorf("the page does not describe %s", key[1])
		}
	}
}

// The export of 10,000 messages of 3 kB needs little memory and contains all messages in order.
// rule messages-export-file
func TestLongTalkIsStreamed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		writeSQL(t, e.App.DB(), `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= 10000)
			INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at)
			SELECT 'm' || i, $1, i, TRUE, 'line ' || i || $2, 'complete', i, i FROM n`, id, strings.Repeat(" and so on", 300))
		resp := ada.Open("GET", "/messages/"+id+"/export?format=md", nil)
		defer resp.Body.Close()
		minHeapSize := func() (leastHeap uint64) {
			for i := range 5 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				if i == 0 || m.HeapAlloc < leastHeap {
					leastHeap = m.HeapAlloc
				}
			}
			return leastHeap
		}
		firstHeap, maxHeap, size, nextLine := minHeapSize(), uint64(0), 0, 2
		var pendingText string
		chunk := make([]byte, 1<<20)
		for {
			n, err := io.ReadFull(resp.Body, chunk)
			size += n
			pendingText += string(chunk[:n])
			for {
				want := fmt.Sprintf("line %d ", nextLine)
				at := strings.Index(pendingText, want)
				if at < 0 {
					break
				}
				pendingText, nextLine = pendingText[at+len(want):], nextLine+1
			}
			if size>>20%8 == 0 {
				maxHeap = max(maxHeap, minHeapSize())
			}
			if err != nil {
				break
			}
		}
		if nextLine != 10002 || size < 29<<20 || maxHeap > firstHeap+15<<20 {
			t.Errorf("%d messages, %d bytes, %d bytes of memory", nextLine-2, size, int64(maxHeap)-int64(firstHeap))
		}
	})
}
