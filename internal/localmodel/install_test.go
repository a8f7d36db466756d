package localmodel

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// fileServer serves the files of a list. It can cut answers, change files and ignore
// Range.
type fileServer struct {
	*httptest.Server
	filesByPath     map[string][]byte
	cutAfterBytes   int  // bytes after which every answer is cut; 0: never
	ignoresRange    bool // answers a Range request with the whole file
	requestedRanges []string
}

func (s *fileServer) serve(w http.ResponseWriter, r *http.Request) {
	body, ok := s.filesByPath[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if header := r.Header.Get("Range"); header != "" {
		s.requestedRanges = append(s.requestedRanges, header)
	}
	if s.ignoresRange {
		r.Header.Del("Range")
	}
	if s.cutAfterBytes > 0 {
		w = &cutWriter{ResponseWriter: w, bytesLeft: s.cutAfterBytes}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// cutWriter breaks the connection when bytesLeft is 0.
type cutWriter struct {
	http.ResponseWriter
	bytesLeft int
}

func (c *cutWriter) Write(p []byte) (int, error) {
	n, _ := c.ResponseWriter.Write(p[:min(len(p), c.bytesLeft)])
	if c.bytesLeft -= n; c.bytesLeft == 0 {
		http.NewResponseController(c.ResponseWriter).Flush()
		panic(http.ErrAbortHandler)
	}
	return n, nil
}

func newFileServer(t *testing.T) (*fileServer, List) {
	t.Helper()
	s := &fileServer{filesByPath: map[string][]byte{
		"/model.gguf": append([]byte("GGUF"), bytes.Repeat([]byte("weights "), 40_000)...),
		"/server.zip": zipArchive(t, map[string]string{"build/bin/llama-server": "#!/bin/sh\n", "build/bin/libllama.so": "library", "build/bin/../../../evil": "evil"}),
	}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s, List{
		Models:  []Model{{Name: "small", Title: "Small", ContextTokens: 4096, File: s.fileEntry("/model.gguf")}},
		Servers: []Server{{OS: runtime.GOOS, Arch: runtime.GOARCH, Program: "llama-server", Version: "test", File: s.fileEntry("/server.zip")}},
	}
}

func (s *fileServer) fileEntry(path string) File {
	sum := sha256.Sum256(s.filesByPath[path])
	return File{URL: s.URL + path, Size: int64(len(s.filesByPath[path])), SHA256: hex.EncodeToString(sum[:])}
}

func zipArchive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &zip.FileHeader{Name: name}
		h.SetMode(0o755)
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func installFirstModel(t *testing.T, s *fileServer, dir string, l List) error {
	t.Helper()
	_, err := Install(t.Context(), dir, l, "", s.Client(), func(string, int64, int64) {})
	return err
}

// rule operations-model
func TestInstallIsWholeOrNothing(t *testing.T) {
	s, l := newFileServer(t)
	dir := filepath.Join(t.TempDir(), "models")
	var last int64
	in, err := Install(t.Context(), dir, l, "small", s.Client(), func(_ string, done, total int64) { last = total - done })
	if err != nil || last != 0 {
		t.Fatalf("%v, %d bytes left", err, last)
	}
	if read, err := ReadInstallation(dir); err != nil || read != in || in.Model != "small" {
		t.Errorf("%+v, %v", read, err)
	}
	if info, err := os.Stat(filepath.Join(dir, in.ProgramPath)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the program: %v", err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(dir), "evil")); err == nil {
		t.Error("the archive wrote outside its folder")
	}
	s.Close() // a second call of Install downloads nothing, so it works without the server
	if err := installFirstModel(t, s, dir, l); err != nil {
		t.Errorf("a second call: %v", err)
	}
	if removed, err := Remove(dir); err != nil || !removed {
		t.Errorf("%v, %v", removed, err)
	}
	if removed, err := Remove(dir); err != nil || removed {
		t.Errorf("twice: %v, %v", removed, err)
	}
}

// TestInstallingAnotherModelDeletesTheFirst: a second installation deletes the first model. While
// one command runs, other commands are refused.
// rule operations-model
func TestInstallingAnotherModelDeletesTheFirst(t *testing.T) {
	s, l := newFileServer(t)
	dir := t.TempDir()
	if err := installFirstModel(t, s, dir, l); err != nil {
		t.Fatal(err)
	}
	l.Models[0].Name = "other"
	unlock, err := lockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := installFirstModel(t, s, dir, l); !errors.Is(err, ErrBusy) {
		t.Errorf("beside another command: %v", err)
	}
	if _, err := Remove(dir); !errors.Is(err, ErrBusy) {
		t.Errorf("removal beside another command: %v", err)
	}
	unlock()
	if err := installFirstModel(t, s, dir, l); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 4 { // model, server, record, lock
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "small.gguf")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the first model is still there: %v", err)
	}
}

// TestServerOutputIsBounded: a line without an end does not block the server, and nothing
// is kept once the server listens.
// rule operations-model
func TestServerOutputIsBounded(t *testing.T) {
	calls := 0
	l := startOutput{onListening: func() { calls++ }}
	for range 100 {
		if n, err := l.Write(bytes.Repeat([]byte("x"), 10_000)); n != 10_000 || err != nil {
			t.Fatal(n, err)
		}
	}
	l.Write([]byte("\none\ntwo\n"))
	if got := l.lastLines(); len(got) != 3 || got[2] != "two" || len(l.text) > maxStartOutputBytes {
		t.Errorf("kept %d lines, %d bytes", len(got), len(l.text))
	}
	l.Write([]byte("main: server is lis"))
	l.Write([]byte("tening\na word of a talk"))
	l.Write([]byte("another"))
	if got := l.lastLines(); len(got) != 1 || got[0] != "" {
		t.Errorf("kept %q", got)
	}
	if calls != 1 {
		t.Errorf("the server listens %d times", calls)
	}
}

// TestCutDownloadGoesOn: the second call requests only the rest. It also works if the
// server sends the whole file again.
// rule operations-model
func TestCutDownloadGoesOn(t *testing.T) {
	for _, ignoresRange := range []bool{false, true} {
		s, l := newFileServer(t)
		dir := t.TempDir()
		s.cutAfterBytes = 100_000
		if err := installFirstModel(t, s, dir, l); !errors.Is(err, ErrConnectionCut) {
			t.Fatalf("a cut gives %v", err)
		}
		if _, err := ReadInstallation(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("half of it is installed: %v", err)
		}
		s.cutAfterBytes, s.ignoresRange = 0, ignoresRange
		if err := installFirstModel(t, s, dir, l); err != nil {
			t.Errorf("the second call (server sends all: %v): %v", ignoresRange, err)
		}
		if len(s.requestedRanges) != 1 || s.requestedRanges[0] != "bytes=100000-" {
			t.Errorf("asked for %q", s.requestedRanges)
		}
	}
}

// TestWrongFilesAreRefused: no wrong file is kept, so that the right file can be loaded
// afterwards.
// rule operations-model
func TestWrongFilesAreRefused(t *testing.T) {
	for _, address := range []string{"http://models.example/list.json", "ftp://127.0.0.1/x"} {
		if _, err := ReadList(t.Context(), http.DefaultClient, address); err == nil {
			t.Errorf("a list from %s", address)
		}
	}
	goodServer, _ := newFileServer(t)
	for name, c := range map[string]struct {
		change func(s *fileServer, l *List)
		want   error
	}{
		"another model":  {func(s *fileServer, _ *List) { s.filesByPath["/model.gguf"][10] ^= 1 }, ErrChecksum},
		"another server": {func(s *fileServer, _ *List) { s.filesByPath["/server.zip"][10] ^= 1 }, ErrChecksum},
		"a longer model": {func(s *fileServer, _ *List) {
			s.filesByPath["/model.gguf"] = append(s.filesByPath["/model.gguf"], "more"...)
		}, ErrChecksum},
		"no model": {func(s *fileServer, l *List) {
			s.filesByPath["/model.gguf"] = []byte("<html>")
			l.Models[0].File = s.fileEntry("/model.gguf")
		}, ErrNotGGUF},
		"no such file":  {func(s *fileServer, _ *List) { delete(s.filesByPath, "/model.gguf") }, nil},
		"no room":       {func(_ *fileServer, l *List) { l.Models[0].Size = 1 << 60 }, ErrNoRoom},
		"wrong machine": {func(_ *fileServer, l *List) { l.Servers[0].Arch = "abacus" }, ErrNoServer},
		"no program": {func(s *fileServer, l *List) {
			s.filesByPath["/server.zip"] = zipArchive(t, map[string]string{"readme": "text"})
			l.Servers[0].File = s.fileEntry("/server.zip")
		}, nil},
	} {
		s, l := newFileServer(t)
		dir := t.TempDir()
		originalList := l
		originalList.Models, originalList.Servers = append([]Model{}, l.Models...), append([]Server{}, l.Servers...)
		c.change(s, &l)
		err := installFirstModel(t, s, dir, l)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if _, err := ReadInstallation(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: it is installed: %v", name, err)
		}
		s.filesByPath = goodServer.filesByPath
		if err := installFirstModel(t, s, dir, originalList); err != nil && name != "no room" {
			t.Errorf("%s: the right files afterwards: %v", name, err)
		}
	}
}

// rule operations-model
func TestIncompleteListsAreRefused(t *testing.T) {
	l, err := ReadList(t.Context(), nil, "")
	if err != nil || len(l.Models) == 0 || len(l.Servers) == 0 {
		t.Fatalf("the built-in list: %+v, %v", l, err)
	}
	if _, _, err := l.findModelAndServer("gpt"); !errors.Is(err, ErrUnknownModel) || !strings.Contains(err.Error(), l.Models[0].Name) {
		t.Errorf("an unknown name: %v", err)
	}
	validModel := l.Models[0]
	for name, change := range map[string]func(m *Model){
		"no checksum": func(m *Model) { m.SHA256 = "" }, "a path": func(m *Model) { m.Name = "../x" }, "no size": func(m *Model) { m.Size = 0 },
	} {
		m := validModel
		change(&m)
		path := filepath.Join(t.TempDir(), "list.json")
		text, err := json.Marshal(List{Models: []Model{m}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadList(context.Background(), nil, path); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
