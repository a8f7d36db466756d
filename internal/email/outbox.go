package email

import (
	"context"
	"fmt"
	netmail "net/mail"
	"os"
	"path/filepath"

	"colloquy/internal/core"
)

// Outbox is a Sender that writes each mail to the file <id>.eml, which mail programs can open. If
// core.NewID made the ids, the file names sort by time.
type Outbox struct {
	dir   string
	from  *netmail.Address
	clock core.Clock
}

// NewOutbox returns an Outbox in dir. The first mail creates dir, which only the
// user of the process can read.
func NewOutbox(dir string, from *netmail.Address, clock core.Clock) *Outbox {
	return &Outbox{dir, from, clock}
}

// Send implements Sender. Send writes the mail into a file, atomically.
func (o *Outbox) Send(_ context.Context, id string, m Message) (err error) {
	text, err := composeMail(o.from, id, m, o.clock.Now())
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.dir, 0o700); err != nil {
		return fmt.Errorf("email: outbox: %w", err)
	}
	f, err := os.CreateTemp(o.dir, ".writing-*")
	if err != nil {
		return fmt.Errorf("email: outbox: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = text.WriteTo(f)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(o.dir, id+".eml"))
	}
	if err != nil {
		return fmt.Errorf("email: outbox: %w", err)
	}
	return nil
}

// DestinationText implements Sender. The text names the folder of the outbox.
func (o *Outbox) DestinationText() string {
	return "files in " + o.dir + " (no mail server is configured)"
}
