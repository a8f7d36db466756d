// Package apptest starts the whole application in the process of a test: with a real
// database, a real listener, a scripted model and a clock that tests set.
package apptest

import (
	"context"
	"log/slog"
	"net"
	"os"
	"slices"
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

// Contact data of the operator, which the page Contact Us shows.
const (
	SupportEmail    = "help@colloquy.example" // receives the messages of Contact Us
	BusinessAddress = "1 Post Street, Nowhere"
)

// Env is a running application.
type Env struct {
	T     testing.TB
	App   *app.App
	URL   string
	Model *Model
	Clock *Clock

	seenStatuses sync.Map // statuses that calls answered with; see checkStatusesAreListed
	dataDir      string
	stop         func()
}

// Each runs fn on both database engines, each time with a new application.
func Each(t *testing.T, fn func(t *testing.T, e *Env)) {
	t.Helper()
	EachOptions(t, func(t *testing.T, o storage.Options) { fn(t, Start(t, o)) })
}

// EachOptions is like Each, for tests that start the application themselves.
func EachOptions(t *testing.T, fn func(t *testing.T, o storage.Options)) {
	t.Helper()
	seededTemplate.Each(t, func(t *testing.T, o storage.Options) { fn(t, recordUnusedDatabase(o)) })
}

// SQLite returns the options of a new SQLite database with the loaded seed.
func SQLite(t testing.TB) storage.Options {
	t.Helper()
	return recordUnusedDatabase(seededTemplate.SQLite(t))
}

// Postgres returns the options of a new PostgreSQL database with the loaded seed.
func Postgres(t testing.TB) storage.Options {
	t.Helper()
	return recordUnusedDatabase(seededTemplate.Postgres(t))
}

// seededTemplate makes copies of a database on which the application has been started once.
var seededTemplate = dbtest.NewTemplate(func(ctx context.Context, o storage.Options) error {
	a, err := app.New(ctx, app.Options{Config: config.Config{DataDir: o.DataDir, DatabaseURL: config.Secret(o.URL)}, Dist: stubDist, Model: NewModel()})
	if err != nil {
		return err
	}
	return a.Close()
})

// unusedDatabaseDirs has the data directories of those copies of seededTemplate on which no
// application has started yet.
var unusedDatabaseDirs sync.Map

func recordUnusedDatabase(o storage.Options) storage.Options {
	unusedDatabaseDirs.Store(o.DataDir, true)
	return o
}

// personasToLoad returns the personas that an application loads at its start. A copy of seededTemplate
// has all personas already, and comparing them would take a third of the start time. So the first
// application on a copy loads only the personas with former slugs, which every process must load.
// Later applications on the copy load all personas.
func personasToLoad(t testing.TB, db storage.Options) []core.Persona {
	t.Helper()
	if _, fresh := unusedDatabaseDirs.LoadAndDelete(db.DataDir); fresh {
		return personasWithFormerSlugs()
	}
	return personas(t)
}

var stubDist = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><!--head--><title>Colloquy</title><!--/head-->")}}

// Start runs an application on a database and stops it when the test ends. changes can
// change its options before it is built.
func Start(t testing.TB, db storage.Options, changes ...func(*app.Options)) *Env {
	t.Helper()
	e := &Env{T: t, Model: NewModel(), Clock: NewClock(time.Now()), dataDir: db.DataDir}
	o := app.Options{
		Config:  config.Config{DataDir: db.DataDir, DatabaseURL: config.Secret(db.URL), Addr: "127.0.0.1:0", DrainTime: "0s", Payments: config.PaymentsNone, TTSCommand: "none", VoiceCharsFree: 5000, VoiceCharsPaid: 100_000, SupportEmail: SupportEmail, BusinessAddress: BusinessAddress},
		Version: "test", Dist: stubDist,
		Model: e.Model, Transcriber: &Transcriber{Text: "what is said"}, Clock: e.Clock, HashMemoryKiB: 64, LimitRefusalDelay: time.Millisecond, Log: newLogger(), Personas: personasToLoad(t, db),
	}
	for _, change := range changes {
		change(&o)
	}
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	o.Log = slog.New(statusRecorder{log.Handler(), &e.seenStatuses})
	a, err := app.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	e.App = a
	e.run(o.Config.Addr)
	t.Cleanup(e.Stop)
	return e
}

// WithPayment is an AppOption. Users can pay in the sandbox, so characters that are not free are
// locked.
func WithPayment(o *app.Options) { o.Config.Payments = config.PaymentsSandbox }

// AppOption changes the options of an application before it is built.
type AppOption = func(*app.Options)

// WithRazorpay returns an AppOption. Payments go to the Razorpay API at address, with these keys.
func WithRazorpay(address, keyID, keySecret, webhookSecret string) AppOption {
	return func(o *app.Options) {
		o.Config.Payments, o.Config.RazorpayURL, o.Config.RazorpayKeyID = config.PaymentsRazorpay, address, keyID
		o.Config.RazorpayKeySecret, o.Config.RazorpayWebhookSecret = config.Secret(keySecret), config.Secret(webhookSecret)
	}
}

// WithTokensPerUserDay returns an AppOption. A user may spend at most n tokens a day.
func WithTokensPerUserDay(n int64) AppOption {
	return func(o *app.Options) { o.Config.LLMTokensPerUserDay = n }
}

// WithLog returns an AppOption. The application logs to h.
func WithLog(h slog.Handler) AppOption { return func(o *app.Options) { o.Log = slog.New(h) } }

// WithSeller returns an AppOption. Invoices name this seller and have these lines about tax.
func WithSeller(name, tax string) func(*app.Options) {
	return func(o *app.Options) { o.Config.InvoiceSeller, o.Config.InvoiceTax = name, tax }
}

// WithMediaBucket returns an AppOption. The application stores media files in the bucket at address.
func WithMediaBucket(address string) func(*app.Options) {
	return func(o *app.Options) { o.Config.MediaURL = config.Secret(address) }
}

// seedPersonas returns the personas of the seed. It reads them once, because a test
// process starts many applications.
var seedPersonas = sync.OnceValues(seed.Personas)

func personas(t testing.TB) []core.Persona {
	t.Helper()
	list, err := seedPersonas()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// personasWithFormerSlugs returns the personas with former slugs.
var personasWithFormerSlugs = sync.OnceValue(func() []core.Persona {
	list, err := seedPersonas()
	if err != nil {
		panic(err) // the seed is embedded and checked by tests
	}
	return slices.DeleteFunc(slices.Clone(list), func(p core.Persona) bool { return len(p.FormerSlugs) == 0 })
})

// newLogger returns a logger that writes only if COLLOQUY_TEST_LOG is set.
func newLogger() *slog.Logger {
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
	runResult := make(chan error, 1)
	go func() { runResult <- e.App.Run(ctx, l, func() {}) }()
	e.stop = sync.OnceFunc(func() {
		cancel()
		e.Model.ReleaseGates()
		if err := <-runResult; err != nil {
			e.T.Errorf("the application ended with %v", err)
		}
		checkStatusesAreListed(e.T, e.App, &e.seenStatuses)
		if err := e.App.Close(); err != nil {
			e.T.Error(err)
		}
	})
}

// Stop shuts the application down gracefully. It fails the test if a call answered with a
// status that the OpenAPI document does not list. A second call does nothing.
func (e *Env) Stop() { e.stop() }

// Clock is a core.Clock that runs like the machine's clock. Advance moves its time and Elapsed
// forward. Step changes its time only, and not Elapsed.
type Clock struct {
	mu         sync.Mutex
	advancedBy time.Duration // what NewClock and Advance have added to the machine's clock
	steppedBy  time.Duration // sum of Step
}

// NewClock returns a clock that begins at start.
func NewClock(start time.Time) *Clock { return &Clock{advancedBy: time.Until(start)} }

// Now returns the clock's time in UTC, in whole milliseconds as it is stored.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.advancedBy + c.steppedBy).UTC().Truncate(time.Millisecond)
}

var processStart = time.Now()

// Elapsed returns the time since the process started, plus what NewClock and Advance have
// added. Step does not change it.
func (c *Clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(processStart) + c.advancedBy
}

// StepWallClock changes the clock by d, like an administrator or time server who sets it.
func (c *Clock) StepWallClock(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.steppedBy += d
}

// Advance lets the time d pass.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.advancedBy += d
}
