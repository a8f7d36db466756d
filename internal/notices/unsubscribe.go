package notices

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
)

// Unsubscribe has the addresses that stop the mail of a group: Page for people, OneClick
// for mail programs (RFC 8058). Both are empty if the Writer sends no mail.
type Unsubscribe struct{ Page, OneClick string }

// linkGroups has the groups in the order of their numbers in tokens, which must not
// change: mails that are sent have them.
var linkGroups = []Group{CharacterUpdates, Interactions, Promotions, Newsletter}

// macBytes is the length of the signature at the beginning of a token.
const macBytes = 16

// Unsubscribe returns the addresses that stop the mail of a group to a user.
func (w Writer) Unsubscribe(userID string, g Group) Unsubscribe {
	if w.mails == nil {
		return Unsubscribe{}
	}
	return w.mails.unsubscribe(userID, g)
}

func (m *mailer) unsubscribe(userID string, g Group) Unsubscribe {
	token := m.token(userID, g)
	return Unsubscribe{Page: m.baseURL + "/#unsubscribe=" + token, OneClick: m.baseURL + "/api/unsubscribe/" + token}
}

// token returns the token of a user and group: a signature, the number of the group, and
// the user. It works as long as the installation keeps its secret.
func (m *mailer) token(userID string, g Group) string {
	content := append([]byte{byte(slices.Index(linkGroups, g))}, userID...)
	return base64.RawURLEncoding.EncodeToString(append(m.sign(content), content...))
}

func (m *mailer) sign(content []byte) []byte {
	mac := hmac.New(sha256.New, m.secret)
	mac.Write(content)
	return mac.Sum(nil)[:macBytes]
}

// StopMail switches the mail of a group off for the user of a token, and returns the
// group. A repetition changes nothing, and neither does the token of a deleted account.
// The error of an unknown token is errBadLink. Rule notifications-unsubscribe.
func (s *Service) StopMail(ctx context.Context, token string) (Group, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) <= macBytes+1 {
		return "", errBadLink
	}
	content := b[macBytes:]
	if !hmac.Equal(b[:macBytes], s.mails.sign(content)) || int(content[0]) >= len(linkGroups) {
		return "", errBadLink
	}
	g := linkGroups[content[0]]
	return g, s.deps.Settings.StopMail(ctx, string(content[1:]), string(g))
}
