// Package account inserts the rows of one user's longest lists: as many rows as the product
// promises to show quickly. Command bench measures these lists, and a browser test shows them.
package account

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// CharacterCount is the number of characters that the lists need: one for each row of the longest
// list.
const CharacterCount = 10_000

// List is a list of one user and the calls that read it.
type List struct {
	Name string
	// Fill inserts the rows of a user. The database must have the characters of personas.
	Fill  func(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error
	Calls []Call
}

// Call is a GET request whose answer has the list.
type Call struct{ Name, Path string }

// insertRows inserts rows 0 to rows-1, in statements of 500 rows. insert is the statement without
// its VALUES clause. row returns the values of row i.
func insertRows(ctx context.Context, tx storage.Querier, insert string, rows int, row func(i int) []any) error {
	const chunk = 500
	for from := 0; from < rows; from += chunk {
		var args []any
		query := insert + " VALUES "
		for i := from; i < min(from+chunk, rows); i++ {
			if i > from {
				query += ", "
			}
			for j, value := range row(i) {
				query += string("(,"[min(j, 1)])
				args = append(args, value)
				query += fmt.Sprintf("$%d", len(args))
			}
			query += ")"
		}
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}
