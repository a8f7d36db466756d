package contract

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// talk is the history of a conversation.
type talk struct {
	Messages []struct {
		ID     string
		IsUser bool `json:"is_user_message"`
	}
}

// lastID returns the id of the newest message by the user or by the character.
func (h talk) lastID(byUser bool) (id string) {
	for _, m := range h.Messages {
		if m.IsUser == byUser {
			id = m.ID
		}
	}
	return id
}

func (s *script) readTalk(client *apptest.Client) (h talk) {
	client.Do("GET", "/messages/ada-lovelace", nil).Want(200).Into(&h)
	return h
}

// The answers of the calls that make and choose versions of a reply, and that edit a message.
// rules messages-versions, messages-guidance, messages-continue, messages-edit
func TestAnswersOfVersions(t *testing.T) {
	playScript(t, "versions", func(s *script) {
		ada, bo := s.newUser("Ada"), s.newUser("Bo")
		ada.Do("POST", "/session", `{"characterId":20}`).Want(200)
		bo.Do("POST", "/session", `{"characterId":20}`).Want(200)
		const at = "/messages/ada-lovelace"
		s.call(ada, "nothing to answer yet", "POST", at+"/regenerate", "{}")
		greeting := s.readTalk(ada).lastID(false)
		ada.Send("ada-lovelace", "Hello there", "user-1").ReadAll()
		line, firstReplyID := s.readTalk(ada).lastID(true), s.readTalk(ada).lastID(false)
		s.Model.SetAnswers(func(llm.Request) []apptest.Step { return apptest.WordSteps("A second answer") })
		s.call(ada, "another version, with a wish", "POST", at+"/regenerate", `{"message_id":"`+firstReplyID+`","guidance":"Shorter, please"}`)
		s.call(ada, "the same call again", "POST", at+"/regenerate", `{"message_id":"`+firstReplyID+`","guidance":"Shorter, please"}`)
		secondReplyID := s.readTalk(ada).lastID(false)
		s.call(ada, "the history has the alternatives", "GET", at, "")
		s.call(ada, "an older page has none", "GET", at+"?before="+secondReplyID, "")
		s.Model.SetAnswers(func(llm.Request) []apptest.Step { return apptest.WordSteps(" that goes on.") })
		s.call(ada, "go on with the second", "POST", at+"/regenerate", `{"message_id":"`+secondReplyID+`","continue":true}`)
		s.call(ada, "a wish of 301 characters", "POST", at+"/regenerate", `{"guidance":"`+longText(301)+`"}`)
		s.call(ada, "an unknown message", "POST", at+"/regenerate", `{"message_id":"nothing"}`)
		s.call(ada, "the greeting", "POST", at+"/regenerate", `{"message_id":"`+greeting+`"}`)

		s.call(ada, "pick the first", "PUT", at+"/"+firstReplyID+"/alternative", "")
		s.call(ada, "pick it again", "PUT", at+"/"+firstReplyID+"/alternative", "")
		s.call(ada, "pick one's own line", "PUT", at+"/"+line+"/alternative", "")
		s.call(ada, "pick the greeting", "PUT", at+"/"+greeting+"/alternative", "")
		s.call(ada, "pick an unknown one", "PUT", at+"/nothing/alternative", "")
		s.call(bo, "pick in somebody else's talk", "PUT", "/messages/"+ada.UserID+"_20/"+firstReplyID+"/alternative", "")
		s.call(bo, "pick somebody else's message", "PUT", at+"/"+firstReplyID+"/alternative", "")
		s.call(ada, "a locked character", "PUT", "/messages/cleopatra/"+firstReplyID+"/alternative", "")

		s.Model.SetAnswers(func(llm.Request) []apptest.Step { return apptest.WordSteps("Good evening.") })
		s.call(ada, "edit one's own line", "PUT", at+"/"+line, `{"content":"Good evening","client_id":"user-2"}`)
		s.call(ada, "the same edit again", "PUT", at+"/"+line, `{"content":"Good evening","client_id":"user-2"}`)
		s.call(ada, "edit what is in an archive", "PUT", at+"/"+line, `{"content":"Good night","client_id":"user-3"}`)
		s.call(ada, "edit a reply", "PUT", at+"/"+s.readTalk(ada).lastID(false), `{"content":"Good night","client_id":"user-4"}`)
		s.call(ada, "an empty edit", "PUT", at+"/"+s.readTalk(ada).lastID(true), `{"content":" "}`)
		s.call(bo, "edit somebody else's line", "PUT", at+"/"+s.readTalk(ada).lastID(true), `{"content":"Mine"}`)
		s.call(ada, "the history after the edit", "GET", at, "")
	})
}

// TestAnswersOfArchives deletes, rates and reports messages, starts a talk over, restores an
// archive and renames a chat.
// rules messages-delete, messages-feedback, messages-report, messages-start-over, chats-title
func TestAnswersOfArchives(t *testing.T) {
	playScript(t, "archives", func(s *script) {
		ada, bo := s.newUser("Ada"), s.newUser("Bo")
		ada.Do("POST", "/session", `{"characterId":20}`).Want(200)
		bo.Do("POST", "/session", `{"characterId":20}`).Want(200)
		const at = "/messages/ada-lovelace"
		ada.Send("ada-lovelace", "Hello there", "user-1").ReadAll()
		line, reply := s.readTalk(ada).lastID(true), s.readTalk(ada).lastID(false)
		s.call(ada, "a thumb down with a reason", "POST", at+"/"+reply+"/feedback", `{"value":"down","reason":"Too short"}`)
		s.call(ada, "a value that is none", "POST", at+"/"+reply+"/feedback", `{"value":"sideways"}`)
		s.call(ada, "one's own line has no rating", "POST", at+"/"+line+"/feedback", `{"value":"up"}`)
		s.call(bo, "somebody else's reply", "POST", at+"/"+reply+"/feedback", `{"value":"up"}`)
		s.call(ada, "a report", "POST", at+"/"+reply+"/report", `{"reason":"It is rude"}`)
		s.call(ada, "the same report again", "POST", at+"/"+reply+"/report", `{"reason":"It is rude"}`)
		s.call(ada, "a report without a reason", "POST", at+"/"+reply+"/report", `{"reason":" "}`)
		s.call(ada, "the history has the rating", "GET", at, "")
		s.call(ada, "rename", "PUT", "/session/ada-lovelace", `{"title":"  Engines and looms "}`)
		s.call(ada, "a title of 81 characters", "PUT", "/session/ada-lovelace", `{"title":"`+longText(81)+`"}`)

		s.call(ada, "start over", "POST", at+"/start-over", "")
		s.call(ada, "start over again", "POST", at+"/start-over", "")
		a := s.call(ada, "the archives", "GET", at+"/archives", "")
		var list struct{ Data []struct{ ID string } }
		a.Into(&list)
		s.call(ada, "the messages of an archive", "GET", at+"?archive="+list.Data[0].ID, "")
		s.call(ada, "before its last message", "GET", at+"?archive="+list.Data[0].ID+"&before="+reply, "")
		s.call(ada, "an unknown archive", "GET", at+"?archive=nothing", "")
		s.call(bo, "somebody else's archive", "GET", at+"?archive="+list.Data[0].ID, "")
		s.call(bo, "restore somebody else's", "POST", at+"/archives/"+list.Data[0].ID+"/restore", "")
		s.call(ada, "restore", "POST", at+"/archives/"+list.Data[0].ID+"/restore", "")
		s.call(ada, "restore again", "POST", at+"/archives/"+list.Data[0].ID+"/restore", "")
		s.call(ada, "the history is back", "GET", at, "")

		s.call(bo, "delete somebody else's message", "DELETE", at+"/"+reply, "")
		s.call(ada, "delete the greeting", "DELETE", at+"/"+firstID(s.readTalk(ada)), "")
		s.call(ada, "delete the reply", "DELETE", at+"/"+reply, "")
		s.call(ada, "delete it again", "DELETE", at+"/"+reply, "")
		s.call(ada, "the history without it", "GET", at, "")
		s.call(ada, "start over with a locked character", "POST", "/messages/cleopatra/start-over", "")
	})
}

func firstID(h talk) string { return h.Messages[0].ID }

func longText(length int) string { return strings.Repeat("x", length) }
