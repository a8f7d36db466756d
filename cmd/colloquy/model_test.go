package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm/fake"
	"colloquy/internal/localmodel"
)

// llamaVariable is the environment variable with which the test binary runs as a fake llama.cpp
// server.
const llamaVariable = "COLLOQUY_TEST_LLAMA"

// serveAsLlama serves a fake model at the port in the arguments of the process.
func serveAsLlama() {
	at := slices.Index(os.Args, "--port")
	fmt.Fprintln(os.Stderr, "main: server is listening")
	if err := http.ListenAndServe("127.0.0.1:"+os.Args[at+1], &fake.Server{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveModelList serves a list of one model and one llama.cpp server, and the files of both. The
// llama.cpp server is a script that runs this test binary. The result is the address of the list.
func serveModelList(t *testing.T) string {
	t.Helper()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	h := &zip.FileHeader{Name: "build/bin/llama-server"}
	h.SetMode(0o755)
	w, err := z.CreateHeader(h)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(w, "#!/bin/sh\n%s=1 exec %s \"$@\"\n", llamaVariable, os.Args[0])
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var files sync.Map // contents of the served files, by path; list.json is added last, because it contains the server's address
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if data, ok := files.Load(r.URL.Path); ok {
			w.Write(data.([]byte))
		}
	}))
	t.Cleanup(server.Close)
	file := func(path string, data []byte) localmodel.File {
		files.Store(path, data)
		checksum := sha256.Sum256(data)
		return localmodel.File{URL: server.URL + path, Size: int64(len(data)), SHA256: hex.EncodeToString(checksum[:])}
	}
	list, err := json.Marshal(localmodel.List{
		Models:  []localmodel.Model{{Name: "tiny", Title: "Tiny", License: "none", ContextTokens: 4096, MemoryMiB: 100, File: file("/model.gguf", []byte("GGUF of a test"))}},
		Servers: []localmodel.Server{{OS: runtime.GOOS, Arch: runtime.GOARCH, Program: "llama-server", Version: "test", File: file("/server.zip", archive.Bytes())}},
	})
	if err != nil {
		t.Fatal(err)
	}
	files.Store("/list.json", list)
	return server.URL + "/list.json"
}

// isInDemoMode opens a chat and reports whether the service is in demo mode. It waits before the
// call, because the server limits how often a user opens chats.
func isInDemoMode(c *apptest.Client) bool {
	time.Sleep(500 * time.Millisecond)
	var s struct {
		DemoMode bool `json:"demo_mode"`
	}
	c.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(http.StatusOK).Into(&s)
	return s.DemoMode
}

// A running service leaves demo mode when a model is installed. It restarts the model's server
// after a kill. It returns to demo mode when the model is removed.
// rule operations-model
func TestServiceFollowsTheInstalledModel(t *testing.T) {
	c := startServerProcess(t, []string{"COLLOQUY_LLM_PLACES=ollama=http://127.0.0.1:9"})
	ada := registerAda(t, c.url)
	if !isInDemoMode(ada) {
		t.Fatal("a model before the installation")
	}
	list := serveModelList(t)
	if out := wantOutput(t, c.dir, "model", "list", "--model-list", list); !strings.Contains(out, "tiny  Tiny") {
		t.Errorf("list: %s", out)
	}
	if out := wantOutput(t, c.dir, "model", "install", "--model-list", list); !strings.HasPrefix(out, "Tiny is installed in "+c.dir+"/models.") {
		t.Errorf("install: %s", out)
	}
	waitFor(t, "the model is in use", func() bool { return !isInDemoMode(ada) })
	killLlamas(t)
	waitFor(t, "the server runs again", func() bool { return len(llamaProcesses(t)) == 1 && !isInDemoMode(ada) })
	if out := wantOutput(t, c.dir, "model", "remove"); out != "The model in "+c.dir+"/models is deleted.\n" {
		t.Errorf("remove: %s", out)
	}
	waitFor(t, "the demo responder is back", func() bool { return isInDemoMode(ada) && len(llamaProcesses(t)) == 0 })
}

// waitFor waits up to a minute for a condition. On an idle machine ten seconds are enough: the
// service checks the folder and the model's server every three seconds.
func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !condition(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}

// wantOutput runs a command that must succeed and may draw a progress bar on standard error. It
// returns the standard output.
func wantOutput(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, errOut, code := runCommand(t, dir, nil, args...)
	if code != 0 {
		t.Fatalf("%q: exit %d, %s", args, code, errOut)
	}
	return out
}

// llamaProcesses returns the ids of the running fake llama.cpp servers.
func llamaProcesses(t *testing.T) (pids []int) {
	t.Helper()
	cmdlinePaths, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range cmdlinePaths {
		text, err := os.ReadFile(path)
		if err == nil && bytes.HasPrefix(text, []byte(os.Args[0]+"\x00--model\x00")) {
			var pid int
			fmt.Sscanf(path, "/proc/%d/", &pid)
			pids = append(pids, pid)
		}
	}
	return pids
}

func killLlamas(t *testing.T) {
	t.Helper()
	for _, pid := range llamaProcesses(t) {
		p, err := os.FindProcess(pid)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Kill(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestProgressBarSkipsQuickUpdates(t *testing.T) {
	var drawn bytes.Buffer
	at := time.Unix(1, 0)
	bar := newProgressBar(&drawn, func() time.Time { return at })
	bar("tiny.gguf", 0, 4e6)
	bar("tiny.gguf", 1e6, 4e6) // not drawn, because it is too soon after the previous call
	bar("tiny.gguf", 4e6, 4e6)
	want := "\rtiny.gguf                [..............................] 0 of 4 MB\rtiny.gguf                [##############################] 4 of 4 MB\n"
	if drawn.String() != want {
		t.Errorf("drew %q", drawn.String())
	}
}
