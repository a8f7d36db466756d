package app

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/chat"
	"colloquy/internal/social"
	"colloquy/internal/storage"
)

// Report is a user's report of a comment or of a character's reply. CommentID is empty if a
// character's reply is reported.
type Report struct {
	Ticket        string
	CommentID     string
	AuthorEmail   string // email address of the reported comment's author; empty if the author's account was deleted
	CharacterID   int    // 0 if the comment is gone
	CharacterName string // name; empty if the comment or the character is gone
	ReportedText  string // text of the comment or reply at the time of the report
	Reason        string
	CreatedAt     time.Time
	authorID      string
}

func reportOfComment(r social.Report) Report {
	return Report{Ticket: r.Ticket, CommentID: r.CommentID, CharacterID: r.CharacterID, ReportedText: r.CommentText, Reason: r.Reason, CreatedAt: r.CreatedAt, authorID: r.AuthorID}
}

func reportOfReply(r chat.ReplyReport) Report {
	return Report{Ticket: r.Ticket, CharacterID: r.CharacterID, ReportedText: r.ReplyText, Reason: r.Reason, CreatedAt: r.CreatedAt}
}

// Reports returns the newest reports of comments and replies, at most limit. The audit log
// records the call. Rule operations-moderation.
func (o *Operator) Reports(ctx context.Context, limit int) (out []Report, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) error {
		out = nil
		comments, err := o.social.Reports(ctx, tx, limit)
		if err != nil {
			return err
		}
		for _, r := range comments {
			out = append(out, reportOfComment(r))
		}
		replies, err := chat.ReplyReports(ctx, tx, limit)
		if err != nil {
			return err
		}
		for _, r := range replies {
			out = append(out, reportOfReply(r))
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.ReportsListed, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor})
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b Report) int { return b.CreatedAt.Compare(a.CreatedAt) })
	out = out[:min(len(out), limit)]
	return out, o.fillReportNames(ctx, out)
}

// Report returns the report with a ticket, and whether there is one. The audit log records
// the call, because the text may be private.
func (o *Operator) Report(ctx context.Context, ticket string) (out Report, found bool, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) error {
		comment, isComment, err := o.social.Report(ctx, tx, ticket)
		if err != nil {
			return err
		}
		out, found = reportOfComment(comment), isComment
		if !found {
			var reply chat.ReplyReport
			if reply, found, err = chat.ReplyReportByTicket(ctx, tx, ticket); err != nil || !found {
				return err
			}
			out = reportOfReply(reply)
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.ReportShown, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor, Detail: ticket})
	})
	if err != nil || !found {
		return Report{}, false, err
	}
	reports := []Report{out}
	err = o.fillReportNames(ctx, reports)
	return reports[0], true, err
}

// fillReportNames sets the addresses of the authors and the names of the characters.
func (o *Operator) fillReportNames(ctx context.Context, list []Report) error {
	var authors []string
	var characters []int
	for _, r := range list {
		authors, characters = append(authors, r.authorID), append(characters, r.CharacterID)
	}
	addresses, err := o.EmailsByUserID(ctx, authors)
	if err != nil {
		return err
	}
	foundCharacters, err := o.catalogue.FindWithoutPersonas(ctx, characters)
	if err != nil {
		return err
	}
	nameByCharacter := map[int]string{}
	for _, c := range foundCharacters {
		nameByCharacter[c.CharacterID] = c.Name
	}
	for i, r := range list {
		list[i].AuthorEmail, list[i].CharacterName = addresses[r.authorID], nameByCharacter[r.CharacterID]
	}
	return nil
}

// SettleReport deletes a report by its ticket, and reports whether there was one. The audit
// log records the call.
func (o *Operator) SettleReport(ctx context.Context, ticket string) (found bool, err error) {
	err = o.db.Write(ctx, func(tx storage.Querier) (err error) {
		if found, err = o.social.SettleReport(ctx, tx, ticket); err == nil && !found {
			found, err = chat.SettleReplyReport(ctx, tx, ticket)
		}
		if err != nil || !found {
			return err
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.ReportSettled, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor, Detail: ticket})
	})
	return found, err
}

// RemoveComment deletes a comment in the way that its author could delete it. The audit log
// records the call. The error is of kind core.NotFound for an unknown id.
func (o *Operator) RemoveComment(ctx context.Context, id string) error {
	return o.db.Write(ctx, func(tx storage.Querier) error {
		if err := o.social.RemoveComment(ctx, tx, id); err != nil {
			return err
		}
		return o.audit.Write(ctx, tx, audit.Event{Name: audit.CommentRemoved, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor, Detail: id})
	})
}
