package accounts

import (
	"context"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/email/mailaddr"
	"colloquy/internal/storage"
)

// emailKey is what makes an address one account: trimmed, in NFC, without case,
// with the domain as DNS spells it.
func emailKey(address string) string {
	key := plainKey(address)
	local, domain, ok := cutLast(key, "@")
	if !ok {
		return key
	}
	return local + "@" + mailaddr.ASCIIDomain(domain)
}

// plainKey is the key without regard to the spelling of the domain. Two
// accounts that were made when it was the key keep theirs (rekey).
func plainKey(address string) string {
	return strings.ToLower(norm.NFC.String(strings.TrimSpace(address)))
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// checkEmail returns the text to show beside the field; empty if all is well.
func checkEmail(text string) string {
	switch text = strings.TrimSpace(text); {
	case text == "":
		return "Email is required"
	case utf8.RuneCountInString(text) > maxEmail:
		return "Email can have at most 100 characters"
	case !mailaddr.Valid(text):
		return "Please enter a valid email address"
	}
	return ""
}

// rekey gives accounts that were made before the spelling of domains counted
// the key that emailKey makes now. Where another account has that key already,
// both keep what they have, and each signs in with its own spelling.
func (s *Service) rekey(ctx context.Context) error {
	list, err := s.store.wideKeys(ctx)
	if err != nil {
		return err
	}
	for _, u := range list {
		key := emailKey(u.key)
		if key == u.key {
			continue
		}
		err := s.DB.Write(ctx, func(tx storage.Querier) error { return s.store.setKey(ctx, tx, u.id, u.key, key) })
		if err != nil && !storage.IsUnique(err) {
			return err
		}
	}
	return nil
}
