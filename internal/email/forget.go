package email

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"colloquy/internal/storage"
)

// ForgetAddress deletes the waiting mail to an address, in the caller's transaction.
// Mail that is being sent now still arrives.
func (m *Mailer) ForgetAddress(ctx context.Context, tx storage.Querier, address string) error {
	to, err := json.Marshal(address)
	if err != nil {
		return err
	}
	return m.queue.DropContaining(ctx, tx, JobKind, `"mail":{"to":`+string(to)+`,`)
}

// Scrub deletes the files of the outbox with mail to or from an address whose ids come
// before an id of core.NewID: those of earlier mail. Mail that a mail server has taken
// cannot be deleted.
func (m *Mailer) Scrub(addresses []string, before string) error {
	if o, is := m.sender.(*Outbox); is {
		return o.scrub(addresses, before)
	}
	return nil
}

func (o *Outbox) scrub(addresses []string, before string) error {
	files, err := os.ReadDir(o.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("email: outbox: %w", err)
	}
	var failed error
	for _, f := range files {
		path := filepath.Join(o.dir, f.Name())
		if filepath.Ext(path) != ".eml" || f.Name() >= before+".eml" {
			continue
		}
		found, err := containsAnyAddress(path, addresses)
		if err == nil && found {
			err = os.Remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, fmt.Errorf("email: outbox: %w", err))
		}
	}
	return failed
}

// containsAnyAddress reports whether a mail is to one of the addresses, or asks for replies to
// one.
func containsAnyAddress(path string, addresses []string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	mail, err := netmail.ReadMessage(bufio.NewReader(f))
	if err != nil {
		return false, nil // not a mail of Send
	}
	for _, header := range []string{"To", "Reply-To"} {
		list, err := mail.Header.AddressList(header)
		if err != nil {
			continue
		}
		for _, a := range list {
			if slices.ContainsFunc(addresses, func(b string) bool { return strings.EqualFold(a.Address, b) }) {
				return true, nil
			}
		}
	}
	return false, nil
}
