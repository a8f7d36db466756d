package powerloss

import (
	"bytes"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

type callKind int

const (
	writing callKind = iota
	truncation
	syncing
	removal
	acknowledgement
)

// systemCall is a system call of the writer that matters after a power failure.
type systemCall struct {
	kind              callKind
	file              string // name of the file in the data directory
	data              []byte // bytes of a write
	offset            int64  // position of a write, or the new size after a truncation
	transactionNumber int    // number of the transaction that an acknowledgement names
}

// Patterns of the lines of strace. If another thread makes a call meanwhile, strace prints two
// lines for a call: its begin and its end. parseCalls places a write at its first line, and a sync
// at its second line.
var (
	callStart              = regexp.MustCompile(`^(\d+) +(\w+)\((.*)$`)
	callEnd                = regexp.MustCompile(`^(\d+) +<\.\.\. (\w+) resumed>.*= 0$`)
	fileDescriptorPattern  = regexp.MustCompile(`^\d+<([^>]*)>`)
	trailingNumbersPattern = regexp.MustCompile(`, (\d+)(?:, (\d+))?(?:\)| <unfinished)`)
)

// parseCalls returns the calls on files of dir, and the acknowledgements, from the output of
// strace.
func parseCalls(t *testing.T, log []byte, dir string) (calls []systemCall) {
	t.Helper()
	unfinishedSyncs := map[string]string{} // files whose sync has begun and not ended, by thread
	for line := range bytes.Lines(log) {
		text := strings.TrimSpace(string(line))
		if m := callEnd.FindStringSubmatch(text); m != nil {
			if file, ok := unfinishedSyncs[m[1]]; ok && strings.HasSuffix(m[2], "sync") {
				calls = append(calls, systemCall{kind: syncing, file: file})
				delete(unfinishedSyncs, m[1])
			}
			continue
		}
		m := callStart.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		c, known := parseCall(t, m[2], m[3], dir)
		switch {
		case !known:
		case c.kind == syncing && strings.HasSuffix(text, "<unfinished ...>"):
			unfinishedSyncs[m[1]] = c.file
		default:
			calls = append(calls, c)
		}
	}
	return calls
}

// parseCall parses one call. It returns false for calls that do not matter: calls on files
// outside dir, and writes to standard output that acknowledge no transaction.
func parseCall(t *testing.T, name, arguments, dir string) (systemCall, bool) {
	t.Helper()
	var c systemCall
	if strings.HasPrefix(name, "unlink") {
		path := firstQuotedText(t, arguments)
		return systemCall{kind: removal, file: filepath.Base(path)}, filepath.Dir(path) == dir
	}
	m := fileDescriptorPattern.FindStringSubmatch(arguments)
	if m == nil {
		return c, false
	}
	path := unescape(t, m[1])
	if name == "write" && strings.HasPrefix(arguments, "1<") {
		number, isAck := strings.CutPrefix(strings.TrimSpace(firstQuotedText(t, arguments)), ackPrefix)
		if !isAck {
			return c, false
		}
		c.kind = acknowledgement
		var err error
		if c.transactionNumber, err = strconv.Atoi(number); err != nil {
			t.Fatal(err)
		}
		return c, true
	}
	if filepath.Dir(path) != dir {
		return c, false
	}
	c.file = filepath.Base(path)
	switch name {
	case "fsync", "fdatasync":
		c.kind = syncing
		return c, true
	case "ftruncate":
		c.kind, c.offset = truncation, numberArgument(t, arguments, 1)
		return c, true
	case "pwrite64":
		c.data, c.offset = []byte(firstQuotedText(t, arguments)), numberArgument(t, arguments, 2)
		return c, true
	}
	t.Fatalf("a call on %s that the replay does not know: %s", path, name)
	return c, false
}

// numberArgument returns a number that follows the last quoted text of the arguments. index is 1
// for the first such number and 2 for the second.
func numberArgument(t *testing.T, arguments string, index int) int64 {
	t.Helper()
	m := trailingNumbersPattern.FindStringSubmatch(arguments[strings.LastIndex(arguments, `"`)+1:])
	if m == nil || m[index] == "" {
		t.Fatalf("no number in %.200s", arguments)
	}
	n, err := strconv.ParseInt(m[index], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// firstQuotedText returns the first quoted text of the arguments. strace writes its bytes as \xNN.
func firstQuotedText(t *testing.T, arguments string) string {
	t.Helper()
	_, rest, found := strings.Cut(arguments, `"`)
	text, after, closed := strings.Cut(rest, `"`)
	if !found || !closed || strings.HasPrefix(after, "...") {
		t.Fatalf("no whole text in %.200s", arguments)
	}
	return unescape(t, text)
}

func unescape(t *testing.T, text string) string {
	t.Helper()
	if !strings.Contains(text, `\x`) {
		return text
	}
	raw, err := hex.DecodeString(strings.ReplaceAll(text, `\x`, ""))
	if err != nil {
		t.Fatalf("%.100s: %v", text, err)
	}
	return string(raw)
}
