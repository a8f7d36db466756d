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

// The deletion of a chat deletes the rows and the files of its recordings.
// rule voice-forgotten
func TestDeletedMessageHasNoRecording(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := harness{speaker: &apptest.Speaker{}, t: t}
		s.Env = apptest.Start(t, o, apptest.WithSpeaker(s.speaker))
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Soon gone.")
		at := wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		u, _ := url.Parse(at)
		file := filepath.Join(o.DataDir, "media", strings.TrimPrefix(u.Path, "/media/"))
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		ada.Do("DELETE", "/user/chats/"+conversationID, nil).Want(200)
		if n := s.selectNumber(`SELECT count(*) FROM voice_recordings`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		apptest.Eventually(t, "the file is deleted", func() bool { _, err := os.Stat(file); return os.IsNotExist(err) })
		if resp, _ := s.Get(at); resp.StatusCode != 404 {
			t.Errorf("the address answers %d", resp.StatusCode)
		}

		conversationID, message = s.replyInNewChat(ada, freeCharacterID, "Deleted while it is spoken.")
		release := s.speaker.HoldRecordings()
		var wg sync.WaitGroup
		wg.Go(func() {
			if a := askForRecording(ada, conversationID, message); a.Status != 404 {
				t.Errorf("it answers %d %s", a.Status, a.Body)
			}
		})
		apptest.Eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 2 })
		ada.Do("DELETE", "/user/chats/"+conversationID, nil).Want(200)
		close(release)
		wg.Wait()
		apptest.Eventually(t, "no file is left", func() bool { return s.selectNumber(`SELECT count(*) FROM media_files`) == 0 })
	})
}

// The deletion of an account deletes its recordings, also one that is being made.
// rule voice-forgotten
func TestDeletedAccountHasNoRecording(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := harness{speaker: &apptest.Speaker{}, t: t}
		s.Env = apptest.Start(t, o, apptest.WithSpeaker(s.speaker))
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Soon gone.")
		lateReply := s.nextReply(ada, conversationID, "Deleted while it is spoken.")
		at := wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		u, _ := url.Parse(at)
		file := filepath.Join(o.DataDir, "media", strings.TrimPrefix(u.Path, "/media/"))
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		release := s.speaker.HoldRecordings()
		var wg sync.WaitGroup
		wg.Go(func() {
			if a := askForRecording(ada, conversationID, lateReply); a.Status == 200 {
				t.Errorf("it answers %s", a.Body)
			}
		})
		apptest.Eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 2 })
		ada.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
		close(release)
		wg.Wait()
		apptest.Eventually(t, "no row is left", func() bool {
			return s.selectNumber(`SELECT (SELECT count(*) FROM voice_recordings) + (SELECT count(*) FROM voice_usage) + (SELECT count(*) FROM media_files)`) == 0
		})
		apptest.Eventually(t, "the file is deleted", func() bool { _, err := os.Stat(file); return os.IsNotExist(err) })
		if resp, _ := s.Get(at); resp.StatusCode != 404 {
			t.Errorf("the address answers %d", resp.StatusCode)
		}
	})
}
