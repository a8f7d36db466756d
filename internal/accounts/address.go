package accounts

import (
	"context"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/core/plain"
	"colloquy/internal/email/mailaddr"
	"colloquy/internal/storage"
)

// maxEmailLength is the largest length of an address in code points. Rule accounts-email.
const maxEmailLength = 100

// emailKey returns the key by which accounts are unique: the address without spaces around
// it, in NFC, in lower case, with the domain in Punycode. Rule accounts-email-one-account.
func emailKey(address string) string {
	key := legacyEmailKey(address)
	localPart, domain, ok := plain.CutLast(key, "@")
	if !ok {
		return key
	}
	return localPart + "@" + mailaddr.ASCIIDomain(domain)
}

// legacyEmailKey returns the key that older versions stored for an address: like emailKey,
// but with the domain as it was typed. updateEmailKeys cannot replace all of these keys.
func legacyEmailKey(address string) string {
	return strings.ToLower(norm.NFC.String(strings.TrimSpace(address)))
}

// emailFieldFault returns the text to show at the email field, or "" if the address is
// valid. Rules accounts-email, accounts-reset-fields.
func emailFieldFault(text string) string {
	switch text = strings.TrimSpace(text); {
	case text == "":
		return "Email is required"
	case utf8.RuneCountInString(text) > maxEmailLength:
		return "Email can have at most 100 characters"
	case !mailaddr.IsValid(text):
		return "Please enter a valid email address"
	}
	return ""
}

// updateEmailKeys replaces the keys that older versions made with legacyEmailKey. If another
// account has the new key, the old key stays. The user of the old key must then type the domain as
// at the registration.
func (s *Service) updateEmailKeys(ctx context.Context) error {
	list, err := s.store.nonASCIIEmailKeys(ctx)
	if err != nil {
		return err
	}
	for _, u := range list {
		key := emailKey(u.key)
		if key == u.key {
			continue
		}
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.replaceEmailKey(ctx, tx, u.id, u.key, key) })
		if err != nil && !storage.IsUniqueViolation(err) {
			return err
		}
	}
	return nil
}
