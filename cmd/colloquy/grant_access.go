package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/core"
)

type grantAccessCmd struct {
	operatorFlags
	Email     string `arg:"" help:"Address of the account."`
	Character string `arg:"" help:"Id, slug or character_id of a character, or all."`
	Days      int    `arg:"" help:"1 to 3660."`
}

// Run gives the account access to the character, and prints when the access ends.
func (c *grantAccessCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		access, err := o.GrantAccess(ctx, c.Email, c.Character, c.Days)
		if err != nil {
			return c.explainAccessError(err)
		}
		if c.JSON {
			return printJSON(os.Stdout, accessJSON{toUserJSON(access.User), access.CharacterID, access.Name, access.Until})
		}
		_, err = fmt.Printf("%s is open for %s until %s UTC.\n", cmp.Or(access.Name, "Every character"), access.User.Email, access.Until.Format("2006-01-02 15:04"))
		return err
	})
}

type accessJSON struct {
	User        userJSON  `json:"user"`
	CharacterID int       `json:"character_id"` // 0: every character
	Character   string    `json:"character"`
	Until       time.Time `json:"expiry_at"`
}

// explainAccessError returns an error that says why no access was given.
func (c *grantAccessCmd) explainAccessError(err error) error {
	var refusal *core.Error
	switch {
	case errors.Is(err, app.ErrNoCharacter):
		return fmt.Errorf("no character has the id, slug or character_id %q: the slug is the end of the address of its chat; name all for every character", c.Character)
	case errors.Is(err, app.ErrFreeCharacter):
		return fmt.Errorf("the character %q is free: everybody may chat with it, so nothing has changed", c.Character)
	case core.KindOf(err) == core.Invalid && errors.As(err, &refusal):
		return errors.New(refusal.Msg)
	}
	return explainAccountError(c.Email, err)
}
