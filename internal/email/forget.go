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

// DeleteOutboxMail deletes the files of the outbox whose mail is to one of the addresses or
// has one as Reply-To. before is an id of core.NewID. Mails whose ids do not sort before it
// are later and stay. DeleteOutboxMail does nothing if mail goes to a mail server.
func (m *Mailer) DeleteOutboxMail(addresses []string, before string) error {
	if o, is := m.sender.(*Outbox); is {
		return o.deleteMailOf(addresses, before)
	}
	return nil
}

func (o *Outbox) deleteMailOf(addresses []string, before string) error {
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

// containsAnyAddress reports whether the mail in a file is to one of the addresses or has one
// as Reply-To. It returns false for a file that is not a mail.
func containsAnyAddress(path string, addresses []string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	mail, err := netmail.ReadMessage(bufio.NewReader(f))
	if err != nil {
		return false, nil // the file is not a mail
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
