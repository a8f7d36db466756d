package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"colloquy/internal/llm/fake"
	"colloquy/internal/storage"
)

// maxIdleMemory is the largest memory of a started process in bytes, without pages mapped from
// files. A process uses 19 to 21 MiB, depending on when garbage was collected. SQLite's default
// page cache would add 6 MiB.
const maxIdleMemory = 23 << 20

// TestStartedServerUsesLittleMemory starts the real process on an empty directory.
func TestStartedServerUsesLittleMemory(t *testing.T) {
	upstream := httptest.NewServer(&fake.Server{})
	defer upstream.Close()
	t.Setenv("GOMAXPROCS", "2") // the Go runtime caches free memory for each of its processors, so the test fixes their number
	c := &crashTest{t: t, options: storage.Options{DataDir: t.TempDir()}, programPath: buildWithoutRace(t), flags: []string{"--llm-url", upstream.URL}}
	c.startServer()
	resp, err := http.Get(c.url + "/api/characters")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	var used int64
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if used = residentBytesWithoutFiles(t, c.cmd.Process.Pid); used <= maxIdleMemory {
			return
		}
	}
	t.Errorf("the process uses %d KiB, more than %d", used>>10, maxIdleMemory>>10)
}

// residentBytesWithoutFiles returns the resident memory of a process without the pages mapped from files,
// in bytes.
func residentBytesWithoutFiles(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal(err)
	}
	var size, resident, ofFiles int64
	if _, err := fmt.Sscan(string(text), &size, &resident, &ofFiles); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return (resident - ofFiles) * int64(os.Getpagesize())
}
