// Package config defines the settings. Each setting is a flag and an environment variable with the
// prefix COLLOQUY_; the flag has precedence. A configuration file may hold the variables too
// (File). Commands embed Config; the parser kong fills it and calls Validate. Separate files may
// hold the secrets.
package config

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Config has the settings of all commands. A field with its zero value is not set;
// docs/operations.md describes the effect. The defaults here are also figures of rules
// operations-backup-scheduled, replies-timeouts, voice-allowance and limits-spending.
type Config struct {
	ConfigFile string `name:"config" env:"COLLOQUY_CONFIG" placeholder:"FILE" help:"File with settings as NAME=value, one a line; flags and environment variables have precedence."`

	Addr      string `name:"addr" env:"COLLOQUY_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to listen on."`
	PublicURL string `name:"public-url" env:"COLLOQUY_PUBLIC_URL" placeholder:"URL" help:"Address that people open, such as https://chat.example.org. Empty: the listening address."`
	DataDir   string `name:"data-dir" env:"COLLOQUY_DATA_DIR" default:"./data" placeholder:"DIR" help:"Directory of the database and uploads."`

	ACMEDomains   []string `name:"acme-domain" env:"COLLOQUY_ACME_DOMAIN" placeholder:"NAME,..." help:"Names for which the program gets certificates by itself and serves https. Empty: no TLS; put a proxy in front."`
	ACMEEmail     string   `name:"acme-email" env:"COLLOQUY_ACME_EMAIL" placeholder:"EMAIL" help:"Address that the certificate authority may write to."`
	ACMEDirectory string   `name:"acme-directory" env:"COLLOQUY_ACME_DIRECTORY" default:"https://acme-v02.api.letsencrypt.org/directory" placeholder:"URL" help:"Directory of the certificate authority."`
	HTTPAddr      string   `name:"http-addr" env:"COLLOQUY_HTTP_ADDR" default:":80" placeholder:"HOST:PORT" help:"With COLLOQUY_ACME_DOMAIN: second address, for challenges of the authority and redirects to https. none: no such address."`

	DatabaseURL     Secret `name:"database-url" env:"COLLOQUY_DATABASE_URL" placeholder:"postgres://..." help:"PostgreSQL to use. Empty: SQLite in the data directory."`
	DatabaseURLFile string `name:"database-url-file" env:"COLLOQUY_DATABASE_URL_FILE" placeholder:"FILE" help:"File that holds the database URL."`

	RedisURL     Secret `name:"redis-url" env:"COLLOQUY_REDIS_URL" placeholder:"redis://..." help:"Redis or Valkey server that several processes share: redis://:password@host:6379/0, or rediss:// with TLS. Empty: none."`
	RedisURLFile string `name:"redis-url-file" env:"COLLOQUY_REDIS_URL_FILE" placeholder:"FILE" help:"File that holds the server's address."`

	MediaURL     Secret `name:"media-url" env:"COLLOQUY_MEDIA_URL" placeholder:"s3://..." help:"Bucket for pictures: s3://key:secret@host/bucket?region=... Empty: the data directory."`
	MediaURLFile string `name:"media-url-file" env:"COLLOQUY_MEDIA_URL_FILE" placeholder:"FILE" help:"File that holds the bucket's address."`

	LLMMode              string        `name:"llm" env:"COLLOQUY_LLM" default:"auto" placeholder:"auto|demo" help:"auto: the model servers below, else a local one, else the demo responder. demo: the demo responder, and no search for local servers."`
	LLMPlaces            []string      `name:"llm-places" env:"COLLOQUY_LLM_PLACES" placeholder:"KIND=URL,..." help:"Where local model servers are looked for; kinds are ollama, lmstudio and llamacpp. Empty: their usual ports on this machine."`
	LLMFirstPieceTimeout time.Duration `name:"llm-first-piece" env:"COLLOQUY_LLM_FIRST_PIECE" default:"15s" placeholder:"TIME" help:"How long a model may take to its first piece."`
	ModelList            string        `name:"model-list" env:"COLLOQUY_MODEL_LIST" placeholder:"FILE|URL" help:"Own list of models for colloquy model install. Empty: the built-in one."`
	LLMURL               string        `name:"llm-url" env:"COLLOQUY_LLM_URL" placeholder:"URL" help:"Any OpenAI-compatible server, with its /v1. Empty: a local model server if one answers, else the demo responder."`
	LLMKey               Secret        `name:"llm-key" env:"COLLOQUY_LLM_KEY" placeholder:"KEY" help:"Key of that server."`
	LLMKeyFile           string        `name:"llm-key-file" env:"COLLOQUY_LLM_KEY_FILE" placeholder:"FILE" help:"File that holds the key."`
	LLMModel             string        `name:"llm-model" env:"COLLOQUY_LLM_MODEL" placeholder:"NAME" help:"Model to ask. Empty: the server's first."`
	LLMContextTokens     int           `name:"llm-context-tokens" env:"COLLOQUY_LLM_CONTEXT_TOKENS" placeholder:"N" help:"How many tokens the model reads at once. Empty: 4096 for a local server, 8192 for another."`

	LLMServers     Secret `name:"llm-servers" env:"COLLOQUY_LLM_SERVERS" placeholder:"SERVER;..." help:"Several model servers instead of COLLOQUY_LLM_URL, each an address and options such as key=... model=... name=... weight=1 slots=0 for=all."`
	LLMServersFile string `name:"llm-servers-file" env:"COLLOQUY_LLM_SERVERS_FILE" placeholder:"FILE" help:"File that holds the servers, one a line."`

	ModelPrompt string `name:"model-prompt" env:"COLLOQUY_MODEL_PROMPT" default:"auto" placeholder:"auto|frontier|small|bridge" help:"Form of the prompt. auto: by the size and the context of the model."`

	AnthropicAPIKey     Secret `name:"anthropic-api-key" env:"COLLOQUY_ANTHROPIC_API_KEY" placeholder:"KEY" help:"Key of Anthropic's API."`
	AnthropicAPIKeyFile string `name:"anthropic-api-key-file" env:"COLLOQUY_ANTHROPIC_API_KEY_FILE" placeholder:"FILE" help:"File that holds the key."`
	AnthropicModel      string `name:"anthropic-model" env:"COLLOQUY_ANTHROPIC_MODEL" default:"claude-sonnet-4-5" placeholder:"NAME" help:"Model to ask there."`

	LLMFallbackURL     string `name:"llm-fallback-url" env:"COLLOQUY_LLM_FALLBACK_URL" placeholder:"URL" help:"OpenAI-compatible server that answers when the first one does not."`
	LLMFallbackKey     Secret `name:"llm-fallback-key" env:"COLLOQUY_LLM_FALLBACK_KEY" placeholder:"KEY" help:"Key of the second server."`
	LLMFallbackKeyFile string `name:"llm-fallback-key-file" env:"COLLOQUY_LLM_FALLBACK_KEY_FILE" placeholder:"FILE" help:"File that holds the key."`
	LLMFallbackModel   string `name:"llm-fallback-model" env:"COLLOQUY_LLM_FALLBACK_MODEL" placeholder:"NAME" help:"Model to ask there."`

	LLMTokensPerUserDay    int64   `name:"llm-tokens-per-user-day" env:"COLLOQUY_LLM_TOKENS_PER_USER_DAY" default:"1000000" placeholder:"N" help:"Tokens, of prompts and replies, that models on other machines may use for one user a day. 0: no cap."`
	LLMTokensPerNetworkDay int64   `name:"llm-tokens-per-network-day" env:"COLLOQUY_LLM_TOKENS_PER_NETWORK_DAY" default:"5000000" placeholder:"N" help:"The same for one network: an IPv4 address, or an IPv6 /56. 0: no cap."`
	LLMTokensPerDay        int64   `name:"llm-tokens-per-day" env:"COLLOQUY_LLM_TOKENS_PER_DAY" default:"20000000" placeholder:"N" help:"The same for all users together. 0: no cap."`
	LLMMoneyPerDay         float64 `name:"llm-money-per-day" env:"COLLOQUY_LLM_MONEY_PER_DAY" placeholder:"AMOUNT" help:"Money that they may cost a day, in the currency of the prices. 0: no cap."`
	LLMPriceInput          float64 `name:"llm-price-input" env:"COLLOQUY_LLM_PRICE_INPUT" placeholder:"AMOUNT" help:"Price of a million tokens of prompts; of several models, the dearest."`
	LLMPriceOutput         float64 `name:"llm-price-output" env:"COLLOQUY_LLM_PRICE_OUTPUT" placeholder:"AMOUNT" help:"Price of a million tokens of replies; of several models, the dearest."`

	TTSCommand           string `name:"tts-command" env:"COLLOQUY_TTS_COMMAND" placeholder:"espeak-ng|piper|none" help:"Local program that reads replies aloud. Empty: Piper or espeak-ng if it is installed. none: the browsers speak, unless a service is set."`
	TTSURL               string `name:"tts-url" env:"COLLOQUY_TTS_URL" placeholder:"URL" help:"OpenAI-compatible speech service, with its /v1, that reads replies aloud."`
	TTSKey               Secret `name:"tts-key" env:"COLLOQUY_TTS_KEY" placeholder:"KEY" help:"Key of that service."`
	TTSKeyFile           string `name:"tts-key-file" env:"COLLOQUY_TTS_KEY_FILE" placeholder:"FILE" help:"File that holds the key."`
	TTSModel             string `name:"tts-model" env:"COLLOQUY_TTS_MODEL" placeholder:"NAME" help:"Model of that service, of ElevenLabs, or the file of Piper's model. Empty: a usual one."`
	ElevenLabsAPIKey     Secret `name:"elevenlabs-api-key" env:"COLLOQUY_ELEVENLABS_API_KEY" placeholder:"KEY" help:"Key of ElevenLabs, which then reads replies aloud."`
	ElevenLabsAPIKeyFile string `name:"elevenlabs-api-key-file" env:"COLLOQUY_ELEVENLABS_API_KEY_FILE" placeholder:"FILE" help:"File that holds the key."`
	STTURL               string `name:"stt-url" env:"COLLOQUY_STT_URL" placeholder:"URL" help:"OpenAI-compatible transcription service, with its /v1, for browsers that cannot write down speech."`
	STTKey               Secret `name:"stt-key" env:"COLLOQUY_STT_KEY" placeholder:"KEY" help:"Key of that service."`
	STTKeyFile           string `name:"stt-key-file" env:"COLLOQUY_STT_KEY_FILE" placeholder:"FILE" help:"File that holds the key."`
	STTModel             string `name:"stt-model" env:"COLLOQUY_STT_MODEL" placeholder:"NAME" help:"Model of that service. Empty: a usual one."`
	VoiceCharsFree       int64  `name:"voice-chars-free" env:"COLLOQUY_VOICE_CHARS_FREE" default:"5000" placeholder:"N" help:"Characters that are read aloud for a user a calendar month by the service or program."`
	VoiceCharsPaid       int64  `name:"voice-chars-paid" env:"COLLOQUY_VOICE_CHARS_PAID" default:"100000" placeholder:"N" help:"The same for a user with an active purchase."`

	OIDCIssuer           string `name:"oidc-issuer" env:"COLLOQUY_OIDC_ISSUER" default:"https://accounts.google.com" placeholder:"URL" help:"OpenID Connect provider of the button Continue with Google."`
	OIDCClientID         string `name:"oidc-client-id" env:"COLLOQUY_OIDC_CLIENT_ID" placeholder:"ID" help:"Id that the provider gave this service. Empty: nobody can sign in with Google."`
	OIDCClientSecret     Secret `name:"oidc-client-secret" env:"COLLOQUY_OIDC_CLIENT_SECRET" placeholder:"SECRET" help:"Secret that belongs to the id."`
	OIDCClientSecretFile string `name:"oidc-client-secret-file" env:"COLLOQUY_OIDC_CLIENT_SECRET_FILE" placeholder:"FILE" help:"File that holds the secret."`

	Payments                  string `name:"payments" env:"COLLOQUY_PAYMENTS" placeholder:"razorpay|sandbox|none" help:"How visitors pay. sandbox: a payment window that takes no money. none: every character is open. Empty: razorpay with its keys, the sandbox while only this machine can connect, else none."`
	RazorpayKeyID             string `name:"razorpay-key-id" env:"COLLOQUY_RAZORPAY_KEY_ID" placeholder:"ID" help:"Key id of the Razorpay account."`
	RazorpayKeySecret         Secret `name:"razorpay-key-secret" env:"COLLOQUY_RAZORPAY_KEY_SECRET" placeholder:"SECRET" help:"Secret of that key."`
	RazorpayKeySecretFile     string `name:"razorpay-key-secret-file" env:"COLLOQUY_RAZORPAY_KEY_SECRET_FILE" placeholder:"FILE" help:"File that holds the secret."`
	RazorpayWebhookSecret     Secret `name:"razorpay-webhook-secret" env:"COLLOQUY_RAZORPAY_WEBHOOK_SECRET" placeholder:"SECRET" help:"Secret of the webhook; two, with a comma between, while one is being replaced."`
	RazorpayWebhookSecretFile string `name:"razorpay-webhook-secret-file" env:"COLLOQUY_RAZORPAY_WEBHOOK_SECRET_FILE" placeholder:"FILE" help:"File that holds it."`
	RazorpayURL               string `name:"razorpay-url" env:"COLLOQUY_RAZORPAY_URL" default:"https://api.razorpay.com/v1" placeholder:"URL" help:"Address of Razorpay's API; another one for tests."`
	InvoiceSeller             string `name:"invoice-seller" env:"COLLOQUY_INVOICE_SELLER" placeholder:"TEXT" help:"Name and address of the seller on invoices; a line for each part between semicolons. Empty: Colloquy and the business address."`
	InvoiceTax                string `name:"invoice-tax" env:"COLLOQUY_INVOICE_TAX" placeholder:"TEXT" help:"Tax lines of invoices, such as a tax number, with semicolons between. Empty: none."`

	SMTPURL         Secret `name:"smtp-url" env:"COLLOQUY_SMTP_URL" placeholder:"smtp://..." help:"Mail server: smtp://user:password@host:587, or smtps://. Empty: mail becomes files in the outbox of the data directory."`
	SMTPURLFile     string `name:"smtp-url-file" env:"COLLOQUY_SMTP_URL_FILE" placeholder:"FILE" help:"File that holds the mail server's address."`
	MailFrom        string `name:"mail-from" env:"COLLOQUY_MAIL_FROM" placeholder:"EMAIL" help:"Sender of all mail, such as Colloquy <hello@chat.example.org>."`
	SupportEmail    string `name:"support-email" env:"COLLOQUY_SUPPORT_EMAIL" default:"support@colloquy.example" placeholder:"EMAIL" help:"Who reads the messages of Contact Us; shown there."`
	SupportPhone    string `name:"support-phone" env:"COLLOQUY_SUPPORT_PHONE" placeholder:"NUMBER" help:"Telephone number of support, with its country code, that Help & Support shows. Empty: none; readers ask for a call back."`
	BusinessAddress string `name:"business-address" env:"COLLOQUY_BUSINESS_ADDRESS" placeholder:"TEXT" help:"Postal address that Contact Us shows. Empty: none."`

	TrustedProxies []string `name:"trusted-proxies" env:"COLLOQUY_TRUSTED_PROXIES" placeholder:"CIDR,..." help:"Networks whose X-Forwarded-For is believed."`
	MaxConnections int      `name:"max-connections-per-network" env:"COLLOQUY_MAX_CONNECTIONS_PER_NETWORK" default:"512" placeholder:"N" help:"Open connections of one IPv4 address or IPv6 /64; a /56 may have twice as many, a /48 four times. 0: no bound."`
	DrainTime      string   `name:"drain-time" env:"COLLOQUY_DRAIN_TIME" default:"auto" placeholder:"auto|5s" help:"How long the program answers after SIGTERM while it says that it is not ready. auto: not at all on a loopback address, else 5s."`
	MetricsAddr    string   `name:"metrics-addr" env:"COLLOQUY_METRICS_ADDR" placeholder:"HOST:PORT" help:"Second address for metrics and profiles; keep it private. Empty: none."`
	TraceURL       string   `name:"trace-url" env:"COLLOQUY_TRACE_URL" placeholder:"URL" help:"OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces. Empty: no traces."`
	TraceShare     float64  `name:"trace-share" env:"COLLOQUY_TRACE_SHARE" default:"0.1" placeholder:"N" help:"Share of the requests that is traced, from 0 to 1."`
	LogFile        string   `name:"log-file" env:"COLLOQUY_LOG_FILE" placeholder:"FILE" help:"File of the log; at 100 MB it is compressed and a new one begun, and 10 old ones are kept. Empty: standard error."`
	LogFormat      string   `name:"log-format" env:"COLLOQUY_LOG_FORMAT" default:"text" placeholder:"text|json" help:"Form of the log."`
	LogLevel       string   `name:"log-level" env:"COLLOQUY_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"Least level that is logged: debug, info, warn or error."`

	BackupDir       string        `name:"backup-dir" env:"COLLOQUY_BACKUP_DIR" placeholder:"DIR" help:"Existing directory, better of another disk, for a backup now and then. Empty: none."`
	BackupURL       Secret        `name:"backup-url" env:"COLLOQUY_BACKUP_URL" placeholder:"s3://..." help:"Bucket for a backup now and then, instead of a directory: s3://key:secret@host/bucket/folder?region=... Empty: none."`
	BackupURLFile   string        `name:"backup-url-file" env:"COLLOQUY_BACKUP_URL_FILE" placeholder:"FILE" help:"File that holds the bucket's address."`
	BackupEvery     time.Duration `name:"backup-every" env:"COLLOQUY_BACKUP_EVERY" default:"24h" placeholder:"TIME" help:"Time between two of these backups."`
	BackupKeepCount int           `name:"backup-keep" env:"COLLOQUY_BACKUP_KEEP" default:"7" placeholder:"N" help:"How many of them are kept."`
	BackupKey       Secret        `name:"backup-key" env:"COLLOQUY_BACKUP_KEY" placeholder:"KEY" help:"Key of all backups, from colloquy backup key. Empty: they are not encrypted."`
	BackupKeyFile   string        `name:"backup-key-file" env:"COLLOQUY_BACKUP_KEY_FILE" placeholder:"FILE" help:"File that holds the key."`

	ClockAhead time.Duration `name:"clock-ahead" env:"COLLOQUY_CLOCK_AHEAD" placeholder:"TIME" help:"For development: the service's clock is this much ahead, such as 744h. Only where no other machine can connect."`
}

// secrets returns the secrets, each with the setting that names the file of the secret.
func (c *Config) secrets() []fileSecret {
	return []fileSecret{
		{"COLLOQUY_DATABASE_URL", &c.DatabaseURL, &c.DatabaseURLFile},
		{"COLLOQUY_REDIS_URL", &c.RedisURL, &c.RedisURLFile},
		{"COLLOQUY_MEDIA_URL", &c.MediaURL, &c.MediaURLFile},
		{"COLLOQUY_LLM_KEY", &c.LLMKey, &c.LLMKeyFile},
		{modelServersName, &c.LLMServers, &c.LLMServersFile},
		{"COLLOQUY_ANTHROPIC_API_KEY", &c.AnthropicAPIKey, &c.AnthropicAPIKeyFile},
		{"COLLOQUY_LLM_FALLBACK_KEY", &c.LLMFallbackKey, &c.LLMFallbackKeyFile},
		{"COLLOQUY_TTS_KEY", &c.TTSKey, &c.TTSKeyFile},
		{"COLLOQUY_ELEVENLABS_API_KEY", &c.ElevenLabsAPIKey, &c.ElevenLabsAPIKeyFile},
		{"COLLOQUY_STT_KEY", &c.STTKey, &c.STTKeyFile},
		{"COLLOQUY_OIDC_CLIENT_SECRET", &c.OIDCClientSecret, &c.OIDCClientSecretFile},
		{"COLLOQUY_RAZORPAY_KEY_SECRET", &c.RazorpayKeySecret, &c.RazorpayKeySecretFile},
		{"COLLOQUY_RAZORPAY_WEBHOOK_SECRET", &c.RazorpayWebhookSecret, &c.RazorpayWebhookSecretFile},
		{"COLLOQUY_SMTP_URL", &c.SMTPURL, &c.SMTPURLFile},
		{"COLLOQUY_BACKUP_URL", &c.BackupURL, &c.BackupURLFile},
		{backupKeyName, &c.BackupKey, &c.BackupKeyFile},
	}
}

// HasHTTPSURL reports whether the public URL is https.
func (c Config) HasHTTPSURL() bool {
	return strings.HasPrefix(strings.ToLower(c.PublicURL), "https://")
}

// BaseURL returns the public URL without a trailing slash. Without a public URL it returns a URL
// with the listening address. The host is localhost if this address means all hosts. If the
// listening address is invalid, BaseURL returns "".
func (c Config) BaseURL() string {
	if c.PublicURL != "" {
		return strings.TrimSuffix(c.PublicURL, "/")
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return ""
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return (&url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}).String()
}

// Proxies returns the networks of TrustedProxies. A single address is a network of one address.
// Proxies ignores texts that Validate refuses.
func (c Config) Proxies() []netip.Prefix {
	list := make([]netip.Prefix, 0, len(c.TrustedProxies))
	for _, text := range c.TrustedProxies {
		if p, err := parseNetwork(text); err == nil {
			list = append(list, p)
		}
	}
	return list
}

func parseNetwork(text string) (netip.Prefix, error) {
	text = strings.TrimSpace(text)
	if ip, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(ip, ip.BitLen()), nil
	}
	p, err := netip.ParsePrefix(text)
	return p.Masked(), err
}
