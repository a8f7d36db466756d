package leaving_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"image"
	_ "image/jpeg" // decoder for the uploaded pictures
	"io"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// readExport makes an export and returns the text of its JSON file.
func readExport(t *testing.T, user *apptest.Client) string {
	t.Helper()
	a := user.Do("GET", "/user/export", nil).Want(200)
	name := "colloquy-export-" + time.Now().UTC().Format(time.DateOnly) + ".zip"
	if a.Header.Get("Content-Type") != "application/zip" || a.Header.Get("Content-Disposition") != `attachment; filename="`+name+`"` ||
		!strings.Contains(a.Header.Get("Cache-Control"), "no-store") {
		t.Errorf("the headers are %v", a.Header)
	}
	archive, err := zip.NewReader(strings.NewReader(a.Body), int64(len(a.Body)))
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.File) == 0 || archive.File[0].Name != "colloquy.json" {
		t.Fatalf("the ZIP has %d files", len(archive.File))
	}
	checkMediaFiles(t, archive)
	f, err := archive.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// checkMediaFiles checks that the files of an export are the pictures that its JSON names.
func checkMediaFiles(t *testing.T, archive *zip.Reader) {
	t.Helper()
	var exported struct {
		Media []struct {
			File string
			Size uint64
		}
	}
	f, err := archive.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(f).Decode(&exported); err != nil || len(exported.Media) != len(archive.File)-1 {
		t.Errorf("the export lists %v and has %d files, %v", exported.Media, len(archive.File)-1, err)
		return
	}
	for i, file := range archive.File[1:] {
		if file.Name != exported.Media[i].File || file.UncompressedSize64 != exported.Media[i].Size || !strings.HasPrefix(file.Name, "media/") {
			t.Errorf("the file %s has %d bytes, listed is %v", file.Name, file.UncompressedSize64, exported.Media[i])
		}
		body, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := image.Decode(body); err != nil {
			t.Errorf("%s: %v", file.Name, err)
		}
	}
}

// TestExportHasOwnDataOnly: the export has what a user wrote, no secret, and nothing
// that another user wrote; its keys are those of docs/export.md.
// rule accounts-export
func TestExportHasOwnDataOnly(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user, other := e.NewUser("Ada"), e.NewUser(nameTraceWord)
		leaveTraces(t, user, other)
		storeRefundedOrder(t, e.App.DB(), user)
		execSQL(t, e.App.DB(), `INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ('https://id.example', 's1', '`+user.UserID+`', 1)`)
		execSQL(t, e.App.DB(), `INSERT INTO voice_usage (user_id, month, characters) VALUES ('`+user.UserID+`', '2026-10', 5)`)
		execSQL(t, e.App.DB(), `INSERT INTO memory_deleted (user_id, character_id, word_key, created_at) VALUES ('`+user.UserID+`', 20, 'a', 1)`)
		execSQL(t, e.App.DB(), `INSERT INTO memory_summaries (user_id, character_id, first_seq, last_seq, text, stale) VALUES ('`+user.UserID+`', 20, 1, 2, 'They spoke of stamps.', FALSE)`)
		other.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
		other.Send(other.UserID+"_20", "Nobody else reads yondertwill", "user-1").ReadAll()
		text := readExport(t, user)
		for _, own := range []string{user.Email, user.UserID, "My secret is " + lineTraceWord, "You said: My secret is", reasonTraceWord, "A reply: " + commentTraceWord, "A comment: " + commentTraceWord, `"s1"`, "Because of " + reasonTraceWord, "COL-2026-000001", "With " + reasonTraceWord, "/collections/", "Is fond of " + lineTraceWord, "Of " + lineTraceWord, "Too " + reasonTraceWord, "It says " + reasonTraceWord, `"kind":"start_over"`, "They spoke of stamps.", `"character_ids":[20]`} {
			if !strings.Contains(text, own) {
				t.Errorf("the export lacks %s", own)
			}
		}
		for _, foreign := range []string{other.Email, other.UserID, "yondertwill", "From somebody else", "An answer", "Unkind", "argon2id", user.Token} {
			if strings.Contains(text, foreign) {
				t.Errorf("the export has %s", foreign)
			}
		}
		checkDocumentedKeys(t, text)
		if names := strings.Count(text, nameTraceWord); names != strings.Count(text, nameTraceWord+" likes your comment")+strings.Count(text, nameTraceWord+" replied to your comment") {
			t.Errorf("the export names the other user %d times", names)
		}
	})
}

// checkDocumentedKeys compares the keys of an export with docs/export.md. No list of the export may
// be empty.
func checkDocumentedKeys(t *testing.T, text string) {
	t.Helper()
	var file map[string]any
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		t.Fatal(err)
	}
	exportedKeys := map[string][]string{"File": slices.Sorted(maps.Keys(file))}
	for section, sectionContent := range file {
		if list, is := sectionContent.([]any); is {
			if len(list) == 0 {
				t.Errorf("%s is empty", section)
				continue
			}
			sectionContent = list[0]
		}
		if item, is := sectionContent.(map[string]any); is {
			exportedKeys[section] = slices.Sorted(maps.Keys(item))
		}
	}
	page, err := os.ReadFile("../../docs/export.md")
	if err != nil {
		t.Fatal(err)
	}
	documentedKeys := map[string][]string{}
	for _, part := range strings.Split(string(page), "\n## ")[1:] {
		title, body, _ := strings.Cut(part, "\n")
		for line := range strings.Lines(body) {
			if names, _, _ := strings.Cut(line, ":"); strings.HasPrefix(line, "- ") {
				for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(names, -1) {
					documentedKeys[title] = append(documentedKeys[title], m[1])
				}
			}
		}
		slices.Sort(documentedKeys[title])
	}
	if !maps.EqualFunc(exportedKeys, documentedKeys, slices.Equal[[]string]) {
		t.Errorf("the export has\n%v, docs/export.md describes\n%v", exportedKeys, documentedKeys)
	}
}

// TestExportsAreLimited: a user can export three times a day. A visitor cannot export.
// rule accounts-export
func TestExportsAreLimited(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		user := e.NewUser("Ada")
		for range 3 {
			readExport(t, user)
		}
		if a := user.Do("GET", "/user/export", nil).Want(429); a.Header.Get("Retry-After") == "" {
			t.Error("no time to wait")
		}
		e.NewVisitor().Do("GET", "/user/export", nil).Want(401)
	})
}

// TestLongExportIsStreamed: an export of 100,000 messages needs little memory.
// rule accounts-export
func TestLongExportIsStreamed(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	user := e.NewUser("Ada")
	user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
	execSQL(t, e.App.DB(), `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= 100000)
		INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at)
		SELECT 'm' || i, '`+user.UserID+`_20', i, TRUE, i || '`+strings.Repeat(" and so on", 30)+`', 'complete', i, i FROM n`)
	resp := user.Open("GET", "/user/export", nil)
	defer resp.Body.Close()
	heapBytes := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var exported bytes.Buffer
	exported.Grow(64 << 20)
	firstHeap, maxHeap := heapBytes(), uint64(0)
	for {
		_, err := io.CopyN(&exported, resp.Body, 128<<10)
		maxHeap = max(maxHeap, remeasureHeapUntilWithin(heapBytes, firstHeap+20<<20))
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if maxHeap > firstHeap+20<<20 {
		t.Errorf("the export needs %d bytes", maxHeap-firstHeap)
	}
	archive, err := zip.NewReader(bytes.NewReader(exported.Bytes()), int64(exported.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if size := archive.File[0].UncompressedSize64; size < 30<<20 {
		t.Errorf("the export has %d bytes", size)
	}
}

// remeasureHeapUntilWithin calls heapSize until the result is at most limit, up to 21 times, and returns the
// last result. A single result may be too high, because the server allocates after the garbage
// collection. Memory that an export keeps is in every result.
func remeasureHeapUntilWithin(heapSize func() uint64, limit uint64) uint64 {
	n := heapSize()
	for i := 0; n > limit && i < 20; i++ {
		n = heapSize()
	}
	return n
}
