package notices

import (
	"context"
	"time"

	"colloquy/internal/email"
	"colloquy/internal/email/mailaddr"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

const (
	// actMailGap is the least time between two mails about one comment.
	actMailGap = 24 * time.Hour
	// actMailsPerDay bounds the mails to a user about all comments.
	actMailsPerDay = 20
)

// groupTexts says what the mails of each group are about.
var groupTexts = map[Group]string{
	CharacterUpdates: "characters", Interactions: "likes and replies",
	Promotions: "promotions", Newsletter: "new articles",
}

// mailer mails notices. Its mails wait as durable jobs in the transaction of the notice.
type mailer struct {
	mail    Mail
	limits  Limits
	baseURL string
	secret  []byte // of the links that stop mail
}

// send enqueues the mail of a notice, once for an id. It does nothing if the address is
// not confirmed, or if no mail can be sent to it, which accounts of older versions may
// have. Rules notifications-mail, notifications-unsubscribe.
func (m *mailer) send(ctx context.Context, tx storage.Querier, to contact, g Group, id string, n storedNotice) error {
	if !to.verified || !mailaddr.Valid(to.email) {
		return nil
	}
	link := m.unsubscribe(to.id, g)
	letter := email.Letter{
		Heading: n.title, Intro: []string{n.message},
		Outro: []string{"You get this mail because you chose mail about " + groupTexts[g] + "."}, Stop: link.Page,
	}
	if n.actionURL != "" {
		letter.Button = email.Button{Label: n.actionText, URL: m.baseURL + n.actionURL}
	}
	storage.AfterCommit(tx, m.mail.Kick)
	return m.mail.Enqueue(ctx, tx, "notice-"+id, letter.Fill(email.Message{To: to.email, Subject: n.title, Unsubscribe: link.OneClick}))
}

// mailAct mails what a user did with a comment, unless a mail about this comment was sent
// within actMailGap, or actMailsPerDay about others. Rule notifications-mail-limits.
func (w Writer) mailAct(ctx context.Context, tx storage.Querier, n storedNotice) error {
	to, found, err := w.store.contact(ctx, tx, n.userID)
	if err != nil || !found || !to.verified {
		return err
	}
	for _, l := range []limits.Limit{
		limits.Spaced("notice-mail-comment "+n.userID+" "+n.objectID, actMailGap),
		{Key: "notice-mail " + n.userID, N: actMailsPerDay, Per: 24 * time.Hour},
	} {
		// A limit that is full has changed nothing, so the transaction can go on.
		if _, err := w.mails.limits.TakeIn(ctx, tx, l); err != nil {
			if _, full := limits.Full(err); full {
				return nil
			}
			return err
		}
	}
	return w.mails.send(ctx, tx, to, Interactions, n.id, n)
}
