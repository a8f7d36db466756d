package config

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// modelPrompts are the values of ModelPrompt: auto and the variants of package prompt. Rule
// prompt-variants.
var modelPrompts = []string{"auto", "frontier", "small", "bridge"}

const (
	minContextTokens     = 1024
	maxContextTokens     = 4 << 20
	minFirstPieceTimeout = time.Second // rule replies-timeouts
	maxFirstPieceTimeout = 5 * time.Minute
	maxSpending          = 1e12
)

var (
	logFormats       = []string{"text", "json"}
	logLevels        = []string{"debug", "info", "warn", "error"}
	llmModes         = []string{"auto", "demo"}
	localServerKinds = []string{"ollama", "lmstudio", "llamacpp"}
)

// InvalidError is the error of Validate.
type InvalidError struct{ problems error }

// Error returns a line for each problem.
func (e *InvalidError) Error() string { return e.problems.Error() }

// Unwrap returns the problems.
func (e *InvalidError) Unwrap() error { return e.problems }

// Validate reads the files of secrets and checks all settings. The error is an *InvalidError. It has
// one line for each problem, says what to do and contains no secret. A problem with a file stops
// Validate, because the checks need the secrets. A second call has no effect.
func (c *Config) Validate() error {
	if err := c.findProblems(); err != nil {
		return &InvalidError{err}
	}
	return nil
}

func (c *Config) findProblems() error {
	var errs []error
	for _, s := range c.secrets() {
		errs = append(errs, s.read())
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return errors.Join(
		c.applyTLSDefaults(),
		c.checkListenAddrsAndURLs(),
		checkOneOf("COLLOQUY_LLM", cmp.Or(c.LLMMode, "auto"), llmModes),
		c.checkModels(),
		c.checkModelServers(),
		c.checkModelSearch(),
		c.checkSpending(),
		c.checkProxies(),
		checkOneOf("COLLOQUY_LOG_FORMAT", c.LogFormat, logFormats),
		checkOneOf("COLLOQUY_LOG_LEVEL", c.LogLevel, logLevels),
		c.checkMail(),
		c.checkSignIn(),
		c.checkVoice(),
		c.checkPayments(),
		c.checkConnectionsAndDrain(),
		c.checkBackups(),
		c.checkClock(),
	)
}

func (c *Config) checkListenAddrsAndURLs() error {
	errs := []error{checkAddr("COLLOQUY_ADDR", c.Addr), checkPublicURL(c.PublicURL), checkDatabaseURL(c.DatabaseURL), checkRedis(c.RedisURL), checkBucket("COLLOQUY_MEDIA_URL", c.MediaURL, "the data directory")}
	if c.DataDir == "" {
		errs = append(errs, errors.New("COLLOQUY_DATA_DIR is empty; name a directory, such as ./data"))
	}
	if c.MetricsAddr != "" {
		errs = append(errs, checkAddr("COLLOQUY_METRICS_ADDR", c.MetricsAddr))
		if addrsConflict(c.Addr, c.MetricsAddr) {
			errs = append(errs, fmt.Errorf("COLLOQUY_METRICS_ADDR is the listening address %s; give metrics a port of their own, such as 127.0.0.1:9090", c.Addr))
		}
	}
	return errors.Join(errs...)
}

func (c *Config) checkModels() error {
	errs := []error{checkServerURL("COLLOQUY_LLM_URL", c.LLMURL), checkServerURL("COLLOQUY_LLM_FALLBACK_URL", c.LLMFallbackURL)}
	if c.LLMKey != "" && c.LLMURL == "" {
		errs = append(errs, errors.New("COLLOQUY_LLM_KEY is set but COLLOQUY_LLM_URL is not; say which server the key is for"))
	}
	if (c.LLMFallbackKey != "" || c.LLMFallbackModel != "") && c.LLMFallbackURL == "" {
		errs = append(errs, errors.New("COLLOQUY_LLM_FALLBACK_KEY or _MODEL is set but COLLOQUY_LLM_FALLBACK_URL is not; say which server they are for"))
	}
	if c.AnthropicAPIKey != "" && c.AnthropicModel == "" {
		errs = append(errs, errors.New("COLLOQUY_ANTHROPIC_MODEL is empty; name a model, such as claude-sonnet-4-5"))
	}
	if c.ModelPrompt != "" && !slices.Contains(modelPrompts, c.ModelPrompt) {
		errs = append(errs, fmt.Errorf("COLLOQUY_MODEL_PROMPT is %q; give one of %s", c.ModelPrompt, strings.Join(modelPrompts, ", ")))
	}
	if n := c.LLMContextTokens; n != 0 && (n < minContextTokens || n > maxContextTokens) {
		errs = append(errs, fmt.Errorf("COLLOQUY_LLM_CONTEXT_TOKENS is %d; give the model's context size, %d to %d tokens", n, minContextTokens, maxContextTokens))
	}
	return errors.Join(errs...)
}

func (c *Config) checkModelSearch() error {
	var errs []error
	for _, text := range c.LLMPlaces {
		kind, address, _ := strings.Cut(strings.TrimSpace(text), "=")
		if u, err := url.Parse(address); !slices.Contains(localServerKinds, kind) || err != nil || !isHTTPURL(u) {
			errs = append(errs, fmt.Errorf("COLLOQUY_LLM_PLACES has %q; list places such as ollama=http://127.0.0.1:11434, separated by commas; kinds are %s", text, strings.Join(localServerKinds, ", ")))
		}
	}
	if d := c.LLMFirstPieceTimeout; d != 0 && (d < minFirstPieceTimeout || d > maxFirstPieceTimeout) {
		errs = append(errs, fmt.Errorf("COLLOQUY_LLM_FIRST_PIECE is %s; give a time from %s to %s, such as 15s", d, minFirstPieceTimeout, maxFirstPieceTimeout))
	}
	return errors.Join(errs...)
}

func (c *Config) checkSpending() error {
	var errs []error
	for _, setting := range []struct {
		name  string
		value float64
	}{
		{"COLLOQUY_LLM_TOKENS_PER_USER_DAY", float64(c.LLMTokensPerUserDay)},
		{"COLLOQUY_LLM_TOKENS_PER_NETWORK_DAY", float64(c.LLMTokensPerNetworkDay)},
		{"COLLOQUY_LLM_TOKENS_PER_DAY", float64(c.LLMTokensPerDay)},
		{"COLLOQUY_LLM_MONEY_PER_DAY", c.LLMMoneyPerDay},
		{"COLLOQUY_LLM_PRICE_INPUT", c.LLMPriceInput},
		{"COLLOQUY_LLM_PRICE_OUTPUT", c.LLMPriceOutput},
	} {
		if !(setting.value >= 0 && setting.value <= maxSpending) {
			errs = append(errs, fmt.Errorf("%s is %v; give a number from 0, which means none, to %d", setting.name, setting.value, int64(maxSpending)))
		}
	}
	if c.LLMMoneyPerDay > 0 && c.LLMPriceInput == 0 && c.LLMPriceOutput == 0 {
		errs = append(errs, errors.New("COLLOQUY_LLM_MONEY_PER_DAY is set but COLLOQUY_LLM_PRICE_INPUT and _OUTPUT are not; say what a million tokens cost"))
	}
	return errors.Join(errs...)
}

func (c *Config) checkProxies() error {
	var errs []error
	for _, text := range c.TrustedProxies {
		switch p, err := parseNetwork(text); {
		case err != nil:
			errs = append(errs, fmt.Errorf("COLLOQUY_TRUSTED_PROXIES has %q; list networks such as 10.0.0.0/8, separated by commas", text))
		case p.Bits() == 0:
			errs = append(errs, fmt.Errorf("COLLOQUY_TRUSTED_PROXIES has %q, which trusts everybody; list only your proxies' networks", text))
		}
	}
	return errors.Join(errs...)
}

func checkAddr(env, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("%s is %q; give a host and a port, such as 127.0.0.1:8080", env, addr)
	}
	return nil
}

// addrsConflict reports whether the server cannot listen on both addresses. Port 0 does not
// conflict, because each address gets another free port. An empty host means all hosts.
func addrsConflict(a, b string) bool {
	hostA, portA, errA := net.SplitHostPort(a)
	hostB, portB, errB := net.SplitHostPort(b)
	if errA != nil || errB != nil || portA != portB || portA == "0" {
		return false
	}
	wildcardHosts := []string{"", "0.0.0.0", "::"}
	return strings.EqualFold(hostA, hostB) || slices.Contains(wildcardHosts, hostA) || slices.Contains(wildcardHosts, hostB)
}

func checkPublicURL(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || !isHTTPURL(u):
		return errors.New("COLLOQUY_PUBLIC_URL is no web address; give one that begins with https:// or http://, such as https://chat.example.org")
	case u.User != nil:
		return errors.New("COLLOQUY_PUBLIC_URL has a user name in it; leave it out")
	case strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return fmt.Errorf("COLLOQUY_PUBLIC_URL has something after the host; the program must own the whole host: give %s://%s", u.Scheme, u.Host)
	}
	return nil
}

func checkServerURL(env, text string) error {
	if text == "" {
		return nil
	}
	if u, err := url.Parse(text); err != nil || !isHTTPURL(u) {
		return fmt.Errorf("%s is no web address; give the server's base address, such as http://127.0.0.1:11434/v1", env)
	}
	return nil
}

func isHTTPURL(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

func checkDatabaseURL(s Secret) error {
	text := s.Reveal()
	if text == "" || strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://") {
		return nil
	}
	return errors.New("COLLOQUY_DATABASE_URL does not begin with postgres://; give a PostgreSQL address, or leave it empty for SQLite")
}

// checkBucket checks the address of a bucket. fallback is the part of the error text that names
// what is used without a bucket.
func checkBucket(name string, s Secret, fallback string) error {
	if s == "" {
		return nil
	}
	u, err := url.Parse(s.Reveal())
	if err != nil || u.Scheme != "s3" || u.Hostname() == "" || u.User.Username() == "" || strings.Trim(u.Path, "/") == "" {
		return fmt.Errorf("%s is no bucket; give s3://key:secret@host/bucket?region=us-east-1, with signs such as / in the secret as %%2F, or leave it empty for %s", name, fallback)
	}
	return nil
}

// phonePattern matches a telephone number with its country code, such as +1 (555) 010-0199.
var phonePattern = regexp.MustCompile(`^\+[0-9](?:[ ().-]{0,2}[0-9]){6,14}$`)

func checkPhone(number string) error {
	if number == "" || phonePattern.MatchString(number) {
		return nil
	}
	return errors.New("COLLOQUY_SUPPORT_PHONE is no telephone number; give it with its country code, such as +1 555 010 0199, or leave it empty")
}

func (c *Config) checkMail() error {
	errs := []error{checkEmail("COLLOQUY_SUPPORT_EMAIL", c.SupportEmail), checkPhone(c.SupportPhone)}
	if c.SupportEmail == "" {
		errs = append(errs, errors.New("COLLOQUY_SUPPORT_EMAIL is empty; say who reads the messages of Contact Us"))
	}
	if c.SMTPURL != "" && c.MailFrom == "" {
		errs = append(errs, errors.New("COLLOQUY_SMTP_URL is set but COLLOQUY_MAIL_FROM is not; say whom mail comes from"))
	}
	errs = append(errs, checkMailServer(c.SMTPURL))
	if a, err := mail.ParseAddress(c.MailFrom); c.MailFrom != "" && (err != nil || !hasDottedDomain(a.Address)) {
		errs = append(errs, errors.New("COLLOQUY_MAIL_FROM is no sender; give an address, such as hello@example.org or Colloquy <hello@example.org>"))
	}
	return errors.Join(errs...)
}

// checkSignIn checks the settings of the OpenID Connect provider. An issuer may use http:// only at
// a loopback address. Elsewhere an attacker in the network could sign in as any user.
func (c *Config) checkSignIn() error {
	var errs []error
	if (c.OIDCClientID == "") != (c.OIDCClientSecret == "") {
		errs = append(errs, errors.New("COLLOQUY_OIDC_CLIENT_ID and COLLOQUY_OIDC_CLIENT_SECRET belong together; set both, or none"))
	}
	if c.OIDCClientID == "" {
		return errors.Join(errs...)
	}
	u, err := url.Parse(c.OIDCIssuer)
	switch {
	case err != nil || !isHTTPURL(u) || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		errs = append(errs, errors.New("COLLOQUY_OIDC_ISSUER is no issuer; give its address, such as https://accounts.google.com"))
	case u.Scheme != "https" && !isLoopback(u.Hostname()):
		errs = append(errs, errors.New("COLLOQUY_OIDC_ISSUER begins with http://, where everybody on the way can read and change what it says; give an address with https://"))
	}
	return errors.Join(errs...)
}

func checkMailServer(s Secret) error {
	if s == "" {
		return nil
	}
	if u, err := url.Parse(s.Reveal()); err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return errors.New("COLLOQUY_SMTP_URL is no mail server; give smtp://user:password@host:587 or smtps://, with signs such as @ in the password as %40")
	}
	return nil
}

// checkEmail checks that a text is empty or a bare address with a dot in its domain.
func checkEmail(env, text string) error {
	if text == "" {
		return nil
	}
	if a, err := mail.ParseAddress(text); err != nil || a.Address != text || !hasDottedDomain(text) {
		return fmt.Errorf("%s is no email address; give it bare, such as ada@example.org", env)
	}
	return nil
}

// hasDottedDomain reports whether the domain of an address has a dot inside.
func hasDottedDomain(address string) bool {
	_, domain, _ := strings.Cut(address, "@")
	return strings.Contains(strings.Trim(domain, "."), ".")
}

// checkOneOf checks that a value is allowed.
func checkOneOf(env, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s is %q; choose one of %s", env, value, strings.Join(allowed, ", "))
}
