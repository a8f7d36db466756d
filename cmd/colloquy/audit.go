package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/audit"
)

type auditCmd struct {
	operatorFlags
	Since time.Duration `default:"24h" placeholder:"TIME" help:"How far back, such as 24h or 90m."`
	Limit int           `default:"100" placeholder:"N" help:"How many events at most; the newest are printed."`
}

// Run prints the newest events of the audit log.
func (c *auditCmd) Run(ctx context.Context) error {
	if c.Since <= 0 || c.Limit <= 0 {
		return errors.New("--since and --limit must be more than 0, such as --since 24h --limit 100")
	}
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		list, err := o.AuditEntries(ctx, c.Since, c.Limit)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(os.Stdout, toAuditJSON(list))
		}
		if len(list) == 0 {
			_, err = fmt.Printf("There is no event of the last %s.\n", c.Since)
			return err
		}
		return printTable(os.Stdout, "WHEN (UTC)\tEVENT\tWHO\tON WHOM\tDETAIL", list, func(e app.AuditEntry) string {
			return strings.Join([]string{e.At.Format(time.DateTime), string(e.Name), cmp.Or(e.Actor, e.ActorID), cmp.Or(e.Subject, e.SubjectID), e.Detail}, "\t")
		})
	})
}

type auditJSON struct {
	ID           string          `json:"id"`
	At           time.Time       `json:"at"`
	Event        audit.EventName `json:"event"`
	ActorID      string          `json:"actor_id"`
	ActorEmail   string          `json:"actor_email,omitempty"`
	SubjectID    string          `json:"subject_id"`
	SubjectEmail string          `json:"subject_email,omitempty"`
	Detail       string          `json:"detail,omitempty"`
}

func toAuditJSON(list []app.AuditEntry) []auditJSON {
	out := make([]auditJSON, len(list))
	for i, e := range list {
		out[i] = auditJSON{e.ID, e.At, e.Name, e.ActorID, e.Actor, e.SubjectID, e.Subject, e.Detail}
	}
	return out
}

// printJSON prints a value as indented JSON.
func printJSON(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(v)
}
