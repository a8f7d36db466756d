package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"colloquy/internal/app"
	"colloquy/internal/core"
	"colloquy/internal/notices"
)

type notifyCmd struct {
	operatorFlags
	Title   string `arg:"" help:"One line, at most 80 characters."`
	Message string `arg:"" help:"One line, at most 500 characters."`
	URL     string `name:"url" placeholder:"PATH" help:"Where the notice leads: a path on this site, such as /feeds."`
}

// Run stores the promotion. A running server then sends a notice to all users who want
// promotions.
func (c *notifyCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		if err := o.SendPromotion(ctx, notices.Promotion{Title: c.Title, Message: c.Message, Path: c.URL}); err != nil {
			return explainNotifyError(err)
		}
		if c.JSON {
			return printJSON(os.Stdout, map[string]bool{"accepted": true})
		}
		_, err := fmt.Println("The server tells everybody who wants promotions, within minutes.")
		return err
	})
}

// explainNotifyError returns an error that says why the promotion was refused. Rule
// notifications-promotions.
func explainNotifyError(err error) error {
	if soon, is := errors.AsType[*notices.TooSoonError](err); is {
		return fmt.Errorf("a promotion was sent less than a month ago: the next one is possible on %s UTC", soon.Next.UTC().Format("2 January 2006 at 15:04"))
	}
	if refusal, is := errors.AsType[*core.Error](err); is && refusal.Kind == core.Invalid {
		return errors.New(refusal.Msg)
	}
	return err
}
