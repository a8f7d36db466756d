package seed_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path"
	"testing"

	"colloquy/seed"
)

var mustUpdateVersion = flag.Bool("update", false, "raise the version of the seed when it has changed")

// versionFile is the content of version.json.
type versionFile struct {
	Version int64  `json:"version"`
	Hash    string `json:"hash"` // contentHash of the seed
}

// contentHash returns a hash of the names and contents of all JSON files of the seed. White space
// in the JSON does not change the hash.
func contentHash(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	dir := os.DirFS(".")
	names := []string{"categories.json", "media.json", "plans.json", "content/sections.json", "content/help.json"}
	for _, pattern := range []string{"personas/*.json", "content/articles/*.json", "content/pages/*.json"} {
		list, err := fs.Glob(dir, pattern)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		names = append(names, list...)
	}
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		var plain bytes.Buffer
		if err := json.Compact(&plain, text); err != nil {
			t.Fatal(err)
		}
		h.Write([]byte(path.Clean(name)))
		h.Write(plain.Bytes())
	}
	return hex.EncodeToString(h.Sum(nil))
}

// TestAChangedSeedHasANewVersion: without a new version an older binary would
// overwrite the texts of a newer one.
func TestAChangedSeedHasANewVersion(t *testing.T) {
	text, err := os.ReadFile("version.json")
	if err != nil {
		t.Fatal(err)
	}
	var v versionFile
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	currentHash := contentHash(t)
	if v.Hash == currentHash {
		if built := seed.Version(); built != v.Version || built < 1 {
			t.Errorf("the version is %d", built)
		}
		return
	}
	if !*mustUpdateVersion {
		t.Fatal("the seed has changed: raise its version with go test ./seed -run NewVersion -update")
	}
	text, err = json.MarshalIndent(versionFile{v.Version + 1, currentHash}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("version.json", append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
