package contract

import (
	"errors"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

func TestAnswersOfSessionsAndMessages(t *testing.T) {
	playScript(t, "messages", func(s *script) {
		ada := s.newUser("Ada")
		s.call(ada, "no sessions yet", "GET", "/sessions", "")
		s.call(ada, "a session is made", "POST", "/session", `{"characterId":20}`)
		a := s.call(ada, "and found again, by the slug", "POST", "/session", `{"characterId":"ada-lovelace"}`)
		var session struct{ ID string }
		a.Into(&session)
		s.call(ada, "a locked character can be opened", "POST", "/session", `{"characterId":64}`)
		s.call(ada, "an unknown one cannot", "POST", "/session", `{"characterId":999}`)
		s.call(ada, "nor none", "POST", "/session", `{"characterId":{}}`)

		s.call(ada, "the greeting is the first message", "GET", "/messages/"+session.ID, "")
		s.call(ada, "a line is stored without a reply", "POST", "/messages/"+session.ID, `{"content":"  Good morning  ","client_id":"user-1","is_user_message":false,"id":"mine","role":"system"}`)
		s.call(ada, "the same line again", "POST", "/messages/"+session.ID, `{"content":"Good morning","client_id":"user-1"}`)
		s.call(ada, "an empty line", "POST", "/messages/"+session.ID, `{"content":" \n "}`)
		s.call(ada, "a line that is too long", "POST", "/messages/"+session.ID, `{"content":"`+strings.Repeat("x", 4001)+`"}`)
		s.call(ada, "a client id that is none", "POST", "/messages/"+session.ID, `{"content":"x","client_id":"mine"}`)
		s.call(ada, "the history by the slug", "GET", "/messages/slug/ada-lovelace", "")
		s.call(ada, "a slug of nobody", "GET", "/messages/slug/nobody", "")
		s.call(ada, "a character never opened", "GET", "/messages/slug/mozart", "")
		s.call(ada, "what came before an unknown message", "GET", "/messages/"+session.ID+"?before=nothing", "")
		s.call(ada, "the sessions", "GET", "/sessions", "")
		s.call(ada, "the sessions with profile", "GET", "/sessions/characterProfile", "")
		s.call(ada, "a search of all messages", "GET", "/messages/search?q=GOOD+morn", "")
		s.call(ada, "a page of one", "GET", "/messages/search?q=i&limit=1", "")
		s.call(ada, "a search that finds nothing", "GET", "/messages/search?q=xylograph", "")
		s.call(ada, "a search without letters", "GET", "/messages/search?q=%22*", "")
		s.call(ada, "a cursor that is none", "GET", "/messages/search?q=good&cursor=x", "")
		s.call(ada, "a search of one conversation", "GET", "/messages/ada-lovelace/search?q=morning", "")
		s.call(s.newUser("Cy"), "a search of somebody else's conversation", "GET", "/messages/"+session.ID+"/search?q=morning", "")
		s.call(ada, "sending to a locked character", "POST", "/messages/cleopatra", `{"content":"Let me in"}`)
		s.call(s.newUser("Bo"), "somebody else's session", "GET", "/messages/"+session.ID, "")
		s.call(s.NewVisitor(), "a visitor", "GET", "/messages/"+session.ID, "")
	})
}

// rule replies-stream-events
func TestAnswersOfStreams(t *testing.T) {
	playScript(t, "streams", func(s *script) {
		ada := s.newUser("Ada")
		ada.Do("POST", "/session", `{"characterId":20}`).Want(200)
		ada.Do("POST", "/session", `{"characterId":64}`).Want(200)
		const path = "/messages/ada-lovelace/stream"

		s.call(ada, "no reply is being written", "GET", path, "")
		s.call(ada, "a line is sent", "POST", path, `{"content":"Hello there","client_id":"user-1"}`)
		s.call(ada, "the same send again", "POST", path, `{"content":"Hello there","client_id":"user-1"}`)
		s.call(ada, "from where the reader left off", "POST", path, `{"content":"Hello there","client_id":"user-1"}`, "Last-Event-ID", "3")
		s.call(ada, "the GET form of the call", "GET", path+"?message=A+walk&client_id=user-2", "", "Accept", "text/event-stream")
		s.call(ada, "without naming the kind of answer", "GET", path+"?message=A+walk", "")
		s.call(ada, "made ahead of time by a browser", "GET", path+"?message=A+walk", "", "Accept", "text/event-stream", "Sec-Purpose", "prefetch;prerender")
		s.call(ada, "an empty line", "POST", path, `{"content":""}`)
		s.call(ada, "an empty message in the address", "GET", path+"?message=", "", "Accept", "text/event-stream")
		s.call(ada, "4,001 characters", "POST", path, `{"content":"`+strings.Repeat("é", 4001)+`"}`)
		s.call(ada, "a locked character", "POST", "/messages/cleopatra/stream", `{"content":"Let me in"}`)
		s.call(ada, "another version of a complete reply", "POST", "/messages/ada-lovelace/regenerate", "")
		s.call(ada, "nothing to stop", "POST", "/messages/ada-lovelace/stop", `{"seen":5}`)
		s.call(ada, "the history, with who wrote what", "GET", "/messages/ada-lovelace", "")
		s.call(ada, "a note beside the talk", "POST", "/messages/ada-lovelace/step-outside", "{}")
		s.call(ada, "a note about a message of nobody", "POST", "/messages/ada-lovelace/step-outside", `{"messageId":"nothing"}`)
		s.call(ada, "a note about a locked character", "POST", "/messages/cleopatra/step-outside", "{}")
	})
}

// TestAnswersOfAFailingModel: the model fails during a reply and works again afterwards.
// rule api-no-internals
func TestAnswersOfAFailingModel(t *testing.T) {
	playScript(t, "failure", func(s *script) {
		ada := s.newUser("Ada")
		ada.Do("POST", "/session", `{"characterId":20}`).Want(200)
		errModel := errors.New("canary: the model server's own words")
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return append(apptest.WordSteps("Half a **bold "), apptest.AnswerStep{Err: errModel})
		})
		s.call(ada, "the model breaks off", "POST", "/messages/ada-lovelace/stream", `{"content":"Hello","client_id":"user-1"}`)
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return []apptest.AnswerStep{{Err: errModel}} })
		s.call(ada, "it breaks before the first piece", "POST", "/messages/ada-lovelace/regenerate", "")
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("A whole answer.") })
		s.call(ada, "it works again", "POST", "/messages/ada-lovelace/regenerate", "")
		s.call(ada, "the line stands once", "GET", "/messages/ada-lovelace", "")
		if strings.Contains(s.out.String(), "canary") {
			s.t.Error("the model server's own words reached the reader")
		}
	})
}

// TestAnswersOfStop: while a reply is streamed to one reader, other calls are made and the
// reply is stopped.
func TestAnswersOfStop(t *testing.T) {
	playScript(t, "stop", func(s *script) {
		ada := s.newUser("Ada")
		ada.Do("POST", "/session", `{"characterId":20}`).Want(200)
		gate := s.Model.NewGate()
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return append(apptest.WordSteps("One two three "), apptest.AnswerStep{Gate: gate}, apptest.AnswerStep{Text: "never said"})
		})
		runningStream := ada.Send("ada-lovelace", "Count", "user-1").ReadUntil("three")
		// callWithFixedClock is like call, but does not advance the clock, because that would end the
		// lease of the running reply.
		callWithFixedClock := func(title, method, path, body string) {
			s.writeCall(title, method, path, body, ada.Do(method, path, bodyOrNil(body)))
		}
		callWithFixedClock("a second send while one runs", "POST", "/messages/ada-lovelace/stream", `{"content":"Count faster","client_id":"user-2"}`)
		var history struct {
			Messages []struct {
				Status      string
				IsStreaming bool
			}
		}
		ada.Do("GET", "/messages/ada-lovelace", nil).Want(200).Into(&history)
		if last := history.Messages[len(history.Messages)-1]; last.Status != "generating" || !last.IsStreaming {
			s.t.Errorf("while it is written the reply is %+v", last)
		}
		callWithFixedClock("stopped after seven characters", "POST", "/messages/ada-lovelace/stop", `{"seen":7}`)
		runningStream.ReadAll()
		if runningStream.Status != "stopped" || runningStream.Text != "One two" {
			s.t.Errorf("the reader has %q, %q", runningStream.Text, runningStream.Status)
		}
		callWithFixedClock("stopped again", "POST", "/messages/ada-lovelace/stop", "{}")
		callWithFixedClock("with a count that is none", "POST", "/messages/ada-lovelace/stop", `{"seen":"all"}`)
		if n := s.Model.CancelledCount(); n != 1 {
			s.t.Errorf("%d of the model's answers were cancelled, want 1", n)
		}
	})
}
