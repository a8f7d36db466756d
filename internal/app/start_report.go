package app

import (
	"context"
	"fmt"
	"io"
)

// describeModel describes the current model, and names the configured servers that have not
// answered.
func (a *App) describeModel() string {
	return a.model.currentModel().description + a.modelServerCheck.failureReport()
}

// LogReady logs the address of the service, and which model, voice, payment, mail, media,
// sign-in, Redis and database it uses.
func (a *App) LogReady(ctx context.Context, address string) {
	a.opts.Log.InfoContext(ctx, "ready", "version", a.opts.Version, "address", address,
		"model", a.describeModel(), "voice", describeVoiceSetup(a.speaker, a.opts.Config), "payment", describePaymentSetup(a.opts.Config), "mail", a.describeMailTarget(address), "media", a.files.Description(), "google", describeGoogleSetup(a.opts.Config), "redis", a.describeRedisSetup(), "database", string(a.db.Engine()))
}

// WriteStartReport writes the address of the service for the terminal, and what the service uses:
// model, voice, payment, mail, media, sign-in, Redis and database.
func (a *App) WriteStartReport(w io.Writer, address string) {
	database := "SQLite in " + a.opts.Config.DataDir
	if a.opts.Config.DatabaseURL != "" {
		database = "PostgreSQL"
	}
	fmt.Fprintf(w, "\n  Colloquy %s is ready: %s\n\n", a.opts.Version, address)
	for _, line := range [][2]string{
		{"model", a.describeModel()},
		{"voice", describeVoiceSetup(a.speaker, a.opts.Config)},
		{"payment", describePaymentSetup(a.opts.Config)},
		{"mail", a.describeMailTarget(address)},
		{"media", a.files.Description()},
		{"google", describeGoogleSetup(a.opts.Config)},
		{"redis", a.describeRedisSetup()},
		{"data", database},
	} {
		fmt.Fprintf(w, "  %-8s %s\n", line[0], line[1])
	}
	fmt.Fprintln(w)
}
