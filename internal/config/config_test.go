package config_test

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"colloquy/internal/config"
)

// testProgram embeds Config, as the commands of the program do.
type testProgram struct {
	Serve struct {
		config.Config
	} `cmd:"" default:"withargs"`
}

// parseConfig parses a command line. env has the variables of settings that are set.
func parseConfig(t *testing.T, env map[string]string, args ...string) (config.Config, error) {
	t.Helper()
	for _, name := range settingVariables() {
		t.Setenv(name, "")
		unsetVariable(t, name)
	}
	for name, value := range env {
		t.Setenv(name, value)
	}
	var c testProgram
	parser, err := kong.New(&c, kong.Name("colloquy"), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	_, err = parser.Parse(args)
	return c.Serve.Config, err
}

func mustParseConfig(t *testing.T, env map[string]string, args ...string) config.Config {
	t.Helper()
	c, err := parseConfig(t, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func configFields() []reflect.StructField {
	return slices.Collect(reflect.TypeFor[config.Config]().Fields())
}

func settingVariables() (names []string) {
	for _, f := range configFields() {
		names = append(names, f.Tag.Get("env"))
	}
	return names
}

// TestNamesOfSettingsAreStable: installations depend on the names. docs/operations.md
// lists them too.
func TestNamesOfSettingsAreStable(t *testing.T) {
	want := strings.Fields(`CONFIG ADDR PUBLIC_URL DATA_DIR ACME_DOMAIN ACME_EMAIL ACME_DIRECTORY HTTP_ADDR DATABASE_URL DATABASE_URL_FILE REDIS_URL REDIS_URL_FILE MEDIA_URL MEDIA_URL_FILE
		LLM LLM_PLACES LLM_FIRST_PIECE MODEL_LIST LLM_URL LLM_KEY LLM_KEY_FILE LLM_MODEL LLM_CONTEXT_TOKENS LLM_SERVERS LLM_SERVERS_FILE MODEL_PROMPT
		ANTHROPIC_API_KEY ANTHROPIC_API_KEY_FILE ANTHROPIC_MODEL
		LLM_FALLBACK_URL LLM_FALLBACK_KEY LLM_FALLBACK_KEY_FILE LLM_FALLBACK_MODEL
		LLM_TOKENS_PER_USER_DAY LLM_TOKENS_PER_NETWORK_DAY LLM_TOKENS_PER_DAY LLM_MONEY_PER_DAY LLM_PRICE_INPUT LLM_PRICE_OUTPUT
		TTS_COMMAND TTS_URL TTS_KEY TTS_KEY_FILE TTS_MODEL ELEVENLABS_API_KEY ELEVENLABS_API_KEY_FILE STT_URL STT_KEY STT_KEY_FILE STT_MODEL VOICE_CHARS_FREE VOICE_CHARS_PAID
		OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_CLIENT_SECRET_FILE
		PAYMENTS RAZORPAY_KEY_ID RAZORPAY_KEY_SECRET RAZORPAY_KEY_SECRET_FILE RAZORPAY_WEBHOOK_SECRET RAZORPAY_WEBHOOK_SECRET_FILE RAZORPAY_URL
		INVOICE_SELLER INVOICE_TAX
		SMTP_URL SMTP_URL_FILE MAIL_FROM SUPPORT_EMAIL SUPPORT_PHONE BUSINESS_ADDRESS
		TRUSTED_PROXIES MAX_CONNECTIONS_PER_NETWORK DRAIN_TIME METRICS_ADDR TRACE_URL TRACE_SHARE LOG_FILE LOG_FORMAT LOG_LEVEL
		BACKUP_DIR BACKUP_URL BACKUP_URL_FILE BACKUP_EVERY BACKUP_KEEP BACKUP_KEY BACKUP_KEY_FILE CLOCK_AHEAD`)
	var got []string
	for _, f := range configFields() {
		name, ok := strings.CutPrefix(f.Tag.Get("env"), "COLLOQUY_")
		if !ok {
			t.Errorf("%s has no variable with the prefix", f.Name)
		}
		got = append(got, name)
		if flag := strings.ToLower(strings.ReplaceAll(name, "_", "-")); f.Tag.Get("name") != flag {
			t.Errorf("%s is the flag --%s but the variable %s", f.Name, f.Tag.Get("name"), name)
		}
		if help := f.Tag.Get("help"); !strings.HasSuffix(help, ".") {
			t.Errorf("%s: the help %q is no sentence", f.Name, help)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("variables (-want +got):\n%s", diff)
	}
}

func TestEverySecretHasAFile(t *testing.T) {
	names := settingVariables()
	for _, f := range configFields() {
		if f.Type == reflect.TypeFor[config.Secret]() && !slices.Contains(names, f.Tag.Get("env")+"_FILE") {
			t.Errorf("%s has no _FILE", f.Tag.Get("env"))
		}
	}
}

func TestUnsetSettingsHaveTheirDefaults(t *testing.T) {
	got := mustParseConfig(t, nil)
	want := config.Config{
		Addr: "127.0.0.1:8080", DataDir: "./data", AnthropicModel: "claude-sonnet-4-5",
		LLMMode: "auto", ModelPrompt: "auto", LLMFirstPieceTimeout: 15 * time.Second,
		LLMTokensPerUserDay: 1e6, LLMTokensPerNetworkDay: 5e6, LLMTokensPerDay: 20e6, VoiceCharsFree: 5000, VoiceCharsPaid: 100_000,
		SupportEmail: "support@colloquy.example", OIDCIssuer: "https://accounts.google.com", RazorpayURL: "https://api.razorpay.com/v1",
		ACMEDirectory: "https://acme-v02.api.letsencrypt.org/directory", HTTPAddr: ":80", LogFormat: "text", LogLevel: "info", MaxConnections: 512, DrainTime: "auto",
		BackupEvery: 24 * time.Hour, BackupKeepCount: 7, TraceShare: 0.1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

func TestEveryVariableAndFlagIsRead(t *testing.T) {
	values := map[string]string{
		"COLLOQUY_ADDR": ":9000", "COLLOQUY_PUBLIC_URL": "https://a.example", "COLLOQUY_DATA_DIR": "/srv/data",
		"COLLOQUY_CONFIG": "/etc/c.conf", "COLLOQUY_ACME_DOMAIN": "a.example,b.example", "COLLOQUY_ACME_EMAIL": "us@a.example", "COLLOQUY_ACME_DIRECTORY": "https://ca.example/d", "COLLOQUY_HTTP_ADDR": ":81",
		"COLLOQUY_DATABASE_URL": "postgres://db/colloquy", "COLLOQUY_MEDIA_URL": "s3://k:s@store/bucket", "COLLOQUY_LLM_URL": "http://llm:1234/v1",
		"COLLOQUY_LLM": "demo", "COLLOQUY_LLM_PLACES": "ollama=http://a:1,llamacpp=http://b:2", "COLLOQUY_LLM_FIRST_PIECE": "1m", "COLLOQUY_MODEL_LIST": "/etc/list.json",
		"COLLOQUY_LLM_TOKENS_PER_USER_DAY": "1", "COLLOQUY_LLM_TOKENS_PER_NETWORK_DAY": "2", "COLLOQUY_LLM_TOKENS_PER_DAY": "3",
		"COLLOQUY_LLM_MONEY_PER_DAY": "4.5", "COLLOQUY_LLM_PRICE_INPUT": "0.25", "COLLOQUY_LLM_PRICE_OUTPUT": "15",
		"COLLOQUY_LLM_KEY": "key-1", "COLLOQUY_LLM_MODEL": "m1", "COLLOQUY_LLM_CONTEXT_TOKENS": "16384", "COLLOQUY_MODEL_PROMPT": "small",
		"COLLOQUY_ANTHROPIC_API_KEY": "key-2", "COLLOQUY_ANTHROPIC_MODEL": "m2",
		"COLLOQUY_LLM_FALLBACK_URL": "https://two.example/v1", "COLLOQUY_LLM_FALLBACK_KEY": "key-3",
		"COLLOQUY_LLM_FALLBACK_MODEL": "m3", "COLLOQUY_TRUSTED_PROXIES": "10.0.0.0/8,::1",
		"COLLOQUY_MAX_CONNECTIONS_PER_NETWORK": "100", "COLLOQUY_DRAIN_TIME": "3s",
		"COLLOQUY_METRICS_ADDR": "127.0.0.1:9090", "COLLOQUY_LOG_FILE": "/var/log/c.log", "COLLOQUY_TRACE_URL": "http://otel:4318/v1/traces", "COLLOQUY_TRACE_SHARE": "0.5", "COLLOQUY_LOG_FORMAT": "json", "COLLOQUY_LOG_LEVEL": "debug",
		"COLLOQUY_TTS_COMMAND": "piper", "COLLOQUY_TTS_URL": "https://tts.example/v1", "COLLOQUY_TTS_KEY": "key-8", "COLLOQUY_TTS_MODEL": "m4",
		"COLLOQUY_STT_URL": "https://stt.example/v1", "COLLOQUY_STT_KEY": "key-9", "COLLOQUY_STT_MODEL": "m5",
		"COLLOQUY_VOICE_CHARS_FREE": "6", "COLLOQUY_VOICE_CHARS_PAID": "7",
		"COLLOQUY_OIDC_ISSUER": "https://id.example", "COLLOQUY_OIDC_CLIENT_ID": "us", "COLLOQUY_OIDC_CLIENT_SECRET": "key-4",
		"COLLOQUY_PAYMENTS": "razorpay", "COLLOQUY_RAZORPAY_KEY_ID": "rzp_test_a", "COLLOQUY_RAZORPAY_KEY_SECRET": "key-5", "COLLOQUY_RAZORPAY_WEBHOOK_SECRET": "key-6,key-7",
		"COLLOQUY_RAZORPAY_URL": "http://localhost:9/v1", "COLLOQUY_INVOICE_SELLER": "Us; Nowhere", "COLLOQUY_INVOICE_TAX": "Tax 1",
		"COLLOQUY_SMTP_URL": "smtp://u:p@mail.example.org", "COLLOQUY_MAIL_FROM": "Us <us@example.org>",
		"COLLOQUY_SUPPORT_EMAIL": "help@example.org", "COLLOQUY_SUPPORT_PHONE": "+1 555 010 0199", "COLLOQUY_BUSINESS_ADDRESS": "1 Post Street, Nowhere",
		"COLLOQUY_BACKUP_EVERY": "12h", "COLLOQUY_BACKUP_KEEP": "30", "COLLOQUY_BACKUP_KEY": "age1a",
	}
	want := config.Config{
		ConfigFile: "/etc/c.conf", ACMEDomains: []string{"a.example", "b.example"}, ACMEEmail: "us@a.example", ACMEDirectory: "https://ca.example/d", HTTPAddr: ":81",
		Addr: ":9000", PublicURL: "https://a.example", DataDir: "/srv/data", DatabaseURL: "postgres://db/colloquy", MediaURL: "s3://k:s@store/bucket",
		LLMMode: "demo", LLMPlaces: []string{"ollama=http://a:1", "llamacpp=http://b:2"}, LLMFirstPieceTimeout: time.Minute, ModelList: "/etc/list.json",
		LLMTokensPerUserDay: 1, LLMTokensPerNetworkDay: 2, LLMTokensPerDay: 3,
		LLMMoneyPerDay: 4.5, LLMPriceInput: 0.25, LLMPriceOutput: 15,
		LLMURL: "http://llm:1234/v1", LLMKey: "key-1", LLMModel: "m1", LLMContextTokens: 16384, ModelPrompt: "small",
		AnthropicAPIKey: "key-2", AnthropicModel: "m2",
		LLMFallbackURL: "https://two.example/v1", LLMFallbackKey: "key-3", LLMFallbackModel: "m3",
		TrustedProxies: []string{"10.0.0.0/8", "::1"}, MetricsAddr: "127.0.0.1:9090", MaxConnections: 100, DrainTime: "3s",
		LogFile: "/var/log/c.log", TraceURL: "http://otel:4318/v1/traces", TraceShare: 0.5, LogFormat: "json", LogLevel: "debug",
		TTSCommand: "piper", TTSURL: "https://tts.example/v1", TTSKey: "key-8", TTSModel: "m4", STTURL: "https://stt.example/v1", STTKey: "key-9", STTModel: "m5",
		VoiceCharsFree: 6, VoiceCharsPaid: 7,
		OIDCIssuer: "https://id.example", OIDCClientID: "us", OIDCClientSecret: "key-4",
		Payments: "razorpay", RazorpayKeyID: "rzp_test_a", RazorpayKeySecret: "key-5", RazorpayWebhookSecret: "key-6,key-7", RazorpayURL: "http://localhost:9/v1",
		InvoiceSeller: "Us; Nowhere", InvoiceTax: "Tax 1",
		SMTPURL: "smtp://u:p@mail.example.org", MailFrom: "Us <us@example.org>", SupportEmail: "help@example.org", SupportPhone: "+1 555 010 0199", BusinessAddress: "1 Post Street, Nowhere",
		BackupEvery: 12 * time.Hour, BackupKeepCount: 30, BackupKey: "age1a",
	}
	if diff := cmp.Diff(want, mustParseConfig(t, values)); diff != "" {
		t.Errorf("from the environment (-want +got):\n%s", diff)
	}
	var args []string
	for name, value := range values {
		args = append(args, "--"+strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "COLLOQUY_"), "_", "-"))+"="+value)
	}
	if diff := cmp.Diff(want, mustParseConfig(t, nil, args...)); diff != "" {
		t.Errorf("from flags (-want +got):\n%s", diff)
	}
}

// rule clock-ahead
func TestClockAheadIsRead(t *testing.T) {
	c := mustParseConfig(t, map[string]string{"COLLOQUY_CLOCK_AHEAD": "744h"})
	if c.ClockAhead != 31*24*time.Hour {
		t.Errorf("got %s, want 744h", c.ClockAhead)
	}
}

func TestFlagWinsOverVariable(t *testing.T) {
	env := map[string]string{"COLLOQUY_ADDR": ":1", "COLLOQUY_LLM_MODEL": "from the environment"}
	c := mustParseConfig(t, env, "--addr", ":2")
	if c.Addr != ":2" || c.LLMModel != "from the environment" {
		t.Errorf("addr %q, model %q; want the flag's and the variable's", c.Addr, c.LLMModel)
	}
}

func TestSecureAndBaseURLFollowThePublicURL(t *testing.T) {
	for _, c := range []struct {
		addr, public, base string
		secure             bool
	}{
		{"127.0.0.1:8080", "", "http://127.0.0.1:8080", false},
		{":8080", "", "http://localhost:8080", false},
		{"0.0.0.0:80", "", "http://localhost:80", false},
		{"[::]:80", "", "http://localhost:80", false},
		{"[::1]:80", "", "http://[::1]:80", false},
		{"nonsense", "", "", false},
		{":8080", "http://chat.example/", "http://chat.example", false},
		{":8080", "https://chat.example", "https://chat.example", true},
		{":8080", "HTTPS://chat.example", "HTTPS://chat.example", true},
	} {
		got := config.Config{Addr: c.addr, PublicURL: c.public}
		if got.BaseURL() != c.base || got.HasHTTPSURL() != c.secure {
			t.Errorf("%q, %q: base %q, secure %v; want %q, %v", c.addr, c.public, got.BaseURL(), got.HasHTTPSURL(), c.base, c.secure)
		}
	}
}

func TestProxiesParsesNetworksAndAddresses(t *testing.T) {
	c := config.Config{TrustedProxies: []string{"10.1.2.3/8", " 192.0.2.7", "::1", "bad"}}
	var got []string
	for _, p := range c.Proxies() {
		got = append(got, p.String())
	}
	if diff := cmp.Diff([]string{"10.0.0.0/8", "192.0.2.7/32", "::1/128"}, got); diff != "" {
		t.Errorf("networks (-want +got):\n%s", diff)
	}
}
