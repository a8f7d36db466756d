package powerloss

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sectorBytes is the size of a sector, which a disk writes whole or not at all. A page of
// SQLite has eight sectors.
const sectorBytes = 512

// disk has the files of a folder: their durable bytes, and the writes that are not synced.
type disk struct {
	durableBytesByFile map[string][]byte
	pendingCallsByFile map[string][]systemCall // calls that are not synced, by file, the oldest first
}

// readDisk reads a folder. Its files are durable.
func readDisk(t *testing.T, dir string) *disk {
	t.Helper()
	d := &disk{map[string][]byte{}, map[string][]systemCall{}}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		if d.durableBytesByFile[f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// clone returns a copy of the durable files.
func (d *disk) clone() *disk {
	out := &disk{map[string][]byte{}, map[string][]systemCall{}}
	for name, data := range d.durableBytesByFile {
		out.durableBytesByFile[name] = slices.Clone(data)
	}
	return out
}

// replay applies calls to the disk and returns the number of the last acknowledged
// transaction.
func (d *disk) replay(calls []systemCall) (acknowledgedNumber int) {
	for _, c := range calls {
		switch c.kind {
		case acknowledgement:
			acknowledgedNumber = c.transactionNumber
		case syncing:
			for _, p := range d.pendingCallsByFile[c.file] {
				d.applyDurably(p, 0, len(p.data))
			}
			delete(d.pendingCallsByFile, c.file)
		case removal: // names are durable at once, as with a journalling file system
			delete(d.durableBytesByFile, c.file)
			delete(d.pendingCallsByFile, c.file)
		default:
			d.pendingCallsByFile[c.file] = append(d.pendingCallsByFile[c.file], c)
		}
	}
	return acknowledgedNumber
}

// applyDurably changes a durable file as a call does: it writes c.data[from:to], or truncates the
// file.
func (d *disk) applyDurably(c systemCall, from, to int) {
	data := d.durableBytesByFile[c.file]
	if c.kind == truncation {
		if int(c.offset) <= len(data) {
			d.durableBytesByFile[c.file] = data[:c.offset]
		} else {
			d.durableBytesByFile[c.file] = append(data, make([]byte, int(c.offset)-len(data))...)
		}
		return
	}
	end := int(c.offset) + to
	if end > len(data) {
		data = append(data, make([]byte, end-len(data))...)
	}
	copy(data[int(c.offset)+from:end], c.data[from:to])
	d.durableBytesByFile[c.file] = data
}

// cutPower simulates a power failure. Of each file a random share of the unsynced sectors and
// truncations becomes durable; the rest is lost. It returns the number of lost sectors.
func (d *disk) cutPower(random *rand.Rand) (lost int) {
	for _, name := range slices.Sorted(maps.Keys(d.pendingCallsByFile)) {
		survivalPercent := random.IntN(101) // per cent; differs between files
		for _, c := range d.pendingCallsByFile[name] {
			if c.kind == truncation {
				if random.IntN(100) < survivalPercent {
					d.applyDurably(c, 0, 0)
				}
				continue
			}
			for from := 0; from < len(c.data); from += sectorBytes {
				if random.IntN(100) < survivalPercent {
					d.applyDurably(c, from, min(from+sectorBytes, len(c.data)))
				} else {
					lost++
				}
			}
		}
	}
	clear(d.pendingCallsByFile)
	return lost
}

// writeTo writes the durable files into a folder, except the shared memory of SQLite, which is
// lost with the power.
func (d *disk) writeTo(t *testing.T, dir string) {
	t.Helper()
	for name, data := range d.durableBytesByFile {
		if strings.HasSuffix(name, "-shm") {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCutLosesOnlyWhatIsNotSynced: a simulated power failure loses or tears unsynced writes,
// and never a synced one.
func TestCutLosesOnlyWhatIsNotSynced(t *testing.T) {
	page := func(b byte) []byte { return bytes.Repeat([]byte{b}, 8*sectorBytes) }
	sawTornWrite, sawLostWrite := false, false
	for seed := range uint64(200) {
		d := &disk{map[string][]byte{"a": page('0')}, map[string][]systemCall{}}
		if got := d.replay([]systemCall{
			{kind: writing, file: "a", data: page('1')}, {kind: syncing, file: "a"}, {kind: acknowledgement, transactionNumber: 4},
			{kind: writing, file: "a", data: page('2')},
		}); got != 4 {
			t.Fatalf("%d is acknowledged", got)
		}
		d.cutPower(rand.New(rand.NewPCG(seed, 0)))
		newByteCount := bytes.Count(d.durableBytesByFile["a"], []byte{'2'})
		if newByteCount+bytes.Count(d.durableBytesByFile["a"], []byte{'1'}) != 8*sectorBytes || newByteCount%sectorBytes != 0 {
			t.Fatalf("the file has %d of the last write, and other bytes", newByteCount)
		}
		sawTornWrite, sawLostWrite = sawTornWrite || newByteCount > 0 && newByteCount < 8*sectorBytes, sawLostWrite || newByteCount == 0
	}
	if !sawTornWrite || !sawLostWrite {
		t.Errorf("torn %t, gone %t", sawTornWrite, sawLostWrite)
	}
}
