package config_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/config"
)

func TestDrainTimeIsParsedOrDefault(t *testing.T) {
	for _, c := range []struct {
		addr, drain string
		want        time.Duration
	}{
		{"127.0.0.1:8080", "auto", 0}, {"[::1]:8080", "", 0}, {"localhost:8080", "auto", 0},
		{"0.0.0.0:8080", "auto", 5 * time.Second}, {":8080", "", 5 * time.Second}, {"192.0.2.7:80", "auto", 5 * time.Second},
		{"127.0.0.1:8080", "3s", 3 * time.Second}, {"0.0.0.0:8080", "0s", 0},
	} {
		if got := (config.Config{Addr: c.addr, DrainTime: c.drain}).DrainDuration(); got != c.want {
			t.Errorf("%s with %q: %v, want %v", c.addr, c.drain, got, c.want)
		}
	}
}

func TestPublicHostIsEmptyForLoopback(t *testing.T) {
	for url, want := range map[string]string{
		"": "", "http://localhost:8080": "", "http://127.0.0.1": "", "http://[::1]:9": "", "http://a.localhost": "",
		"https://Chat.Example.org": "chat.example.org", "http://192.0.2.7:8080": "192.0.2.7",
	} {
		if got := (config.Config{PublicURL: url}).PublicHost(); got != want {
			t.Errorf("%q: %q, want %q", url, got, want)
		}
	}
}

func TestWarningsOfUnsafeAndUnknownSettings(t *testing.T) {
	for name, c := range map[string]struct {
		config config.Config
		env    []string
		want   []string // a part of each warning
	}{
		"as it comes":                 {config.Config{Addr: "127.0.0.1:8080"}, []string{"PATH=/bin", "COLLOQUY_ADDR=x", "COLLOQUY_TEST_CHILD=1"}, nil},
		"open without TLS":            {config.Config{Addr: "0.0.0.0:8080"}, nil, []string{"unencrypted"}},
		"open with a plain address":   {config.Config{Addr: ":8080", PublicURL: "http://chat.example.org"}, nil, []string{"unencrypted"}},
		"open behind TLS":             {config.Config{Addr: ":8080", PublicURL: "https://chat.example.org"}, nil, nil},
		"metrics for this machine":    {config.Config{Addr: "127.0.0.1:8080", MetricsAddr: "127.0.0.1:9090"}, nil, nil},
		"metrics for everybody":       {config.Config{Addr: "127.0.0.1:8080", MetricsAddr: "0.0.0.0:9090"}, nil, []string{"COLLOQUY_METRICS_ADDR"}},
		"sandbox for everybody":       {config.Config{Addr: ":8080", PublicURL: "https://chat.example.org", Payments: "sandbox"}, nil, []string{"COLLOQUY_PAYMENTS is sandbox"}},
		"sandbox behind a proxy":      {config.Config{Addr: "127.0.0.1:8080", TrustedProxies: []string{"10.0.0.0/8"}, Payments: "sandbox"}, nil, []string{"COLLOQUY_PAYMENTS is sandbox"}},
		"sandbox for this machine":    {config.Config{Addr: "127.0.0.1:8080", Payments: "sandbox"}, nil, nil},
		"a clock that is ahead":       {config.Config{Addr: "127.0.0.1:8080", ClockAhead: time.Hour}, nil, []string{"COLLOQUY_CLOCK_AHEAD is set"}},
		"open backups in a bucket":    {config.Config{Addr: "127.0.0.1:8080", BackupURL: "s3://k:secret@store/bucket"}, nil, []string{"COLLOQUY_BACKUP_URL is set without COLLOQUY_BACKUP_KEY"}},
		"sealed backups in a bucket":  {config.Config{Addr: "127.0.0.1:8080", BackupURL: "s3://k:secret@store/bucket", BackupKey: "age1a"}, nil, nil},
		"backups in a folder":         {config.Config{Addr: "127.0.0.1:8080", BackupDir: "/srv/backups"}, nil, nil},
		"shared without a bucket":     {config.Config{Addr: "127.0.0.1:8080", RedisURL: "redis://:secret@host"}, nil, []string{"COLLOQUY_REDIS_URL is set without COLLOQUY_MEDIA_URL"}},
		"shared with a bucket":        {config.Config{Addr: "127.0.0.1:8080", RedisURL: "redis://:secret@host", MediaURL: "s3://k:secret@store/bucket"}, nil, nil},
		"a variable misspelt":         {config.Config{Addr: "127.0.0.1:8080"}, []string{"COLLOQUY_PUBLICURL=https://secret.example"}, []string{"COLLOQUY_PUBLICURL is no setting and does nothing; COLLOQUY_PUBLIC_URL is one"}},
		"a variable like nothing":     {config.Config{Addr: "127.0.0.1:8080"}, []string{"COLLOQUY_X=1"}, []string{"COLLOQUY_X is no setting and does nothing."}},
		"two misspelt, in one order":  {config.Config{Addr: "127.0.0.1:8080"}, []string{"COLLOQUY_LOGLEVEL=1", "COLLOQUY_ADR=1"}, []string{"COLLOQUY_ADDR is one", "COLLOQUY_LOG_LEVEL is one"}},
		"the variable of another one": {config.Config{Addr: "127.0.0.1:8080"}, []string{"MYCOLLOQUY_ADR=1", "colloquy_adr=1"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.config.Warnings(c.env)
			if len(got) != len(c.want) {
				t.Fatalf("got %q", got)
			}
			for i, part := range c.want {
				if !strings.Contains(got[i], part) || strings.Contains(got[i], "secret") {
					t.Errorf("got %q, want %q in it", got[i], part)
				}
			}
		})
	}
}
