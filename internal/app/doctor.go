package app

import (
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"time"

	"colloquy/internal/config"
	"colloquy/internal/doctor"
	"colloquy/internal/media/blob"
	"colloquy/internal/storage"
)

// doctorTimeout limits one HTTP request of the doctor.
const doctorTimeout = 8 * time.Second

// Doctor examines the installation of a configuration, whether or not the service runs. The
// argument settings has the warnings about the configuration. The argument roots has the trusted
// certificates; nil means the certificates of the system. Only tests pass roots. Rule
// operations-doctor.
func Doctor(ctx context.Context, c config.Config, settings []string, roots *x509.CertPool) []doctor.Finding {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if roots != nil {
		transport.TLSClientConfig.RootCAs = roots
	}
	client := &http.Client{Transport: transport, Timeout: doctorTimeout}
	defer transport.CloseIdleConnections()
	clocksByAddress := map[string]func(context.Context) (time.Time, error){}
	if c.PublicHost() != "" {
		clocksByAddress[c.BaseURL()] = doctor.ServerTimeReader(client, c.BaseURL()+"/healthz")
	}
	return doctor.Examine(ctx, []doctor.Check{
		{Area: "settings", Run: func(context.Context) []doctor.Finding { return examineSettings(settings) }},
		{Area: "service", Run: func(ctx context.Context) []doctor.Finding { return examineService(ctx, c) }},
		doctor.DataDirCheck(c.DataDir),
		doctor.ClockCheck(clocksByAddress),
		{Area: "database", Run: func(ctx context.Context) []doctor.Finding { return examineDatabase(ctx, c) }},
		{Area: "backup", Run: func(ctx context.Context) []doctor.Finding { return examineBackups(ctx, c, time.Now()) }},
		doctor.LogFileCheck(c.LogFile),
		{Area: "redis", Run: func(ctx context.Context) []doctor.Finding { return examineRedis(ctx, c) }},
		{Area: "pictures", Run: func(ctx context.Context) []doctor.Finding { return examineMedia(ctx, c) }},
		{Area: "model", Run: func(ctx context.Context) []doctor.Finding { return examineModel(ctx, c) }},
		{Area: "mail", Run: func(ctx context.Context) []doctor.Finding { return examineMail(ctx, c) }},
		{Area: "support", Run: func(context.Context) []doctor.Finding { return examineSupportAddress(c) }},
		{Area: "payment", Run: func(ctx context.Context) []doctor.Finding { return examinePayment(ctx, c) }},
		doctor.PublicAddressCheck(c.BaseURL(), client),
		{Area: "proxy", Run: func(context.Context) []doctor.Finding { return examineProxy(c) }},
	})
}

func oneFinding(level doctor.Level, text, do string) []doctor.Finding {
	return []doctor.Finding{{Level: level, Text: text, Advice: do}}
}

func examineSettings(warnings []string) (out []doctor.Finding) {
	for _, text := range warnings {
		out = append(out, doctor.Finding{Level: doctor.Warning, Text: text, Advice: "see Settings in the operations guide"})
	}
	if len(out) == 0 {
		return oneFinding(doctor.Good, "nothing is unsafe or unknown", "")
	}
	return out
}

// examineDatabase opens the database, which a server may use at the same time, and checks
// its integrity.
func examineDatabase(ctx context.Context, c config.Config) []doctor.Finding {
	db, err := storage.OpenWithoutLock(ctx, storage.Options{URL: c.DatabaseURL.Reveal(), DataDir: c.DataDir})
	switch {
	case errors.Is(err, storage.ErrNoDatabase):
		return oneFinding(doctor.Good, "there is none yet; the first start makes it", "")
	case errors.Is(err, storage.ErrMoved):
		return oneFinding(doctor.Bad, "it was moved to PostgreSQL", "set COLLOQUY_DATABASE_URL or COLLOQUY_DATABASE_URL_FILE")
	case errors.Is(err, storage.ErrNewerDatabase):
		return oneFinding(doctor.Bad, "a newer version of the program has used it", "start the newer version again, or go back: see Upgrade in the operations guide")
	case errors.Is(err, storage.ErrOlderDatabase):
		return oneFinding(doctor.Warning, "it lacks migrations of this version", "start the service, which applies them")
	case err != nil:
		return oneFinding(doctor.Bad, "it cannot be opened: "+err.Error(), "check COLLOQUY_DATABASE_URL, or the user and the room of the data directory")
	}
	defer db.Close()
	err = db.CheckIntegrity(ctx)
	if ctx.Err() != nil {
		return oneFinding(doctor.Warning, string(db.Engine())+" is up to date; to read all of it takes longer than this check may", "verify the newest backup: colloquy backup verify FILE")
	}
	if err != nil {
		return oneFinding(doctor.Bad, err.Error(), "stop the service and restore the newest backup")
	}
	return oneFinding(doctor.Good, string(db.Engine())+", up to date and undamaged", "")
}

// examineMedia asks the media store for a file that does not exist. If the key or the address is
// wrong, the store answers with another error than "not found".
func examineMedia(ctx context.Context, c config.Config) []doctor.Finding {
	if c.MediaURL == "" {
		return oneFinding(doctor.Good, "files in the data directory", "")
	}
	blobStore, err := chooseBlobStore(c)
	if err == nil {
		err = blob.Check(ctx, blobStore)
	}
	if err != nil {
		return oneFinding(doctor.Bad, "the store does not answer: "+err.Error(), "check COLLOQUY_MEDIA_URL: address, bucket, key and region")
	}
	return oneFinding(doctor.Good, blobStore.Description(), "")
}

// examineProxy checks whether the service can distinguish users behind a proxy.
func examineProxy(c config.Config) []doctor.Finding {
	switch behind := c.HasHTTPSURL() && config.IsLoopbackAddr(c.Addr) && !c.ServesTLS(); {
	case behind && len(c.TrustedProxies) == 0:
		return oneFinding(doctor.Warning, "the service is behind a proxy that it does not trust: all visitors share the limits of one network", "set COLLOQUY_TRUSTED_PROXIES=127.0.0.1 if the proxy runs on this machine")
	case len(c.TrustedProxies) > 0:
		return oneFinding(doctor.Good, "X-Forwarded-For of the trusted proxies is believed", "")
	}
	return oneFinding(doctor.Good, "none: visitors connect directly", "")
}
