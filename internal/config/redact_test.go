package config_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/config"
)

func configWithSecrets() config.Config {
	return config.Config{
		Addr: ":8080", PublicURL: "https://chat.example", DataDir: "./data",
		DatabaseURL: "postgres://user:canary@db/x", LLMURL: "http://user:canary@llm:1/v1?key=canary#canary",
		LLMKey: "canary", AnthropicAPIKey: "canary", AnthropicModel: "m",
		LLMFallbackURL: "http://canary:canary@[::1/v1", LLMFallbackKey: "canary",
		TrustedProxies: []string{"10.0.0.0/8", "::1"}, LLMContextTokens: 8192, SupportEmail: "canary@example.org",
	}
}

func TestRedactedHidesSecretsAndAddresses(t *testing.T) {
	want := "addr=:8080 public-url=https://chat.example data-dir=./data database-url=set llm-url=http://llm:1/v1 " +
		"llm-key=set llm-context-tokens=8192 anthropic-api-key=set anthropic-model=m llm-fallback-url=set " +
		"llm-fallback-key=set support-email=set trusted-proxies=10.0.0.0/8,::1"
	if diff := cmp.Diff(want, configWithSecrets().String()); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
}

func TestAllSecretFieldsAreMasked(t *testing.T) {
	var c config.Config
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if v.Field(i).Type() == reflect.TypeFor[config.Secret]() {
			v.Field(i).SetString("canary")
		}
	}
	if got := c.String(); strings.Contains(got, "canary") || strings.Count(got, "=set") != 16 {
		t.Errorf("String = %q, want sixteen masked secrets", got)
	}
}

func TestFmtMasksSecrets(t *testing.T) {
	c := configWithSecrets()
	configInStruct := struct {
		config.Config
		Other config.Secret
	}{c, "canary"}
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		for _, value := range []any{c, &c, configInStruct, c.LLMKey, []config.Secret{"canary"}, map[string]config.Secret{"k": "canary"}, struct{ S config.Secret }{"canary"}} {
			fmt.Fprintf(&out, verb+"\n", value)
		}
	}
	fmt.Fprintln(&out, c.Redacted(), c.LLMKey, fmt.Errorf("with %v", c))
	hex := fmt.Sprintf("%x", "canary")
	if got := out.String(); strings.Contains(got, "canary") || strings.Contains(got, hex) {
		t.Errorf("a print shows a secret:\n%s", got)
	}
}

func TestSlogAndJSONMaskSecrets(t *testing.T) {
	c := configWithSecrets()
	var buf bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&buf, nil), slog.NewJSONHandler(&buf, nil)} {
		slog.New(h).Info("settings", "config", c, "pointer", &c, "key", c.LLMKey, "list", []config.Secret{"canary"})
	}
	b, err := json.Marshal(struct{ Key config.Secret }{"canary"})
	if err != nil || string(b) != `{"Key":"set"}` {
		t.Errorf("JSON %s, %v", b, err)
	}
	if strings.Contains(buf.String(), "canary") {
		t.Errorf("a log shows a secret:\n%s", buf.String())
	}
}

func TestOnlyRevealReturnsTheSecret(t *testing.T) {
	if s := config.Secret("x"); s.Reveal() != "x" || s.String() != "set" || config.Secret("").String() != "" {
		t.Error("Reveal must give the text, String only whether there is one")
	}
}
