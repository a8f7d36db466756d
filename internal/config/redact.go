package config

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
)

// Redacted returns all settings that are not empty, by flag name, for the log. It replaces secrets
// and email addresses with "set". It removes the user and the query from URLs. Rule operations-config.
func (c Config) Redacted() []slog.Attr {
	v, t := reflect.ValueOf(c), reflect.TypeFor[Config]()
	var attrs []slog.Attr
	for i := range t.NumField() {
		if v.Field(i).IsZero() {
			continue
		}
		if text := redact(v.Field(i).Interface()); text != "" {
			attrs = append(attrs, slog.String(t.Field(i).Tag.Get("name"), text))
		}
	}
	return attrs
}

func redact(value any) string {
	switch v := value.(type) {
	case Secret:
		return v.String()
	case []string:
		list := make([]string, len(v))
		for i, text := range v {
			list[i] = redactText(text)
		}
		return strings.Join(list, ",")
	case string:
		return redactText(v)
	default:
		return fmt.Sprint(v)
	}
}

// redactText redacts every text that looks like a URL or an email address, so that
// it also covers new settings.
func redactText(text string) string {
	if strings.Contains(text, "://") {
		u, err := url.Parse(text)
		if err != nil {
			return maskedText
		}
		return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
	}
	if strings.Contains(text, "@") {
		return maskedText
	}
	return text
}

// String returns the settings of Redacted.
func (c Config) String() string {
	var b strings.Builder
	for i, a := range c.Redacted() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(a.Key + "=" + a.Value.String())
	}
	return b.String()
}

// Format prints String for every verb.
func (c Config) Format(f fmt.State, _ rune) { io.WriteString(f, c.String()) }

// LogValue returns the settings of Redacted.
func (c Config) LogValue() slog.Value { return slog.GroupValue(c.Redacted()...) }
