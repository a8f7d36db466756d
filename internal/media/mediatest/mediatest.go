// Package mediatest is the conformance suite of blob.Store.
package mediatest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/media/blob"
)

// RunSuite runs the suite on a store without files.
func RunSuite(t *testing.T, s blob.Store) {
	t.Run("a stored file is read from any position", func(t *testing.T) { testReadFromAnyPosition(t, s) })
	t.Run("a missing file is not found", func(t *testing.T) { testMissingFiles(t, s) })
	t.Run("a file is replaced and deleted", func(t *testing.T) { testReplaceAndDelete(t, s) })
	t.Run("names are checked", func(t *testing.T) { testBadNames(t, s) })
	t.Run("parallel writers of one name leave one whole file", func(t *testing.T) { testParallelWriters(t, s) })
	t.Run("the list has every file once", func(t *testing.T) { testList(t, s) })
	t.Run("a call ends with its context", func(t *testing.T) { testCallsEndWithContext(t, s) })
	t.Run("the description has no secret", func(t *testing.T) {
		if about := s.Description(); about == "" || strings.Contains(about, "secret") {
			t.Errorf("About is %q", about)
		}
	})
}

func mustPut(t *testing.T, s blob.Store, name string, data []byte) {
	t.Helper()
	if err := s.Put(t.Context(), name, data); err != nil {
		t.Fatal(err)
	}
}

func mustRead(t *testing.T, s blob.Store, name string, offset int64) []byte {
	t.Helper()
	body, err := s.Open(t.Context(), name, offset)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	data, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func testReadFromAnyPosition(t *testing.T, s blob.Store) {
	data := bytes.Repeat([]byte("0123456789abcdef"), 40_000)
	mustPut(t, s, "position.jpg", data)
	for _, offset := range []int64{0, 1, 16, int64(len(data)) - 1, int64(len(data)), int64(len(data)) + 5} {
		want := data[min(offset, int64(len(data))):]
		if got := mustRead(t, s, "position.jpg", offset); !bytes.Equal(got, want) {
			t.Errorf("from %d: %d bytes, want %d", offset, len(got), len(want))
		}
	}
	info, err := s.Stat(t.Context(), "position.jpg")
	if err != nil || info.Size != int64(len(data)) || info.Name != "position.jpg" || time.Since(info.ChangedAt).Abs() > time.Hour {
		t.Errorf("Stat is %+v, %v", info, err)
	}
}

func testMissingFiles(t *testing.T, s blob.Store) {
	if _, err := s.Stat(t.Context(), "none.jpg"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("Stat: %v", err)
	}
	for _, offset := range []int64{0, 7} {
		if _, err := s.Open(t.Context(), "none.jpg", offset); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("Open: %v", err)
		}
	}
	if err := s.Delete(t.Context(), "none.jpg"); err != nil {
		t.Errorf("Delete: %v", err)
	}
}

func testReplaceAndDelete(t *testing.T, s blob.Store) {
	mustPut(t, s, "again.jpg", []byte("a long first one"))
	mustPut(t, s, "again.jpg", []byte("second"))
	if got := mustRead(t, s, "again.jpg", 0); string(got) != "second" {
		t.Errorf("the file has %q", got)
	}
	for range 2 {
		if err := s.Delete(t.Context(), "again.jpg"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Stat(t.Context(), "again.jpg"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("after Delete: %v", err)
	}
}

// badNames are texts that IsValidName refuses.
var badNames = []string{
	"", ".", "..", "a", ".jpg", "../a.jpg", "a/b.jpg", "/a.jpg", "a.jpg/", `..\a.jpg`, "a.jpg\x00", "A.jpg", "a b.jpg", "a.tar.gz", "-a.jpg", "é.jpg", "a.jpg\n", "%2e.jpg", ".writing-a", strings.Repeat("a", 81) + ".jpg", "a.abcdef",
}

func testBadNames(t *testing.T, s blob.Store) {
	for _, name := range badNames {
		if err := s.Put(t.Context(), name, []byte("x")); !errors.Is(err, blob.ErrBadName) {
			t.Errorf("Put of %q: %v", name, err)
		}
		if _, err := s.Open(t.Context(), name, 0); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("Open of %q: %v", name, err)
		}
		if _, err := s.Stat(t.Context(), name); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("Stat of %q: %v", name, err)
		}
		if err := s.Delete(t.Context(), name); err != nil {
			t.Errorf("Delete of %q: %v", name, err)
		}
	}
}

func testParallelWriters(t *testing.T, s blob.Store) {
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			if err := s.Put(t.Context(), "race.jpg", bytes.Repeat([]byte{byte('a' + n)}, 100_000+n)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := mustRead(t, s, "race.jpg", 0)
	if n := int(got[0] - 'a'); len(got) != 100_000+n || bytes.Count(got, got[:1]) != len(got) {
		t.Errorf("the file has %d bytes and begins with %q", len(got), got[:3])
	}
}

func testList(t *testing.T, s blob.Store) {
	var want []string
	for n := range 25 {
		name := fmt.Sprintf("list-%02d.png", n)
		mustPut(t, s, name, make([]byte, n+1))
		want = append(want, name)
	}
	sizeByName := map[string]int64{}
	var got []string
	err := s.List(t.Context(), func(f blob.Info) error {
		if strings.HasPrefix(f.Name, "list-") {
			got, sizeByName[f.Name] = append(got, f.Name), f.Size
		}
		return nil
	})
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) || sizeByName["list-07.png"] != 8 {
		t.Errorf("the list is %v, %v, %v", got, sizeByName, err)
	}
	calls, errStop := 0, errors.New("stop")
	err = s.List(t.Context(), func(blob.Info) error {
		calls++
		return errStop
	})
	if !errors.Is(err, errStop) || calls != 1 {
		t.Errorf("an error after %d calls ends with %v", calls, err)
	}
}

func testCallsEndWithContext(t *testing.T, s blob.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	startTime := time.Now()
	_ = s.Put(ctx, "late.jpg", make([]byte, 1000)) // Disk ignores ctx, so Put may succeed
	if took := time.Since(startTime); took > 5*time.Second {
		t.Errorf("Put took %v", took)
	}
}
