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

type mailCmd struct {
	Waiting mailWaitingCmd `cmd:"" help:"Print the mails that are not sent yet, when they are tried next, and why they failed before."`
	Failed  mailFailedCmd  `cmd:"" help:"Print the mails that are not tried any more, and why."`
	Retry   mailRetryCmd   `cmd:"" help:"Have a server try all of them at once."`
}

// mailListFlags are the flags of the commands that list mails.
type mailListFlags struct {
	operatorFlags
	Limit int `default:"50" placeholder:"N" help:"How many mails at most."`
}

// check returns an error if the limit is not positive.
func (c *mailListFlags) check() error {
	if c.Limit <= 0 {
		return errors.New("--limit must be more than 0, such as --limit 50")
	}
	return nil
}

type mailWaitingCmd struct{ mailListFlags }

type waitingMailJSON struct {
	CreatedAt time.Time `json:"created_at"`
	To        string    `json:"to"` // shortened
	Kind      string    `json:"kind"`
	Attempts  int       `json:"attempts"`
	NextAt    time.Time `json:"next_attempt_at"`
	Error     string    `json:"error,omitempty"`
}

// Run prints the mails that are not sent yet, with shortened addresses and without subjects.
func (c *mailWaitingCmd) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		list, err := o.WaitingMails(ctx, c.Limit)
		if err != nil {
			return err
		}
		if c.JSON {
			out := make([]waitingMailJSON, len(list))
			for i, m := range list {
				out[i] = waitingMailJSON{m.CreatedAt, m.To, m.Kind, m.AttemptCount, m.NextAt, m.Error}
			}
			return printJSON(os.Stdout, out)
		}
		if len(list) == 0 {
			_, err = fmt.Println("No mail waits.")
			return err
		}
		return printTable(os.Stdout, "WHEN (UTC)\tTO\tKIND\tATTEMPTS\tNEXT ATTEMPT\tLAST ERROR", list, func(m app.WaitingMail) string {
			return strings.Join([]string{m.CreatedAt.Format(time.DateTime), terminalLine(m.To), terminalLine(m.Kind), strconv.Itoa(m.AttemptCount), m.NextAt.Format(time.DateTime), cmp.Or(terminalLine(m.Error), "-")}, "\t")
		})
	})
}

type mailFailedCmd struct{ mailListFlags }

type failedMailJSON struct {
	CreatedAt time.Time `json:"created_at"`
	Attempts  int       `json:"attempts"`
	Error     string    `json:"error"`
}

// Run prints the mails that are not tried any more, without their addresses.
func (c *mailFailedCmd) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		list, err := o.FailedMails(ctx, c.Limit)
		if err != nil {
			return err
		}
		if c.JSON {
			out := make([]failedMailJSON, len(list))
			for i, m := range list {
				out[i] = failedMailJSON{m.CreatedAt, m.AttemptCount, m.Error}
			}
			return printJSON(os.Stdout, out)
		}
		if len(list) == 0 {
			_, err = fmt.Println("No mail has failed for good.")
			return err
		}
		return printTable(os.Stdout, "WHEN (UTC)\tATTEMPTS\tERROR", list, func(m app.FailedMail) string {
			return strings.Join([]string{m.CreatedAt.Format(time.DateTime), strconv.Itoa(m.AttemptCount), terminalLine(m.Error)}, "\t")
		})
	})
}

type mailRetryCmd struct{ operatorFlags }

type retriedMailsJSON struct {
	MadeDueCount int `json:"mails"` // mails that the command has made due
	DueSoonCount int `json:"soon"`  // mails that are being sent, or are due within minutes anyway
}

// Run makes the failed and waiting mails due, so that a running server sends the mails.
func (c *mailRetryCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		r, err := o.RetryMails(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(os.Stdout, retriedMailsJSON{r.Due, r.Soon})
		}
		text := fmt.Sprintf("A running server tries %d mails again within seconds.", r.Due)
		if r.Soon > 0 {
			text += fmt.Sprintf(" Being sent now, or tried within 5 minutes anyway: %d.", r.Soon)
		}
		_, err = fmt.Println(text)
		return err
	})
}
