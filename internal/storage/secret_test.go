package storage_test

import (
	"bytes"
	"sync"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestSecretIsOneForAllCallers: concurrent first callers get the same secret, and it
// never changes.
func TestSecretIsOneForAllCallers(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		processes := []*storage.DB{dbtest.Open(t, o)}
		if o.URL != "" { // only one process can open a SQLite database
			processes = append(processes, dbtest.Open(t, storage.Options{URL: o.URL, DataDir: t.TempDir()}))
		}
		secrets := make([][]byte, 40)
		var wg sync.WaitGroup
		for i := range secrets {
			wg.Go(func() {
				var err error
				if secrets[i], err = processes[i%len(processes)].Secret(t.Context(), "one"); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		secretAgain, err := processes[0].Secret(t.Context(), "one")
		if err != nil || len(secretAgain) != 32 {
			t.Errorf("%d bytes, %v", len(secretAgain), err)
		}
		for i, secret := range secrets {
			if !bytes.Equal(secret, secretAgain) {
				t.Errorf("caller %d got another secret", i)
			}
		}
		if other, err := processes[0].Secret(t.Context(), "other"); err != nil || bytes.Equal(other, secretAgain) {
			t.Errorf("two names have one secret (%v)", err)
		}
	})
}

// TestSecretIsRandom: two installations have different secrets.
func TestSecretIsRandom(t *testing.T) {
	secret := func() []byte {
		s, err := dbtest.Open(t, dbtest.SQLite(t)).Secret(t.Context(), "one")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if bytes.Equal(secret(), secret()) {
		t.Error("two installations have one secret")
	}
}
