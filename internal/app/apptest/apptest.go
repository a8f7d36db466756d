// Package apptest starts the whole application in process: a real database, a
// real listener, a scripted model and a clock that tests move.
package apptest

import (
	"context"
	"log/slog"
	"net"
	"os"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
	"colloquy/seed"
)

// What Contact Us shows.
const (
	SupportEmail    = "help@colloquy.example" // it gets the letters
	BusinessAddress = "1 Post Street, Nowhere"
)

// Env is one running application.
type Env struct {
	T     testing.TB
	App   *app.App
	URL   string
	Model *Model
	Clock *Clock

	answers sync.Map // what calls answered; see checkListed
	dataDir string
	stop    func()
}

// Each runs fn with a fresh application on either engine.
func Each(t *testing.T, fn func(t *testing.T, e *Env)) {
	t.Helper()
	EachOptions(t, func(t *testing.T, o storage.Options) { fn(t, Start(t, o)) })
}

// EachOptions is Each for tests that start the application themselves.
func EachOptions(t *testing.T, fn func(t *testing.T, o storage.Options)) {
	t.Helper()
	seeded.Each(t, fn)
}

// SQLite returns the options of a database to start an application on.
func SQLite(t testing.TB) storage.Options {
	t.Helper()
	return seeded.SQLite(t)
}

// Postgres is SQLite on PostgreSQL.
func Postgres(t testing.TB) storage.Options {
	t.Helper()
	return seeded.Postgres(t)
}

// seeded is what a first start of the application makes of an empty database.
var seeded = dbtest.NewTemplate(func(ctx context.Context, o storage.Options) error {
	a, err := app.New(ctx, app.Options{Config: config.Config{DataDir: o.DataDir, DatabaseURL: config.Secret(o.URL)}, Dist: dist, Model: NewModel()})
	if err != nil {
		return err
	}
	return a.Close()
})

var dist = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><!--head--><title>Colloquy</title><!--/head-->")}}

// Start runs an application on a database and stops it with the test. Changes
// are made to its options before it is built.
func Start(t testing.TB, db storage.Options, changes ...func(*app.Options)) *Env {
	t.Helper()
	e := &Env{T: t, Model: NewModel(), Clock: NewClock(time.Now()), dataDir: db.DataDir}
	o := app.Options{
		Config:  config.Config{DataDir: db.DataDir, DatabaseURL: config.Secret(db.URL), Addr: "127.0.0.1:0", SupportEmail: SupportEmail, BusinessAddress: BusinessAddress},
		Version: "test", Dist: dist,
		Model: e.Model, Clock: e.Clock, HashMemory: 64, RefusalPause: time.Millisecond, Log: logger(), Personas: personas(t),
	}
	for _, change := range changes {
		change(&o)
	}
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	o.Log = slog.New(answers{log.Handler(), &e.answers})
	a, err := app.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	e.App = a
	e.run(o.Config.Addr)
	t.Cleanup(e.Stop)
	return e
}

// WithPayment lets visitors pay, so that characters that are not free are locked.
func WithPayment(o *app.Options) { o.Payment = true }

// cast is read once a process: every start of an application would read all
// personas again.
var cast = sync.OnceValues(seed.Personas)

func personas(t testing.TB) []core.Persona {
	t.Helper()
	list, err := cast()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// logger is silent unless COLLOQUY_TEST_LOG is set.
func logger() *slog.Logger {
	if os.Getenv("COLLOQUY_TEST_LOG") == "" {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func (e *Env) run(addr string) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		e.T.Fatal(err)
	}
	e.URL = "http://" + l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- e.App.Run(ctx, l) }()
	e.stop = sync.OnceFunc(func() {
		cancel()
		e.Model.Release()
		if err := <-ended; err != nil {
			e.T.Errorf("the application ended with %v", err)
		}
		checkListed(e.T, e.App, &e.answers)
		if err := e.App.Close(); err != nil {
			e.T.Error(err)
		}
	})
}

// Stop ends the application in good order. A second call does nothing.
func (e *Env) Stop() { e.stop() }

// Clock is a clock that runs with the machine's, can be moved ahead, and can be
// set wrong.
type Clock struct {
	mu    sync.Mutex
	ahead time.Duration // of the machine's clock
	wrong time.Duration // what Step added: no time has passed
}

// NewClock makes a clock that begins at start.
func NewClock(start time.Time) *Clock { return &Clock{ahead: time.Until(start)} }

// Now returns the clock's time in UTC, in whole milliseconds as it is stored.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead + c.wrong).UTC().Truncate(time.Millisecond)
}

var born = time.Now()

// Elapsed returns the time that has passed, which Step does not change.
func (c *Clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(born) + c.ahead
}

// Step sets the clock wrong by d, as an administrator or a time server does.
func (c *Clock) Step(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong += d
}

// Advance lets time pass.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}
