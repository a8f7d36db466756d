package accounts

import (
	"context"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/email/mailaddr"
	"colloquy/internal/storage"
)

// maxEmailLength is the length of an address in code points. Rule accounts-email.
const maxEmailLength = 100

// emailKey returns the unique key of an address: trimmed, in NFC, in lower case,
// with the domain in Punycode. Rule accounts-email-one-account.
func emailKey(address string) string {
	key := legacyEmailKey(address)
	local, domain, ok := cutLast(key, "@")
	if !ok {
		return key
	}
	return local + "@" + mailaddr.ASCIIDomain(domain)
}

// legacyEmailKey returns the unique key of an address as older versions made it: like
// emailKey, but with the domain as it was typed. Some accounts still have such a key
// (updateEmailKeys).
func legacyEmailKey(address string) string {
	return strings.ToLower(norm.NFC.String(strings.TrimSpace(address)))
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// checkEmail returns the text to show at the email field, or "" if the address is
// valid. Rule accounts-email.
func checkEmail(text string) string {
	switch text = strings.TrimSpace(text); {
	case text == "":
		return "Email is required"
	case utf8.RuneCountInString(text) > maxEmailLength:
		return "Email can have at most 100 characters"
	case !mailaddr.Valid(text):
		return "Please enter a valid email address"
	}
	return ""
}

// updateEmailKeys replaces the keys that older versions made with legacyEmailKey. An
// account keeps its old key if another account has the new one; it then signs in
// with its own spelling of the domain.
func (s *Service) updateEmailKeys(ctx context.Context) error {
	list, err := s.store.nonASCIIKeys(ctx)
	if err != nil {
		return err
	}
	for _, u := range list {
		key := emailKey(u.key)
		if key == u.key {
			continue
		}
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.replaceKey(ctx, tx, u.id, u.key, key) })
		if err != nil && !storage.IsUnique(err) {
			return err
		}
	}
	return nil
}
