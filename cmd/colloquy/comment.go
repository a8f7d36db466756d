package main

import (
	"context"
	"fmt"
	"os"

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
