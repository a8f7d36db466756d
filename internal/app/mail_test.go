package app_test

import (
	"io"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// outboxOnEachEngine is apptest.Each with the path of the outbox folder.
func outboxOnEachEngine(t *testing.T, fn func(t *testing.T, e *apptest.Env, outbox string)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		dir := ""
		e := apptest.Start(t, o, func(o *app.Options) { dir = o.Config.DataDir })
		fn(t, e, filepath.Join(dir, "outbox"))
	})
}

// waitForMail waits until there is a mail in the outbox, and returns the first one. It
// fails the test after ten seconds.
func waitForMail(t *testing.T, outbox string) *netmail.Message {
	t.Helper()
	deadline := time.After(10 * time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if files, _ := filepath.Glob(filepath.Join(outbox, "*.eml")); len(files) > 0 {
			f, err := os.Open(files[0])
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
			m, err := netmail.ReadMessage(f)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		select {
		case <-deadline:
			t.Fatal("no mail came")
		case <-tick.C:
		}
	}
}

// rule contact-stored-and-mailed
func TestContactLetterReachesTheOutbox(t *testing.T) {
	outboxOnEachEngine(t, func(t *testing.T, e *apptest.Env, outbox string) {
		e.NewVisitor().Do("POST", "/contact", map[string]any{
			"name": "Eve", "email": "eve@post.example", "subject": "A date", "message": "The letter is from 1843.",
		}).Want(201)
		m := waitForMail(t, outbox)
		for header, want := range map[string]string{"To": "<" + apptest.SupportEmail + ">", "Reply-To": "<eve@post.example>", "Subject": "Contact: A date"} {
			if got := m.Header.Get(header); got != want {
				t.Errorf("%s is %q, want %q", header, got, want)
			}
		}
		if body, err := io.ReadAll(m.Body); err != nil || !strings.Contains(string(body), "The letter is from 1843.") {
			t.Errorf("the text is %q, %v", body, err)
		}
		var report strings.Builder
		e.App.WriteStartReport(&report, e.URL)
		if !strings.Contains(report.String(), outbox) {
			t.Errorf("the report does not name the outbox: %s", report.String())
		}
	})
}

// rule help-contacts
func TestHelpShowsTheSupportContacts(t *testing.T) {
	for name, phone := range map[string]string{"without a number": "", "with a number": "+1 555 010 0199"} {
		t.Run(name, func(t *testing.T) {
			apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
				e := apptest.Start(t, o, func(o *app.Options) { o.Config.SupportPhone = phone })
				var help map[string]any
				e.NewVisitor().Do("GET", "/help", nil).Want(200).Into(&help)
				got, shown := help["support_phone"]
				if help["support_email"] != apptest.SupportEmail || shown != (phone != "") || shown && got != phone {
					t.Errorf("shows %v and %v", help["support_email"], got)
				}
			})
		})
	}
}

// rule contact-reach
func TestOnlyContactUsShowsTheOperatorsAddress(t *testing.T) {
	outboxOnEachEngine(t, func(t *testing.T, e *apptest.Env, _ string) {
		for key, want := range map[string][2]string{"contact-us": {apptest.SupportEmail, apptest.BusinessAddress}, "about": {}} {
			var page struct{ SupportEmail, Address string }
			e.NewVisitor().Do("GET", "/pages/"+key, nil).Want(200).Into(&page)
			if got := [2]string{page.SupportEmail, page.Address}; got != want {
				t.Errorf("%s shows %q, want %q", key, got, want)
			}
		}
	})
}
