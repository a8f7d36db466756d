package voice_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// TestDeletedMessageHasNoRecording: a deleted chat has neither row nor file.
// rule voice-forgotten
func TestDeletedMessageHasNoRecording(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := stand{speaker: &apptest.Speaker{}, t: t}
		s.Env = apptest.Start(t, o, apptest.WithSpeaker(s.speaker))
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Soon gone.")
		at := address(t, ask(ada, conversation, message))
		u, _ := url.Parse(at)
		file := filepath.Join(o.DataDir, "media", strings.TrimPrefix(u.Path, "/media/"))
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		ada.Do("DELETE", "/user/chats/"+conversation, nil).Want(200)
		if n := s.count(`SELECT count(*) FROM voice_recordings`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		eventually(t, "the file is deleted", func() bool { _, err := os.Stat(file); return os.IsNotExist(err) })
		if resp, _ := s.Get(at); resp.StatusCode != 404 {
			t.Errorf("the address answers %d", resp.StatusCode)
		}

		conversation, message = s.reply(ada, free, "Deleted while it is spoken.")
		release := s.speaker.Hold()
		var call sync.WaitGroup
		call.Go(func() {
			if a := ask(ada, conversation, message); a.Status != 404 {
				t.Errorf("it answers %d %s", a.Status, a.Body)
			}
		})
		eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 2 })
		ada.Do("DELETE", "/user/chats/"+conversation, nil).Want(200)
		close(release)
		call.Wait()
		eventually(t, "no file is left", func() bool { return s.count(`SELECT count(*) FROM media_files`) == 0 })
	})
}

// TestDeletedAccountHasNoRecording, not even one that is being made.
// rule voice-forgotten
func TestDeletedAccountHasNoRecording(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := stand{speaker: &apptest.Speaker{}, t: t}
		s.Env = apptest.Start(t, o, apptest.WithSpeaker(s.speaker))
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Soon gone.")
		late := s.answer(ada, conversation, "Deleted while it is spoken.")
		at := address(t, ask(ada, conversation, message))
		u, _ := url.Parse(at)
		file := filepath.Join(o.DataDir, "media", strings.TrimPrefix(u.Path, "/media/"))
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		release := s.speaker.Hold()
		var call sync.WaitGroup
		call.Go(func() {
			if a := ask(ada, conversation, late); a.Status == 200 {
				t.Errorf("it answers %s", a.Body)
			}
		})
		eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 2 })
		ada.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
		close(release)
		call.Wait()
		eventually(t, "no row is left", func() bool {
			return s.count(`SELECT (SELECT count(*) FROM voice_recordings) + (SELECT count(*) FROM voice_usage) + (SELECT count(*) FROM media_files)`) == 0
		})
		eventually(t, "the file is deleted", func() bool { _, err := os.Stat(file); return os.IsNotExist(err) })
		if resp, _ := s.Get(at); resp.StatusCode != 404 {
			t.Errorf("the address answers %d", resp.StatusCode)
		}
	})
}
