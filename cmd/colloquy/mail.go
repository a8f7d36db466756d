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
)

type mailCmd struct {
	Failed mailFailedCmd `cmd:"" help:"Print the mails that are not tried any more, and why."`
	Retry  mailRetryCmd  `cmd:"" help:"Have a server try them again."`
}

type mailFailedCmd struct {
	operatorFlags
	Limit int `default:"50" placeholder:"N" help:"How many mails at most."`
}

type failedMailJSON struct {
	CreatedAt time.Time `json:"created_at"`
	Attempts  int       `json:"attempts"`
	Error     string    `json:"error"`
}

// Run prints the mails that are not tried any more, without their addresses.
func (c *mailFailedCmd) Run(ctx context.Context) error {
	if c.Limit <= 0 {
		return errors.New("--limit must be more than 0, such as --limit 50")
	}
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		list, err := o.FailedMails(ctx, c.Limit)
		if err != nil {
			return err
		}
		if c.JSON {
			out := make([]failedMailJSON, len(list))
			for i, m := range list {
				out[i] = failedMailJSON{m.CreatedAt, m.Attempts, m.Error}
			}
			return printJSON(os.Stdout, out)
		}
		if len(list) == 0 {
			_, err = fmt.Println("No mail has failed for good.")
			return err
		}
		return printTable(os.Stdout, "WHEN (UTC)\tATTEMPTS\tERROR", list, func(m app.FailedMail) string {
			return strings.Join([]string{m.CreatedAt.Format(time.DateTime), strconv.Itoa(m.Attempts), terminalLine(m.Error)}, "\t")
		})
	})
}

type mailRetryCmd struct{ operatorFlags }

// Run queues the failed mails again, for a running server to send.
func (c *mailRetryCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		n, err := o.RetryMails(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(os.Stdout, map[string]int{"mails": n})
		}
		_, err = fmt.Printf("A running server tries %d mails again within seconds.\n", n)
		return err
	})
}
