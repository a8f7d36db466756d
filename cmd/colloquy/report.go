package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/core"
)

type commentCmd struct {
	Remove commentRemoveCmd `cmd:"" help:"Remove a comment as its author could; replies stay below an empty place."`
}

type commentRemoveCmd struct {
	operatorFlags
	ID string `arg:"" help:"Id of the comment, as colloquy report list prints it."`
}

// Run removes the comment.
func (c *commentRemoveCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		err := o.RemoveComment(ctx, c.ID)
		switch {
		case core.KindOf(err) == core.NotFound:
			return fmt.Errorf("no comment has the id %q, or it is removed already", c.ID)
		case err != nil:
			return err
		case c.JSON:
			return printJSON(os.Stdout, map[string]string{"removed": c.ID})
		}
		_, err = fmt.Println("The comment is removed.")
		return err
	})
}

type reportCmd struct {
	List   reportListCmd   `cmd:"" help:"Print the newest reports of comments and replies, with their texts."`
	Settle reportSettleCmd `cmd:"" help:"Delete a report once the matter is settled."`
}

type reportListCmd struct {
	operatorFlags
	Limit int `default:"50" placeholder:"N" help:"How many reports at most."`
}

type reportJSON struct {
	Ticket      string    `json:"ticket"`
	CommentID   string    `json:"comment_id,omitempty"`
	CharacterID int       `json:"character_id,omitempty"` // only of a report of a reply
	Reason      string    `json:"reason"`
	Text        string    `json:"text"`
	CreatedAt   time.Time `json:"created_at"`
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
				out[i] = reportJSON{r.Ticket, r.CommentID, r.CharacterID, r.Reason, r.Body, r.CreatedAt}
			}
			return printJSON(os.Stdout, out)
		}
		if len(list) == 0 {
			_, err = fmt.Println("There is no report.")
			return err
		}
		return printTable(os.Stdout, "WHEN (UTC)\tTICKET\tOF\tREASON\tTEXT", list, func(r app.Report) string {
			of := "comment " + r.CommentID
			if r.CommentID == "" {
				of = "reply of character " + strconv.Itoa(r.CharacterID)
			}
			return strings.Join([]string{r.CreatedAt.Format(time.DateTime), r.Ticket, of, terminalLine(r.Reason), terminalLine(r.Body)}, "\t")
		})
	})
}

// terminalLine returns a user's text as one line, with spaces instead of control characters,
// which a terminal would execute.
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

// Run deletes the report.
func (c *reportSettleCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		found, err := o.SettleReport(ctx, c.Ticket)
		switch {
		case err != nil:
			return err
		case !found:
			return fmt.Errorf("no report has the ticket %q", c.Ticket)
		case c.JSON:
			return printJSON(os.Stdout, map[string]string{"settled": c.Ticket})
		}
		_, err = fmt.Println("The report is deleted.")
		return err
	})
}
