package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/httpx"
)

// hostileNumbers are texts that a client may send where a call expects a number. Some of them are
// valid numbers.
var hostileNumbers = []string{
	"0", "-0", "-1", "1", "2", "50", "100", "101", "999999", "1000000", "2147483647", "2147483648", "-2147483649", "4294967296",
	"9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "1180591620717411303424", "1.5", "-1.5", "1e3", "1e308", "1e309", "-1e400", "1E+2", "5e-324",
	"NaN", "nan", "Infinity", "-Inf", "007", "0000000000000000000000000000001", "+1", "+-1", "--1", "0x10", "0b1", "0o7", "1_000", "1,000", "1.",
	".5", "1 ", " 1", "١٢٣", "１２", "४", "²", "①", "Ⅷ", "1\u200b", "−1", "1e", "e1", "0.1e-9999999999", strings.Repeat("9", 400),
}

// fuzzedNumber returns one of hostileNumbers or a random number.
func fuzzedNumber(r *rand.Rand) string {
	if r.IntN(3) > 0 {
		return hostileNumbers[r.IntN(len(hostileNumbers))]
	}
	var b strings.Builder
	b.WriteString([]string{"", "", "", "-", "+", "0", "00"}[r.IntN(7)])
	for range 1 + r.IntN(24) {
		b.WriteByte(byte('0' + r.IntN(10)))
	}
	switch r.IntN(8) {
	case 0:
		fmt.Fprintf(&b, ".%d", r.Uint32())
	case 1:
		fmt.Fprintf(&b, "e%d", r.IntN(800)-400)
	}
	return b.String()
}

// panicCounter is a slog.Handler that counts logged panics.
type panicCounter struct {
	slog.Handler
	count *atomic.Int64
}

func (p panicCounter) Handle(ctx context.Context, r slog.Record) error {
	if strings.Contains(r.Message, "panic") {
		p.count.Add(1)
	}
	return nil
}

func (p panicCounter) Enabled(context.Context, slog.Level) bool { return true }
func (p panicCounter) WithAttrs([]slog.Attr) slog.Handler       { return p }
func (p panicCounter) WithGroup(string) slog.Handler            { return p }

// numbersPerCall is how many numbers are tried with each call of the route table: all
// hostileNumbers, and generated ones. With the race detector there are fewer generated ones.
const numbersPerCall = 1000 / raceSlowdown

// TestHostileNumbersCauseNoServerError makes every call with hostile numbers in the path,
// query, header and body. No call may answer 5xx, panic or hang.
func TestHostileNumbersCauseNoServerError(t *testing.T) {
	var seen atomic.Int64
	e := apptest.Start(t, apptest.SQLite(t), apptest.WithPayment, func(o *app.Options) {
		o.Log = slog.New(panicCounter{slog.DiscardHandler, &seen})
	})
	c := newFixture(e)
	queriesByPath, allQueries := describedQueries(t, e)
	rows := slices.Clone(app.Routes)
	slices.SortStableFunc(rows, func(a, b httpx.RouteRow) int { return strings.Compare(a.Method, b.Method) })
	rows = slices.DeleteFunc(rows, func(r httpx.RouteRow) bool { return r.Path == "/auth/logout" }) // a logout would end the session of the other calls
	queue := make(chan httpx.RouteRow, len(rows))
	for _, row := range rows {
		queue <- row
	}
	close(queue)
	fuzzers := make([]*fuzzer, 4)
	startTime := time.Now()
	var wg sync.WaitGroup
	for i := range fuzzers {
		f := &fuzzer{fixture: c, handler: e.App.Handler(), queriesByPath: queriesByPath, allQueries: allQueries, random: rand.New(rand.NewPCG(8, uint64(i)))}
		fuzzers[i] = f
		wg.Go(func() {
			for row := range queue {
				f.callRow(t, row)
			}
		})
	}
	wg.Wait()
	fuzzers[0].callRow(t, httpx.RouteRow{Method: "POST", Path: "/auth/logout"})
	callCount := 0
	for _, f := range fuzzers {
		callCount += f.callCount
	}
	t.Logf("%d calls with hostile numbers, %d for each of %d, in %s", callCount, numbersPerCall, len(app.Routes), time.Since(startTime).Round(time.Millisecond))
	if n := seen.Load(); n > 0 {
		t.Errorf("%d panics", n)
	}
}

type fuzzer struct {
	*fixture
	handler       http.Handler
	queriesByPath map[string][]string // query parameters of each path
	allQueries    []string
	random        *rand.Rand
	callCount     int
}

// callRow makes numbersPerCall calls of a row. It advances the clock between calls, so that
// limits do not refuse them.
func (f *fuzzer) callRow(t *testing.T, row httpx.RouteRow) {
	for n := range numbersPerCall {
		if n%15 == 0 {
			f.Clock.Advance(61 * time.Second)
		}
		number := fuzzedNumber(f.random)
		if n < len(hostileNumbers) {
			number = hostileNumbers[n]
		}
		f.call(t, row, number)
	}
}

// FuzzNumbers does what TestHostileNumbersCauseNoServerError does, with inputs from the fuzzing
// engine.
func FuzzNumbers(f *testing.F) {
	e := apptest.Start(f, apptest.SQLite(f), apptest.WithPayment)
	owner := e.NewUser("Ada")
	owner.Do("POST", "/session", map[string]any{"characterId": freeCharacterID}).Want(200)
	c := &fixture{Env: e, owner: owner, conversationID: fmt.Sprintf("%s_%d", owner.UserID, freeCharacterID), slug: "ada-lovelace", commentID: "none"}
	queriesByPath, allQueries := describedQueries(f, e)
	for n, number := range hostileNumbers {
		f.Add(uint8(n), uint64(n), number)
	}
	handler := e.App.Handler()
	f.Fuzz(func(t *testing.T, at uint8, seed uint64, number string) {
		e.Clock.Advance(5 * time.Second)
		row := app.Routes[int(at)%len(app.Routes)]
		if row.Path == "/auth/logout" {
			return // a logout would end the session of the next call
		}
		z := &fuzzer{fixture: c, handler: handler, queriesByPath: queriesByPath, allQueries: allQueries, random: rand.New(rand.NewPCG(seed, 0))}
		z.call(t, row, number)
	})
}

// maxCallTime bounds the time of a call with a hostile number.
const maxCallTime = 10 * time.Second

// call makes a call of a row with the number in its path, query, header or body.
func (f *fuzzer) call(t *testing.T, row httpx.RouteRow, number string) {
	t.Helper()
	r := f.request(t, row, number)
	ctx, cancel := context.WithTimeout(t.Context(), maxCallTime)
	defer cancel()
	w := &eventRecorder{httptest.NewRecorder(), func() {}}
	if row.Path == "/user/notifications/stream" {
		w.onEvent = cancel
	}
	start := time.Now()
	f.handler.ServeHTTP(w, r.WithContext(ctx))
	f.callCount++
	callText := fmt.Sprintf("%s %.120s, Last-Event-ID %.40q", r.Method, r.URL, r.Header.Get("Last-Event-ID"))
	if w.Code >= 500 || time.Since(start) >= maxCallTime {
		t.Errorf("%s answers %d %.200s after %s", callText, w.Code, w.Body, time.Since(start))
	}
}

// eventRecorder records an answer and calls the function onEvent for each event. The stream of
// notices never ends. For this stream, fuzzer.call sets an onEvent that cancels the request.
type eventRecorder struct {
	*httptest.ResponseRecorder
	onEvent func()
}

// Write records a part of the answer. If the part begins with the data of an event, Write first
// calls onEvent.
func (w *eventRecorder) Write(b []byte) (int, error) {
	if bytes.HasPrefix(b, []byte("data: ")) {
		w.onEvent()
	}
	return w.ResponseRecorder.Write(b)
}

func (f *fuzzer) request(t *testing.T, row httpx.RouteRow, number string) *http.Request {
	path, body, lastEventID := f.path(row), sampleBody(t, row), ""
	switch place := f.random.IntN(4); {
	case place == 0 && strings.Contains(row.Path, "{"):
		path = f.numberedPath(row, number)
	case place == 1 && row.MaxBody > 0 && row.BodyType == httpx.JSONBody:
		body = f.numberedBody(t, body, number)
	case place == 2 || len(f.queriesByPath[row.Path]) == 0 && place == 1:
		lastEventID = number
	default:
		queryNames := f.queriesByPath[row.Path]
		if len(queryNames) == 0 || f.random.IntN(4) == 0 {
			queryNames = f.allQueries
		}
		path += "?" + url.Values{queryNames[f.random.IntN(len(queryNames))]: {number}}.Encode()
	}
	r := httptest.NewRequest(row.Method, "/api"+path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:1", "127.0.0.1"
	r.Header.Set("Content-Type", contentType(body))
	r.Header.Set("Authorization", "Bearer "+f.owner.Token)
	if lastEventID != "" {
		r.Header["Last-Event-Id"] = []string{lastEventID}
	}
	return r
}

// numberedPath returns the path of a row of the route table. The parameters in the path are the
// number, or an id that contains the number.
func (f *fuzzer) numberedPath(row httpx.RouteRow, number string) string {
	ids := []string{number, f.owner.UserID + "_" + number, number + "_" + number, number + "_20"}
	id := url.PathEscape(ids[f.random.IntN(len(ids))])
	return parameterPattern.ReplaceAllLiteralString(row.Path, id)
}

// numberedBody puts the number into one field of a JSON body, as a number or a string. It may also
// add a field that only other calls have.
func (f *fuzzer) numberedBody(t *testing.T, body, number string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(body), &fields); err != nil {
		t.Fatal(err)
	}
	names := []string{"seen", "after", "client_id", "parent_comment_id"}
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	value := []byte(number)
	if f.random.IntN(2) == 0 {
		value, _ = json.Marshal(number)
	}
	name := names[f.random.IntN(len(names))]
	fields[name] = json.RawMessage(`"\u0001"`)
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.Replace(text, []byte(`"\u0001"`), value, 1))
}
