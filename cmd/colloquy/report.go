package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/app"
)

type reportCmd struct {
	List   reportListCmd   `cmd:"" help:"Print the newest reports of comments and replies, without their texts."`
	Show   reportShowCmd   `cmd:"" help:"Print a report with the text of the comment or reply."`
	Settle reportSettleCmd `cmd:"" help:"Delete a report once the matter is settled."`
}

type reportListCmd struct {
	operatorFlags
	Limit int `default:"50" placeholder:"N" help:"How many reports at most."`
}

// reportJSON is a report. Only the command show prints the text.
type reportJSON struct {
	Ticket        string    `json:"ticket"`
	CommentID     string    `json:"comment_id,omitempty"`   // empty unless a comment was reported
	AuthorEmail   string    `json:"author_email,omitempty"` // author of the reported comment; empty if the author has no account
	CharacterID   int       `json:"character_id,omitempty"`
	CharacterName string    `json:"character,omitempty"`
	Reason        string    `json:"reason"`
	Text          string    `json:"text,omitempty"`
	CreatedAt     time.Time `json:"created_at"`
}

func toReportJSON(r app.Report) reportJSON {
	return reportJSON{Ticket: r.Ticket, CommentID: r.CommentID, AuthorEmail: r.AuthorEmail, CharacterID: r.CharacterID, CharacterName: r.CharacterName, Reason: r.Reason, CreatedAt: r.CreatedAt}
}

// Run prints the reports.
func (c *reportListCmd) Run(ctx context.Context) error {
	if c.Limit <= 0 {
		return errors.New("--limit must be more than 0, such as --limit 50")
	}
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		list, err := o.Reports(ctx, c.Limit)
		if err != nil {
			return err
		}
		if c.JSON {
			out := make([]reportJSON, len(list))
			for i, r := range list {
				out[i] = toReportJSON(r)
			}
			return printJSON(os.Stdout, out)
		}
		if len(list) == 0 {
			_, err = fmt.Println("There is no report.")
			return err
		}
		return printTable(os.Stdout, "WHEN (UTC)\tTICKET\tOF\tAUTHOR\tCHARACTER\tREASON", list, func(r app.Report) string {
			return strings.Join([]string{r.CreatedAt.Format(time.DateTime), r.Ticket, reportedThing(r), reportedAuthor(r), reportedCharacter(r), terminalLine(r.Reason)}, "\t")
		})
	})
}

// reportedThing returns "comment" with its id, or "reply".
func reportedThing(r app.Report) string {
	if r.CommentID == "" {
		return "reply"
	}
	return "comment " + r.CommentID
}

// reportedAuthor returns who wrote the reported text. A reply is written by its character.
func reportedAuthor(r app.Report) string {
	if r.CommentID == "" {
		return "the character"
	}
	return cmp.Or(terminalLine(r.AuthorEmail), "a deleted account")
}

// reportedCharacter returns the character that wrote the reply, or the character whose page has the
// comment.
func reportedCharacter(r app.Report) string {
	switch {
	case r.CharacterName != "":
		return terminalLine(r.CharacterName)
	case r.CharacterID != 0:
		return strconv.Itoa(r.CharacterID)
	}
	return "unknown: the comment is gone"
}

type reportShowCmd struct {
	operatorFlags
	Ticket string `arg:"" help:"Ticket of the report."`
}

// Run prints the report with its text.
func (c *reportShowCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		r, found, err := o.Report(ctx, c.Ticket)
		switch {
		case err != nil:
			return err
		case !found:
			return unknownTicketError(c.Ticket)
		case c.JSON:
			out := toReportJSON(r)
			out.Text = r.ReportedText
			return printJSON(os.Stdout, out)
		}
		for _, line := range [][2]string{
			{"ticket", r.Ticket},
			{"when", r.CreatedAt.Format(time.DateTime) + " UTC"},
			{"of", reportedThing(r)},
			{"author", reportedAuthor(r)},
			{"character", reportedCharacter(r)},
			{"reason", terminalLine(r.Reason)},
			{"text", terminalLine(r.ReportedText)},
		} {
			if _, err := fmt.Printf("%-10s %s\n", line[0], line[1]); err != nil {
				return err
			}
		}
		return nil
	})
}

func unknownTicketError(ticket string) error {
	return fmt.Errorf("no report has the ticket %q", ticket)
}

// terminalLine returns a user's text as one line, with spaces instead of control characters,
// which a terminal would execute (rule operations-moderation).
func terminalLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
}

type reportSettleCmd struct {
	operatorFlags
	Ticket string `arg:"" help:"Ticket of the report."`
}

// Run settles the report. A settled report is deleted.
func (c *reportSettleCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		isFound, err := o.SettleReport(ctx, c.Ticket)
		switch {
		case err != nil:
			return err
		case !isFound:
			return unknownTicketError(c.Ticket)
		case c.JSON:
			return printJSON(os.Stdout, map[string]string{"settled": c.Ticket})
		}
		_, err = fmt.Println("The report is deleted.")
		return err
	})
}
