package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const testLockFile = `{"packages": {
	"": {"version": "0.0.0"},
	"node_modules/react": {"version": "19.3.1", "license": "MIT", "integrity": "sha512-AAAA"},
	"node_modules/@scope/part": {"version": "1.0.0"},
	"node_modules/react/node_modules/inner": {"version": "2.0.0"},
	"node_modules/vite": {"version": "8.3.8", "dev": true},
	"node_modules/maybe": {"version": "1.0.0", "devOptional": true}
}}`

func TestBillOfMaterials(t *testing.T) {
	dir := t.TempDir()
	lockFile, out := filepath.Join(dir, "package-lock.json"), filepath.Join(dir, "sbom.json")
	if err := os.WriteFile(lockFile, []byte(testLockFile), 0o600); err != nil {
		t.Fatal(err)
	}
	write := func() []byte {
		if err := run(os.Args[0], lockFile, "1.2.3", out); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := write()
	var b bom
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	if b.Format != "CycloneDX" || b.Metadata.Component.Version != "1.2.3" || !strings.HasPrefix(b.SerialNumber, "urn:uuid:") || len(b.SerialNumber) != 45 {
		t.Errorf("begins %+v", b)
	}
	var purls []string
	for _, c := range b.Components {
		if c.Name != "std" {
			purls = append(purls, c.PURL)
		}
	}
	if want := []string{"pkg:npm/%40scope/part@1.0.0", "pkg:npm/inner@2.0.0", "pkg:npm/react@19.3.1"}; !reflect.DeepEqual(purls, want) {
		t.Errorf("lists %q, want %q", purls, want)
	}
	if react := b.Components[len(b.Components)-1]; len(react.Hashes) != 1 || react.Hashes[0].Content != "000000" || react.Licenses[0].Expression != "MIT" {
		t.Errorf("react is %+v", react)
	}
	if string(write()) != string(text) {
		t.Error("the same build gives another file")
	}
	if err := os.WriteFile(lockFile, []byte(`{"packages": {}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(os.Args[0], lockFile, "1", out); err == nil {
		t.Error("a lock file without packages is accepted")
	}
}
