// Package app is the composition root: it builds the feature packages, such as accounts and chat,
// connects them and runs the service. The code calls a feature package a room. No other package
// imports all rooms.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/backup"
	"colloquy/internal/billing"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/httpx"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/live"
	"colloquy/internal/live/redislog"
	"colloquy/internal/llm"
	"colloquy/internal/localmodel"
	"colloquy/internal/media"
	"colloquy/internal/media/blob"
	"colloquy/internal/notices"
	"colloquy/internal/obs"
	"colloquy/internal/redisdb"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/voice"
	"colloquy/internal/voice/speech"
)

// Options configure the application. Only Config and Dist are required. Most of the others
// are for tests.
type Options struct {
	Config      config.Config
	Version     string
	Dist        fs.FS // the built browser app
	Log         *slog.Logger
	Clock       core.Clock
	Model       llm.Provider      // replaces the models of Config
	Speaker     speech.Provider   // replaces the speech service or program of Config
	Transcriber voice.Transcriber // replaces the transcription service of Config
	// ModelSearchInterval is the interval of the search for local model servers; 0 means three
	// seconds.
	ModelSearchInterval time.Duration
	HashMemoryKiB       uint32 // memory of argon2id in KiB; 0 means the cost in production
	// LimitRefusalDelay delays the response to a refused sign-in; 0 means half a second.
	LimitRefusalDelay time.Duration

	// Personas replace the personas of the seed. The application does not change them.
	Personas []core.Persona
}

// App is the service: all rooms on one database.
type App struct {
	opts          Options
	db            *storage.DB
	live          live.Logs
	redis         *redisdb.Client // nil without COLLOQUY_REDIS_URL
	redisLiveLogs *redislog.Logs  // nil without COLLOQUY_REDIS_URL
	jobs          *jobs.Queue
	sender        email.Sender
	files         blob.Store
	mailer        *email.Mailer
	limits        *limits.Counter
	ledger        *spend.Ledger
	metrics       *obs.Metrics
	health        *obs.Health
	securityLog   *obs.SecurityLog
	spans         *obs.Spans // nil without a collector of traces
	flushTraces   func()     // sends the last spans
	model         *modelSwitch
	// modelServerCheck is nil without configured model servers.
	modelServerCheck *modelServerCheck
	// localModel is nil where the settings name a model.
	localModel     *localmodel.Supervisor
	api            *httpx.API
	speaker        speech.Provider   // nil: the browsers speak
	transcriber    voice.Transcriber // nil: only the browsers write down dictation
	audit          *audit.Log
	backupSchedule *backupSchedule // nil: none are scheduled
	rooms          rooms
}

// New opens the database, migrates it, loads the seed and builds every room. It deletes the
// accounts that a restore or an operator has marked for deletion. It recovers replies that an
// earlier process left running. Close releases what New opened.
func New(ctx context.Context, o Options) (*App, error) {
	a := &App{opts: withDefaults(o)}
	var err error
	if a.db, err = openDB(ctx, o.Config); err != nil {
		return nil, err
	}
	if err := a.build(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func withDefaults(o Options) Options {
	if o.Clock == nil {
		o.Clock = systemClock(o.Config)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// systemClock returns the clock of the service and of all commands.
func systemClock(c config.Config) core.Clock { return core.SystemClock{AheadBy: c.ClockAhead} }

func openDB(ctx context.Context, c config.Config) (*storage.DB, error) {
	return storage.Open(ctx, storage.Options{URL: c.DatabaseURL.Reveal(), DataDir: c.DataDir})
}

func (a *App) build(ctx context.Context) error {
	o := a.opts
	if err := a.migrate(ctx); err != nil {
		return err
	}
	a.metrics, a.health = obs.NewMetrics(), obs.NewHealth()
	var err error
	if a.spans, a.flushTraces, err = openTraces(ctx, o.Config, o.Version); err != nil {
		return err
	}
	a.health.Add("database", a.db.Ready)
	secret, err := a.db.Secret(ctx, "security events")
	if err != nil {
		return err
	}
	a.audit = openAudit(ctx, a.db, o.Clock, o.Log)
	if err := a.scheduleBackups(); err != nil {
		return err
	}
	a.securityLog = obs.NewSecurityLog(o.Log, secret, a.metrics)
	if err := a.setModel(ctx); err != nil {
		return err
	}
	a.model.spans = a.spans
	if err := a.setSpeechServices(); err != nil {
		return err
	}
	if err := a.setLiveLogs(); err != nil {
		return err
	}
	a.jobs = jobs.New(a.db, o.Clock, o.Log)
	a.jobs.OnFailure(a.metrics.CountFailedJob)
	if a.limits, err = limits.New(ctx, a.db, o.Clock, a.jobs); err != nil {
		return err
	}
	if a.ledger, err = spend.New(ctx, a.db, o.Clock, spendOptions(o.Config), a.jobs); err != nil {
		return err
	}
	if a.sender, err = chooseSender(o.Config, o.Clock); err != nil {
		return err
	}
	if a.files, err = chooseBlobStore(o.Config); err != nil {
		return err
	}
	a.mailer = email.NewMailer(a.jobs, a.sender, a.opts.Clock)
	if a.rooms, err = a.buildRooms(ctx); err != nil {
		return err
	}
	if err := a.buildAPI(); err != nil {
		return err
	}
	if _, err := loadSeed(ctx, a.rooms, o.Personas); err != nil {
		return err
	}
	if err := a.rooms.leaving.EraseRestored(ctx); err != nil {
		return err
	}
	return a.rooms.chat.InterruptUnfinishedReplies(ctx)
}

// migrate migrates the database. It first copies a SQLite database that is not up to date.
// It logs the warning of MigrateWithCopy.
func (a *App) migrate(ctx context.Context) error {
	_, warnings, err := a.db.MigrateWithCopy(ctx, a.opts.Version, a.opts.Clock.Now())
	for _, warning := range warnings {
		a.opts.Log.WarnContext(ctx, warning)
	}
	return err
}

// openAudit returns the audit log of a process. With SQLite it also brings the file of revocations
// in the data directory up to date. A failure, such as a full disk, does not prevent the start. The
// next start tries again, and a restore also reads revocations from the table audit.
func openAudit(ctx context.Context, db *storage.DB, clock core.Clock, log *slog.Logger) *audit.Log {
	if db.Engine() != storage.SQLite {
		return audit.New(db, clock)
	}
	revocations := audit.NewRevocations(db.DataDir(), log)
	if err := revocations.SyncWithDatabase(ctx, db, clock.Now()); err != nil {
		log.ErrorContext(ctx, "the file of revocations is not up to date", "error", err.Error())
	}
	return audit.New(db, clock).WithRevocations(revocations)
}

// scheduleBackups schedules backups if the settings have a place for them and the database is
// SQLite. It returns an error if the place or the key is not valid.
func (a *App) scheduleBackups() error {
	c := a.opts.Config
	to, err := chooseBackupPlace(c)
	if err != nil || to == nil || a.db.Engine() != storage.SQLite {
		return err
	}
	if _, err := backup.ParseKey(c.BackupKey.Reveal()); err != nil {
		return err
	}
	a.backupSchedule = newBackupSchedule(&backupMaker{c, a.opts.Version, a.db, a.opts.Clock}, to, a.metrics, a.opts.Log)
	a.health.AddOptionalCheck(backupHealthCheck, a.backupSchedule.checkHealth)
	return nil
}

// buildAPI builds the API with the calls of all rooms. It returns an error if a row of the
// route table has no call.
func (a *App) buildAPI() error {
	o := a.opts
	a.api = httpx.New(httpx.Options{
		Table: routeTable, Auth: a.rooms.accounts, Sessions: a.rooms.accounts, Clock: o.Clock, Log: o.Log, Metrics: a.metrics, Spans: a.spans,
		HasHTTPSURL: o.Config.HasHTTPSURL(), Proxies: o.Config.Proxies(), ProgramVersion: o.Version, IsDatabaseDown: storage.IsUnavailable,
		Security: a.securityLog, AllowsOnlyLocalHosts: o.Config.PublicHost() == "", Statuses: extraStatusesByCall, Payment: paymentOrigins(o.Config),
	})
	a.rooms.registerRoutes(a.api)
	if left := a.api.UnservedCalls(); len(left) > 0 {
		return fmt.Errorf("app: rows of the route table without a call: %v", left)
	}
	return nil
}

func (a *App) setModel(ctx context.Context) (err error) {
	if a.opts.Model != nil {
		a.model = newModelSwitch(model{Provider: a.opts.Model, description: a.opts.Model.Name(), mayCostMoney: true}, a.opts.Config.ModelPrompt)
		return nil
	}
	watch := newModelWatch(a.metrics)
	a.health.AddOptionalCheck("model", watch.checkHealth)
	installed, err := a.superviseModel()
	if err != nil {
		return err
	}
	if a.model, err = chooseModel(ctx, a.opts, installed, watch); err != nil {
		return err
	}
	if clients := a.model.currentModel().clients; a.model.search == nil && len(clients) > 0 {
		a.modelServerCheck = askModelServers(ctx, clients, a.opts.Log)
	}
	return nil
}

// Run serves on l and runs the background work until ctx ends. It calls onReady once, when all ports
// are open. After the last connection is closed, running replies and recordings have replyGrace to
// finish.
func (a *App) Run(ctx context.Context, l net.Listener, onReady func()) error {
	frontend := newTLSFrontend(a.opts.Config, a.opts.Log)
	server := a.newServer(frontend)
	a.securityLog.RecordEvent(ctx, obs.EventStarted, "", "", slog.String("version", a.opts.Version))
	defer a.logStopped(ctx)
	server.OnShutdown(a.rooms.chat.Drain)
	server.OnShutdown(a.rooms.notices.Drain)
	backgroundCtx, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	loops := a.NewLoops()
	if err := frontend.servePlainHTTP(backgroundCtx, loops); err != nil {
		return err
	}
	a.startRedisLoops(backgroundCtx, loops)
	loops.Go(backgroundCtx, "jobs", func(ctx context.Context) { a.logTaskFailure("jobs", a.jobs.Run(ctx)) })
	loops.Go(backgroundCtx, "chat", func(ctx context.Context) { a.logTaskFailure("chat", a.rooms.chat.Run(ctx)) })
	loops.Go(backgroundCtx, "chat sweeps", a.rooms.chat.RunSweeps)
	loops.Go(backgroundCtx, "notices", a.rooms.notices.Run)
	loops.Go(backgroundCtx, "ended streams", a.api.EndStreams)
	loops.Go(backgroundCtx, "model search", a.model.run)
	if a.localModel != nil {
		loops.Go(backgroundCtx, "local model", a.localModel.Run)
	}
	if a.backupSchedule != nil {
		loops.Go(backgroundCtx, "backups", a.backupSchedule.run)
	}
	onReady()
	err := server.Serve(ctx, l)
	graceCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), replyGrace)
	defer cancel()
	a.rooms.chat.Close(graceCtx)
	a.rooms.voice.Close(graceCtx)
	a.flushLiveLogs(ctx)
	stop()
	loops.Wait()
	return err
}

// replyGrace is how long replies and recordings may continue after the last connection is closed
// (rules voice-graceful-stop, operations-stop).
const replyGrace = 20 * time.Second

func (a *App) logTaskFailure(task string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		a.opts.Log.Error("background work ended", "what", task, "error", err.Error())
	}
}

// NewLoops returns an obs.Loops with the log and the metrics of the service.
func (a *App) NewLoops() *obs.Loops { return obs.NewLoops(a.opts.Log, a.metrics) }

// MetricsHandler returns a handler of the metrics, for the address of
// Config.MetricsAddr.
func (a *App) MetricsHandler() http.Handler { return a.metrics.Handler() }

// DB returns the database, for tests that change rows or make the database fail.
func (a *App) DB() *storage.DB { return a.db }

// Media returns the service of package media, for tests that sign addresses.
func (a *App) Media() *media.Service { return a.rooms.media }

// Notices returns the service of package notices, for tests that sign addresses.
func (a *App) Notices() *notices.Service { return a.rooms.notices }

// Billing returns the service of package billing, for tests that make many calls at once.
func (a *App) Billing() *billing.Service { return a.rooms.billing }

// Close cancels the start check of the model servers and sends the remaining trace spans. It closes
// the database, Redis and the store of media files.
func (a *App) Close() error {
	a.modelServerCheck.close()
	if a.flushTraces != nil {
		a.flushTraces()
	}
	err := a.db.Close()
	if a.redis != nil {
		err = errors.Join(err, a.redis.Close())
	}
	if files, is := a.files.(io.Closer); is {
		err = errors.Join(err, files.Close())
	}
	return err
}

// WriteOpenAPI writes the OpenAPI document.
func (a *App) WriteOpenAPI(w io.Writer) error { return a.api.WriteOpenAPI(w) }
