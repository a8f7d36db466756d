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
	// actMailGap is the shortest time between two mails about the same comment.
	actMailGap = 24 * time.Hour
	// actMailsPerDay is the most mails about comments that a user gets a day.
	actMailsPerDay = 20
)

// mailTopicsByGroup says what the mails of each group are about.
var mailTopicsByGroup = map[Group]string{
	CharacterUpdates: "characters", Interactions: "likes and replies",
	Promotions: "promotions", Newsletter: "new articles",
}

// mailer mails notices. It stores each mail as a durable job in the transaction of the notice.
type mailer struct {
	mail    Mail
	limits  Limits
	baseURL string
	secret  []byte // signs the links that stop mail
}

// enqueueMail enqueues the mail of a notice, once for each id. It does nothing if the address is
// unconfirmed or invalid. Some accounts from older versions have invalid addresses. Rules
// notifications-mail, notifications-unsubscribe.
func (m *mailer) enqueueMail(ctx context.Context, tx storage.Querier, to mailAddressee, g Group, id string, n storedNotice) error {
	if !to.isEmailVerified || !mailaddr.IsValid(to.email) {
		return nil
	}
	link := m.unsubscribeLinks(to.id, g)
	letter := email.Letter{
		Heading: n.title, Intro: []string{n.message},
		Outro: []string{"You get this mail because you chose mail about " + mailTopicsByGroup[g] + "."}, UnsubscribeURL: link.Page,
	}
	if n.actionURL != "" {
		letter.Button = email.Button{Label: n.actionText, URL: m.baseURL + n.actionURL}
	}
	storage.AfterCommit(tx, m.mail.Wake)
	return m.mail.Enqueue(ctx, tx, "notice-"+id, letter.FillMessage(email.Message{To: to.email, Subject: n.title, Kind: "notice", OneClickUnsubscribeURL: link.OneClick}))
}

// mailActNotice mails a notice about a like or reply. It sends no mail if the user got one about
// this comment within actMailGap. It also sends none after actMailsPerDay mails about comments
// within a day. Rule notifications-mail-limits.
func (w Writer) mailActNotice(ctx context.Context, tx storage.Querier, n storedNotice) error {
	to, found, err := w.store.readMailAddressee(ctx, tx, n.userID)
	if err != nil || !found || !to.isEmailVerified {
		return err
	}
	_, err = w.mails.limits.TakeInTx(ctx, tx,
		limits.Spaced("notice-mail-comment "+n.userID+" "+n.objectID, actMailGap),
		limits.Limit{Key: "notice-mail " + n.userID, N: actMailsPerDay, Period: 24 * time.Hour})
	if _, full := limits.WaitOfFullError(err); full {
		return nil
	}
	if err != nil {
		return err
	}
	return w.mails.enqueueMail(ctx, tx, to, Interactions, n.id, n)
}
