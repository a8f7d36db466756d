package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"colloquy/internal/app"
)

// rule catalogue-hide
type characterCmd struct {
	Hide hideCharacterCmd `cmd:"" help:"Take a character out of all lists; its conversations can still be read."`
	Show showCharacterCmd `cmd:"" help:"Bring a hidden character back."`
}

// characterFlags are the arguments of the commands "character hide" and "character show".
type characterFlags struct {
	operatorFlags
	Character string `arg:"" help:"Id, slug or character_id of a character."`
}

type hideCharacterCmd struct{ characterFlags }

// Run hides the character.
func (c *hideCharacterCmd) Run(ctx context.Context) error { return c.setActive(ctx, false) }

type showCharacterCmd struct{ characterFlags }

// Run shows the character.
func (c *showCharacterCmd) Run(ctx context.Context) error { return c.setActive(ctx, true) }

type characterStateJSON struct {
	CharacterID int    `json:"character_id"`
	Character   string `json:"character"`
	IsActive    bool   `json:"is_active"`
	Changed     bool   `json:"changed"`
}

// setActive hides or shows the character and prints the result.
func (c *characterFlags) setActive(ctx context.Context, active bool) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		change, err := o.SetCharacterActive(ctx, c.Character, active)
		switch {
		case errors.Is(err, app.ErrNoCharacter):
			return fmt.Errorf("no character has the id, slug or character_id %q: the slug is the end of the address of its chat", c.Character)
		case err != nil:
			return err
		case c.JSON:
			return printJSON(os.Stdout, characterStateJSON{change.CharacterID, change.Name, change.IsActive, change.HasChanged})
		}
		state := "hidden"
		if active {
			state = "shown"
		}
		if !change.HasChanged {
			state += " already"
		}
		_, err = fmt.Printf("%s is %s.\n", change.Name, state)
		return err
	})
}
