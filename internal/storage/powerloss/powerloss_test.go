// Package powerloss simulates power failures. A process writes to a SQLite database while strace
// records its system calls. The test then rebuilds the files as a disk may have them after a power
// failure at any call. An unsynced write is there, missing, or torn in the middle of a page. The
// database must contain each transaction that was acknowledged before the failure.
package powerloss

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"colloquy/internal/storage"
)

const (
	// writerDirVariable is the environment variable that makes the test program run as the
	// writer. Its value is the data directory.
	writerDirVariable = "COLLOQUY_TEST_POWERLOSS_WRITER"
	// cutsVariable is the environment variable with the number of simulated power failures.
	// Without it there are defaultCutCount.
	cutsVariable     = "COLLOQUY_TEST_POWER_CUTS"
	defaultCutCount  = 200
	transactionCount = 300
	ackPrefix        = "acknowledged "
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDirVariable); dir != "" {
		if err := writeTransactions(context.Background(), dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// writeTransactions commits transactions in sequence and acknowledges each after its commit. Each
// adds a row and changes another row, so the test recognises a torn transaction. Payloads of up to
// 12,000 bytes make SQLite checkpoint its write-ahead log several times.
func writeTransactions(ctx context.Context, dir string) error {
	db, err := storage.Open(ctx, storage.Options{DataDir: dir})
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= transactionCount; n++ {
		payload := strings.Repeat("x", random.IntN(12_000))
		err := db.Write(ctx, func(tx storage.Querier) error {
			if _, err := tx.ExecContext(ctx, `INSERT INTO jobs (id, kind, key, payload, run_at, created_at) VALUES ($1, 'row', $1, $2, 0, 0)`, strconv.Itoa(n), payload); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, `INSERT INTO jobs (id, kind, key, payload, run_at, created_at) VALUES ('counter', 'counter', '', '', $1, 0)
				ON CONFLICT (id) DO UPDATE SET run_at = excluded.run_at`, n)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Printf("%s%d\n", ackPrefix, n)
	}
	return nil // without db.Close, which would checkpoint the write-ahead log
}

// rule operations-power
func TestAcknowledgedWritesSurvivePowerLoss(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("strace is missing: apt-get install strace, or make test, which does it")
	}
	dir := t.TempDir()
	db, err := storage.Open(t.Context(), storage.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	initialDisk := readDisk(t, dir)
	calls := recordCalls(t, strace, dir)
	cutCount := defaultCutCount
	if text := os.Getenv(cutsVariable); text != "" {
		if cutCount, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	lostSectors := 0
	for n := range cutCount {
		random := rand.New(rand.NewPCG(7, uint64(n)))
		disk := initialDisk.clone()
		acknowledgedNumber := disk.replay(calls[:random.IntN(len(calls)+1)])
		lostSectors += disk.cutPower(random)
		checkDatabaseAfterCut(t, disk, acknowledgedNumber, n)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d cuts in %d calls, %d unsynced sectors lost", cutCount, len(calls), lostSectors)
	if lostSectors == 0 {
		t.Error("no cut has lost anything: the test proves nothing")
	}
}

// recordCalls runs the writer under strace and returns its system calls.
func recordCalls(t *testing.T, strace, dir string) []systemCall {
	t.Helper()
	log := filepath.Join(t.TempDir(), "calls")
	cmd := exec.Command(strace, "-f", "-qq", "-y", "-xx", "-s", "200000", "-e", "signal=none",
		"-e", "trace=pwrite64,write,fsync,fdatasync,ftruncate,unlink,unlinkat", "-o", log, os.Args[0])
	cmd.Env = append(os.Environ(), writerDirVariable+"="+dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("the writer under strace: %v\n%s", err, out.String())
	}
	if n := strings.Count(out.String(), ackPrefix); n != transactionCount {
		t.Fatalf("%d acknowledged\n%s", n, out.String())
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	calls := parseCalls(t, text, dir)
	if len(calls) < 3*transactionCount {
		t.Fatalf("%d calls were recorded", len(calls))
	}
	return calls
}

// checkDatabaseAfterCut opens the files as the next start of the program would, and checks the
// database.
func checkDatabaseAfterCut(t *testing.T, d *disk, acknowledgedNumber, cutIndex int) {
	t.Helper()
	dir := t.TempDir()
	d.writeTo(t, dir)
	db, err := storage.Open(t.Context(), storage.Options{DataDir: dir})
	if err != nil {
		t.Fatalf("cut %d: %v", cutIndex, err)
	}
	defer os.RemoveAll(dir)
	defer db.Close()
	var result string
	var counter, rows int
	for query, into := range map[string]any{
		`PRAGMA integrity_check`: &result,
		`SELECT COALESCE(MAX(run_at), 0) FROM jobs WHERE kind = 'counter'`: &counter,
		`SELECT COUNT(*) FROM jobs WHERE kind = 'row'`:                     &rows,
	} {
		if err := db.Reader().QueryRowContext(t.Context(), query).Scan(into); err != nil {
			t.Fatalf("cut %d: %s: %v", cutIndex, query, err)
		}
	}
	if result != "ok" || counter < acknowledgedNumber || rows != counter {
		t.Errorf("cut %d: %s; %d acknowledged, the counter is %d, there are %d rows", cutIndex, result, acknowledgedNumber, counter, rows)
	}
}
