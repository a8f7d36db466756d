package contract

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// talkHistory is the history of a conversation.
type talkHistory struct {
	Messages []struct {
		ID     string
		IsUser bool `json:"is_user_message"`
	}
}

// lastMessageID returns the id of the newest message by the user or by the character.
func (h talkHistory) lastMessageID(byUser bool) (id string) {
	for _, m := range h.Messages {
		if m.IsUser == byUser {
			id = m.ID
		}
	}
	return id
}

func (s *script) readTalk(client *apptest.Client) (h talkHistory) {
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
		greetingID := s.readTalk(ada).lastMessageID(false)
		ada.Send("ada-lovelace", "Hello there", "user-1").ReadAll()
		lineID, firstReplyID := s.readTalk(ada).lastMessageID(true), s.readTalk(ada).lastMessageID(false)
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("A second answer") })
		s.call(ada, "another version, with a wish", "POST", at+"/regenerate", `{"message_id":"`+firstReplyID+`","guidance":"Shorter, please"}`)
		s.call(ada, "the same call again", "POST", at+"/regenerate", `{"message_id":"`+firstReplyID+`","guidance":"Shorter, please"}`)
		secondReplyID := s.readTalk(ada).lastMessageID(false)
		s.call(ada, "the history has the alternatives", "GET", at, "")
		s.call(ada, "an older page has none", "GET", at+"?before="+secondReplyID, "")
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps(" that goes on.") })
		s.call(ada, "go on with the second", "POST", at+"/regenerate", `{"message_id":"`+secondReplyID+`","continue":true}`)
		s.call(ada, "a wish of 301 characters", "POST", at+"/regenerate", `{"guidance":"`+longText(301)+`"}`)
		s.call(ada, "an unknown message", "POST", at+"/regenerate", `{"message_id":"nothing"}`)
		s.call(ada, "the greeting", "POST", at+"/regenerate", `{"message_id":"`+greetingID+`"}`)

		s.call(ada, "pick the first", "PUT", at+"/"+firstReplyID+"/alternative", "")
		s.call(ada, "pick it again", "PUT", at+"/"+firstReplyID+"/alternative", "")
		s.call(ada, "pick one's own line", "PUT", at+"/"+lineID+"/alternative", "")
		s.call(ada, "pick the greeting", "PUT", at+"/"+greetingID+"/alternative", "")
		s.call(ada, "pick an unknown one", "PUT", at+"/nothing/alternative", "")
		s.call(bo, "pick in somebody else's talk", "PUT", "/messages/"+ada.UserID+"_20/"+firstReplyID+"/alternative", "")
		s.call(bo, "pick somebody else's message", "PUT", at+"/"+firstReplyID+"/alternative", "")
		s.call(ada, "a locked character", "PUT", "/messages/cleopatra/"+firstReplyID+"/alternative", "")

		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("Good evening.") })
		s.call(ada, "edit one's own line", "PUT", at+"/"+lineID, `{"content":"Good evening","client_id":"user-2"}`)
		s.call(ada, "the same edit again", "PUT", at+"/"+lineID, `{"content":"Good evening","client_id":"user-2"}`)
		s.call(ada, "edit what is in an archive", "PUT", at+"/"+lineID, `{"content":"Good night","client_id":"user-3"}`)
		s.call(ada, "edit a reply", "PUT", at+"/"+s.readTalk(ada).lastMessageID(false), `{"content":"Good night","client_id":"user-4"}`)
		s.call(ada, "an empty edit", "PUT", at+"/"+s.readTalk(ada).lastMessageID(true), `{"content":" "}`)
		s.call(bo, "edit somebody else's line", "PUT", at+"/"+s.readTalk(ada).lastMessageID(true), `{"content":"Mine"}`)
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
		lineID, replyID := s.readTalk(ada).lastMessageID(true), s.readTalk(ada).lastMessageID(false)
		s.call(ada, "a thumb down with a reason", "POST", at+"/"+replyID+"/feedback", `{"value":"down","reason":"Too short"}`)
		s.call(ada, "a value that is none", "POST", at+"/"+replyID+"/feedback", `{"value":"sideways"}`)
		s.call(ada, "one's own line has no rating", "POST", at+"/"+lineID+"/feedback", `{"value":"up"}`)
		s.call(bo, "somebody else's reply", "POST", at+"/"+replyID+"/feedback", `{"value":"up"}`)
		s.call(ada, "a report", "POST", at+"/"+replyID+"/report", `{"reason":"It is rude"}`)
		s.call(ada, "the same report again", "POST", at+"/"+replyID+"/report", `{"reason":"It is rude"}`)
		s.call(ada, "a report without a reason", "POST", at+"/"+replyID+"/report", `{"reason":" "}`)
		s.call(ada, "the history has the rating", "GET", at, "")
		s.call(ada, "rename", "PUT", "/session/ada-lovelace", `{"title":"  Engines and looms "}`)
		s.call(ada, "a title of 81 characters", "PUT", "/session/ada-lovelace", `{"title":"`+longText(81)+`"}`)

		s.call(ada, "start over", "POST", at+"/start-over", "")
		s.call(ada, "start over again", "POST", at+"/start-over", "")
		a := s.call(ada, "the archives", "GET", at+"/archives", "")
		var list struct{ Data []struct{ ID string } }
		a.Into(&list)
		s.call(ada, "the messages of an archive", "GET", at+"?archive="+list.Data[0].ID, "")
		s.call(ada, "before its last message", "GET", at+"?archive="+list.Data[0].ID+"&before="+replyID, "")
		s.call(ada, "an unknown archive", "GET", at+"?archive=nothing", "")
		s.call(bo, "somebody else's archive", "GET", at+"?archive="+list.Data[0].ID, "")
		s.call(bo, "restore somebody else's", "POST", at+"/archives/"+list.Data[0].ID+"/restore", "")
		s.call(ada, "restore", "POST", at+"/archives/"+list.Data[0].ID+"/restore", "")
		s.call(ada, "restore again", "POST", at+"/archives/"+list.Data[0].ID+"/restore", "")
		s.call(ada, "the history is back", "GET", at, "")

		s.call(bo, "delete somebody else's message", "DELETE", at+"/"+replyID, "")
		s.call(ada, "delete the greeting", "DELETE", at+"/"+firstMessageID(s.readTalk(ada)), "")
		s.call(ada, "delete the reply", "DELETE", at+"/"+replyID, "")
		s.call(ada, "delete it again", "DELETE", at+"/"+replyID, "")
		s.call(ada, "the history without it", "GET", at, "")
		s.call(ada, "start over with a locked character", "POST", "/messages/cleopatra/start-over", "")
	})
}

func firstMessageID(h talkHistory) string { return h.Messages[0].ID }

func longText(length int) string { return strings.Repeat("x", length) }
