package config_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/config"
)

// unsetVariable removes an environment variable until the test ends.
func unsetVariable(t *testing.T, name string) {
	t.Helper()
	if err := os.Unsetenv(name); err != nil {
		t.Fatal(err)
	}
}

func validConfig() config.Config {
	return config.Config{
		Addr: "127.0.0.1:8080", DataDir: "./data", LLMContextTokens: 8192, AnthropicModel: "m",
		LogFormat: "text", LogLevel: "info", SupportEmail: "help@example.org",
	}
}

const (
	notWebAddressText    = "COLLOQUY_PUBLIC_URL is no web address; give one that begins with https:// or http://, such as https://chat.example.org"
	noPhoneText          = "COLLOQUY_SUPPORT_PHONE is no telephone number; give it with its country code, such as +1 555 010 0199, or leave it empty"
	notBareEmailText     = "COLLOQUY_SUPPORT_EMAIL is no email address; give it bare, such as ada@example.org"
	notPostgresText      = "COLLOQUY_DATABASE_URL does not begin with postgres://; give a PostgreSQL address, or leave it empty for SQLite"
	notBucketText        = "COLLOQUY_MEDIA_URL is no bucket; give s3://key:secret@host/bucket?region=us-east-1, with signs such as / in the secret as %2F, or leave it empty for the data directory"
	notModelServerText   = "COLLOQUY_LLM_URL is no web address; give the server's base address, such as http://127.0.0.1:11434/v1"
	notMailServerText    = "COLLOQUY_SMTP_URL is no mail server; give smtp://user:password@host:587 or smtps://, with signs such as @ in the password as %40"
	notSenderText        = "COLLOQUY_MAIL_FROM is no sender; give an address, such as hello@example.org or Colloquy <hello@example.org>"
	sameAddrText         = "COLLOQUY_METRICS_ADDR is the listening address 127.0.0.1:8080; give metrics a port of their own, such as 127.0.0.1:9090"
	noFallbackServerText = "COLLOQUY_LLM_FALLBACK_KEY or _MODEL is set but COLLOQUY_LLM_FALLBACK_URL is not; say which server they are for"
)

// validationCase is a change of a valid configuration and the error of Validate.
type validationCase struct {
	setField func(c *config.Config)
	want     string
}

func TestInvalidSettingsAreExplained(t *testing.T) {
	checkValidationTexts(t, map[string]validationCase{
		"defaults":          {func(*config.Config) {}, ""},
		"addr":              {func(c *config.Config) { c.Addr = "8080" }, `COLLOQUY_ADDR is "8080"; give a host and a port, such as 127.0.0.1:8080`},
		"addr port":         {func(c *config.Config) { c.Addr = ":70000" }, `COLLOQUY_ADDR is ":70000"; give a host and a port, such as 127.0.0.1:8080`},
		"bucket":            {func(c *config.Config) { c.MediaURL = "s3://k:s%2Ft@store:9000/bucket/folder?tls=false" }, ""},
		"no bucket":         {func(c *config.Config) { c.MediaURL = "s3://k:pw-canary@store" }, notBucketText},
		"a folder as media": {func(c *config.Config) { c.MediaURL = "/srv/media" }, notBucketText},
		"llm demo":          {func(c *config.Config) { c.LLMMode = "demo" }, ""},
		"llm unknown":       {func(c *config.Config) { c.LLMMode = "none" }, `COLLOQUY_LLM is "none"; choose one of auto, demo`},
		"llm places":        {func(c *config.Config) { c.LLMPlaces = []string{"ollama=http://ollama:11434"} }, ""},
		"llm place":         {func(c *config.Config) { c.LLMPlaces = []string{"http://a:1"} }, `COLLOQUY_LLM_PLACES has "http://a:1"; list places such as ollama=http://127.0.0.1:11434, separated by commas; kinds are ollama, lmstudio, llamacpp`},
		"first piece":       {func(c *config.Config) { c.LLMFirstPieceTimeout = time.Hour }, "COLLOQUY_LLM_FIRST_PIECE is 1h0m0s; give a time from 1s to 5m0s, such as 15s"},
		"caps":              {func(c *config.Config) { c.LLMTokensPerDay, c.LLMMoneyPerDay, c.LLMPriceOutput = 1e12, 0.5, 15 }, ""},
		"cap below zero":    {func(c *config.Config) { c.LLMTokensPerUserDay = -1 }, "COLLOQUY_LLM_TOKENS_PER_USER_DAY is -1; give a number from 0, which means none, to 1000000000000"},
		"cap beyond":        {func(c *config.Config) { c.LLMPriceInput = math.Inf(1) }, "COLLOQUY_LLM_PRICE_INPUT is +Inf; give a number from 0, which means none, to 1000000000000"},
		"cap of nothing":    {func(c *config.Config) { c.LLMPriceInput = math.NaN() }, "COLLOQUY_LLM_PRICE_INPUT is NaN; give a number from 0, which means none, to 1000000000000"},
		"money, no prices":  {func(c *config.Config) { c.LLMMoneyPerDay = 5 }, "COLLOQUY_LLM_MONEY_PER_DAY is set but COLLOQUY_LLM_PRICE_INPUT and _OUTPUT are not; say what a million tokens cost"},
		"data dir":          {func(c *config.Config) { c.DataDir = "" }, "COLLOQUY_DATA_DIR is empty; name a directory, such as ./data"},
		"public":            {func(c *config.Config) { c.PublicURL = "https://chat.example/" }, ""},
		"public port":       {func(c *config.Config) { c.PublicURL = "http://chat.example:8080" }, ""},
		"public bare":       {func(c *config.Config) { c.PublicURL = "chat.example" }, notWebAddressText},
		"public scheme":     {func(c *config.Config) { c.PublicURL = "ftp://chat.example" }, notWebAddressText},
		"public hostless":   {func(c *config.Config) { c.PublicURL = "https://:443" }, notWebAddressText},
		"public broken":     {func(c *config.Config) { c.PublicURL = "https://chat.example:x" }, notWebAddressText},
		"public path":       {func(c *config.Config) { c.PublicURL = "https://a.example/app" }, "COLLOQUY_PUBLIC_URL has something after the host; the program must own the whole host: give https://a.example"},
		"public query":      {func(c *config.Config) { c.PublicURL = "https://a.example?x" }, "COLLOQUY_PUBLIC_URL has something after the host; the program must own the whole host: give https://a.example"},
		"public user":       {func(c *config.Config) { c.PublicURL = "https://u:pw-canary@a.example" }, "COLLOQUY_PUBLIC_URL has a user name in it; leave it out"},
		"database":          {func(c *config.Config) { c.DatabaseURL = "postgresql://db/x" }, ""},
		"database scheme":   {func(c *config.Config) { c.DatabaseURL = "mysql://u:pw-canary@db/x" }, notPostgresText},
		"llm":               {func(c *config.Config) { c.LLMURL, c.LLMKey = "https://llm.example/v1", "pw-canary" }, ""},
		"llm scheme":        {func(c *config.Config) { c.LLMURL = "localhost:11434" }, notModelServerText},
		"llm broken":        {func(c *config.Config) { c.LLMURL = "http://u:pw-canary@[::1/v1" }, notModelServerText},
		"llm key alone":     {func(c *config.Config) { c.LLMKey = "pw-canary" }, "COLLOQUY_LLM_KEY is set but COLLOQUY_LLM_URL is not; say which server the key is for"},
		"llm model alone":   {func(c *config.Config) { c.LLMModel = "of the local server" }, ""},
		"fallback":          {func(c *config.Config) { c.LLMFallbackURL = "x" }, "COLLOQUY_LLM_FALLBACK_URL is no web address; give the server's base address, such as http://127.0.0.1:11434/v1"},
		"fallback key":      {func(c *config.Config) { c.LLMFallbackKey = "pw-canary" }, noFallbackServerText},
		"fallback model":    {func(c *config.Config) { c.LLMFallbackModel = "m" }, noFallbackServerText},
		"anthropic":         {func(c *config.Config) { c.AnthropicAPIKey, c.AnthropicModel = "pw-canary", "" }, "COLLOQUY_ANTHROPIC_MODEL is empty; name a model, such as claude-sonnet-4-5"},
		"prompt":            {func(c *config.Config) { c.ModelPrompt = "bridge" }, ""},
		"prompt unknown":    {func(c *config.Config) { c.ModelPrompt = "large" }, `COLLOQUY_MODEL_PROMPT is "large"; give one of auto, frontier, small, bridge`},
		"context":           {func(c *config.Config) { c.LLMContextTokens = 100 }, "COLLOQUY_LLM_CONTEXT_TOKENS is 100; give the model's context size, 1024 to 4194304 tokens"},
		"proxies":           {func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.0/8", "fd00::/8", "127.0.0.1"} }, ""},
		"proxies name":      {func(c *config.Config) { c.TrustedProxies = []string{"balancer"} }, `COLLOQUY_TRUSTED_PROXIES has "balancer"; list networks such as 10.0.0.0/8, separated by commas`},
		"proxies all":       {func(c *config.Config) { c.TrustedProxies = []string{"0.0.0.0/0"} }, `COLLOQUY_TRUSTED_PROXIES has "0.0.0.0/0", which trusts everybody; list only your proxies' networks`},
		"metrics":           {func(c *config.Config) { c.MetricsAddr = "127.0.0.1:9090" }, ""},
		"metrics same":      {func(c *config.Config) { c.MetricsAddr = "127.0.0.1:8080" }, sameAddrText},
		"metrics anywhere":  {func(c *config.Config) { c.MetricsAddr = ":8080" }, sameAddrText},
		"metrics elsewhere": {func(c *config.Config) { c.MetricsAddr = "10.0.0.1:8080" }, ""},
		"metrics port 0":    {func(c *config.Config) { c.Addr, c.MetricsAddr = "127.0.0.1:0", "127.0.0.1:0" }, ""},
		"metrics bad":       {func(c *config.Config) { c.MetricsAddr = "x" }, `COLLOQUY_METRICS_ADDR is "x"; give a host and a port, such as 127.0.0.1:8080`},
		"format":            {func(c *config.Config) { c.LogFormat = "xml" }, `COLLOQUY_LOG_FORMAT is "xml"; choose one of text, json`},
		"level":             {func(c *config.Config) { c.LogLevel = "loud" }, `COLLOQUY_LOG_LEVEL is "loud"; choose one of debug, info, warn, error`},
		"connections":       {func(c *config.Config) { c.MaxConnections = 3 }, "COLLOQUY_MAX_CONNECTIONS_PER_NETWORK is 3; give at least 16, or 0 for no bound"},
		"connections all":   {func(c *config.Config) { c.MaxConnections = 0 }, ""},
		"drain":             {func(c *config.Config) { c.DrainTime = "5" }, `COLLOQUY_DRAIN_TIME is "5"; give auto, or a time such as 5s, at most 10m0s`},
		"drain long":        {func(c *config.Config) { c.DrainTime = "1h" }, `COLLOQUY_DRAIN_TIME is "1h"; give auto, or a time such as 5s, at most 10m0s`},
		"drain auto":        {func(c *config.Config) { c.DrainTime = "auto" }, ""},
		"both": {func(c *config.Config) { c.DataDir, c.LogLevel = "", "loud" },
			"COLLOQUY_DATA_DIR is empty; name a directory, such as ./data\nCOLLOQUY_LOG_LEVEL is \"loud\"; choose one of debug, info, warn, error"},
	})
}

func TestInvalidSignInSettingsAreExplained(t *testing.T) {
	withIssuer := func(issuer string) func(c *config.Config) {
		return func(c *config.Config) { c.OIDCIssuer, c.OIDCClientID, c.OIDCClientSecret = issuer, "us", "pw-canary" }
	}
	const (
		incompleteClientText = "COLLOQUY_OIDC_CLIENT_ID and COLLOQUY_OIDC_CLIENT_SECRET belong together; set both, or none"
		badIssuerText        = "COLLOQUY_OIDC_ISSUER is no issuer; give its address, such as https://accounts.google.com"
	)
	checkValidationTexts(t, map[string]validationCase{
		"google":         {withIssuer("https://accounts.google.com"), ""},
		"this machine":   {withIssuer("http://localhost:4000"), ""},
		"no secret":      {func(c *config.Config) { c.OIDCIssuer, c.OIDCClientID = "https://accounts.google.com", "us" }, incompleteClientText},
		"no id":          {func(c *config.Config) { c.OIDCClientSecret = "pw-canary" }, incompleteClientText},
		"no issuer":      {withIssuer(""), badIssuerText},
		"issuer scheme":  {withIssuer("ftp://id.example"), badIssuerText},
		"issuer user":    {withIssuer("https://u:pw-canary@id.example"), badIssuerText},
		"issuer by http": {withIssuer("http://id.example"), "COLLOQUY_OIDC_ISSUER begins with http://, where everybody on the way can read and change what it says; give an address with https://"},
	})
}

// rule clock-ahead
func TestInvalidClockSettingsAreExplained(t *testing.T) {
	const public = "COLLOQUY_CLOCK_AHEAD is set but others can reach the service: what they have bought would expire. Use it on 127.0.0.1 only, with data that you can throw away"
	withClockAhead := func(d time.Duration, change func(c *config.Config)) func(c *config.Config) {
		return func(c *config.Config) {
			c.ClockAhead = d
			change(c)
		}
	}
	withRazorpayKey := func(id string) func(c *config.Config) {
		return func(c *config.Config) {
			c.RazorpayKeyID, c.RazorpayKeySecret, c.RazorpayWebhookSecret, c.RazorpayURL = id, "pw-canary", "pw-canary", "https://api.razorpay.com/v1"
		}
	}
	noChange := func(*config.Config) {}
	checkValidationTexts(t, map[string]validationCase{
		"on this machine":   {withClockAhead(744*time.Hour, noChange), ""},
		"with a test key":   {withClockAhead(744*time.Hour, withRazorpayKey("rzp_test_a")), ""},
		"with a live key":   {withClockAhead(744*time.Hour, withRazorpayKey("rzp_live_a")), "COLLOQUY_CLOCK_AHEAD is set with a live key of Razorpay; use a test key, with data that you can throw away"},
		"behind":            {withClockAhead(-time.Second, noChange), "COLLOQUY_CLOCK_AHEAD is -1s; give a time such as 744h, at most 87600h0m0s"},
		"too far ahead":     {withClockAhead(100000*time.Hour, noChange), "COLLOQUY_CLOCK_AHEAD is 100000h0m0s; give a time such as 744h, at most 87600h0m0s"},
		"on all addresses":  {withClockAhead(time.Hour, func(c *config.Config) { c.Addr = ":8080" }), public},
		"with a public URL": {withClockAhead(time.Hour, func(c *config.Config) { c.PublicURL = "https://chat.example.org" }), public},
		"behind a proxy":    {withClockAhead(time.Hour, func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.0/8"} }), public},
	})
}

func TestInvalidMailSettingsAreExplained(t *testing.T) {
	withMailServer := func(url config.Secret) func(c *config.Config) {
		return func(c *config.Config) { c.SMTPURL, c.MailFrom = url, "hello@example.org" }
	}
	checkValidationTexts(t, map[string]validationCase{
		"email":               {func(c *config.Config) { c.SupportEmail = "ada@example.org" }, ""},
		"email named":         {func(c *config.Config) { c.SupportEmail = "Ada <ada@example.org>" }, notBareEmailText},
		"email bare":          {func(c *config.Config) { c.SupportEmail = "ada" }, notBareEmailText},
		"email dotless":       {func(c *config.Config) { c.SupportEmail = "ada@desk." }, notBareEmailText},
		"no phone":            {func(c *config.Config) { c.SupportPhone = "555 0199" }, noPhoneText},
		"a phone with words":  {func(c *config.Config) { c.SupportPhone = "+1 555 010 0199 ask for Ada" }, noPhoneText},
		"support gone":        {func(c *config.Config) { c.SupportEmail = "" }, "COLLOQUY_SUPPORT_EMAIL is empty; say who reads the messages of Contact Us"},
		"smtp":                {withMailServer("smtps://u:pw-canary@mail.example"), ""},
		"smtp without sender": {func(c *config.Config) { c.SMTPURL = "smtp://mail.example" }, "COLLOQUY_SMTP_URL is set but COLLOQUY_MAIL_FROM is not; say whom mail comes from"},
		"smtp scheme":         {withMailServer("https://u:pw-canary@mail.example"), notMailServerText},
		"smtp broken":         {withMailServer("smtp://u:pw-canary#@[mail.example"), notMailServerText},
		"sender":              {func(c *config.Config) { c.MailFrom = "hello@example.org" }, ""},
		"sender named":        {func(c *config.Config) { c.MailFrom = "Colloquy <hello@example.org>" }, ""},
		"sender dotless":      {func(c *config.Config) { c.MailFrom = "hello@desk" }, notSenderText},
		"sender broken":       {func(c *config.Config) { c.MailFrom = "hello" }, notSenderText},
	})
}

func checkValidationTexts(t *testing.T, cases map[string]validationCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			cfg := validConfig()
			c.setField(&cfg)
			got := ""
			if err := cfg.Validate(); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("Validate gave\n%s\nwant\n%s", got, c.want)
			}
			if strings.Contains(got, "canary") {
				t.Error("the error contains a secret")
			}
		})
	}
}

// TestParsingRefusesInvalidSettings: kong calls Validate, so that no command can omit it.
func TestParsingRefusesInvalidSettings(t *testing.T) {
	_, err := parseConfig(t, nil, "--log-level=loud")
	if err == nil || !strings.Contains(err.Error(), "choose one of debug") {
		t.Errorf("parsing gave %v, want the validation's text", err)
	}
}

func writeSecretFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSecretsAreReadFromFiles(t *testing.T) {
	c := mustParseConfig(t, map[string]string{
		"COLLOQUY_DATABASE_URL_FILE":      writeSecretFile(t, "postgres://db/x\n"),
		"COLLOQUY_LLM_URL":                "http://llm/v1",
		"COLLOQUY_LLM_KEY_FILE":           writeSecretFile(t, "  key-1\r\n"),
		"COLLOQUY_ANTHROPIC_API_KEY_FILE": writeSecretFile(t, "key-2"),
		"COLLOQUY_LLM_FALLBACK_URL":       "http://two/v1",
	}, "--llm-fallback-key-file", writeSecretFile(t, "key-3"))
	got := []string{c.DatabaseURL.Reveal(), c.LLMKey.Reveal(), c.AnthropicAPIKey.Reveal(), c.LLMFallbackKey.Reveal()}
	if want := "postgres://db/x key-1 key-2 key-3"; strings.Join(got, " ") != want {
		t.Errorf("secrets %q, want %q", got, want)
	}
	if err := c.Validate(); err != nil {
		t.Errorf("a second Validate gave %v", err)
	}
}

func TestUnusableSecretFilesAreRefused(t *testing.T) {
	missingPath := filepath.Join(t.TempDir(), "missing")
	for name, c := range map[string]struct{ key, file, want string }{
		"both":      {"pw-canary", writeSecretFile(t, "pw-canary"), "COLLOQUY_LLM_KEY and COLLOQUY_LLM_KEY_FILE are both set, and only one of them can count; keep one of the two"},
		"missing":   {"", missingPath, "COLLOQUY_LLM_KEY_FILE cannot be used: open " + missingPath + ": no such file or directory"},
		"empty":     {"", writeSecretFile(t, "\n"), "is empty; name a file that holds the secret and nothing else"},
		"two lines": {"", writeSecretFile(t, "pw-canary\nmore"), "holds more than one line"},
		"too long":  {"", writeSecretFile(t, strings.Repeat("x", 17<<10)), "holds more than 16384 bytes"},
		"directory": {"", t.TempDir(), "is a directory"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := validConfig()
			cfg.LLMURL, cfg.BackupKey, cfg.LLMKey, cfg.LLMKeyFile = "http://llm/v1", "no key of age", config.Secret(c.key), c.file
			err := cfg.Validate()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("Validate gave %v, want %q in it", err, c.want)
			}
			if strings.Contains(err.Error(), "canary") {
				t.Error("the error contains the secret")
			}
			if lines := strings.Count(err.Error(), "\n"); lines > 0 {
				t.Errorf("%d more problems are reported, which follow from the first", lines)
			}
		})
	}
}
