package contract

import (
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// The answers of the calls about voices on a server without a speech service.
// rules voice-settings, voice-errors
func TestAnswersOfVoice(t *testing.T) {
	playScript(t, "voice", func(s *script) {
		ada, v := s.newUser("Ada"), s.NewVisitor()
		const settings, speech = "/user/voice", "/voices/character/speech"
		s.call(v, "a visitor's settings", "GET", settings, "")
		s.call(ada, "the settings", "GET", settings, "")
		s.call(ada, "chosen", "PATCH", settings, `{"speed":1.5,"language":"de-DE","autoplay":true,"voices":{"20":"male-2"}}`)
		s.call(ada, "one thing", "PATCH", settings, `{"speed":2}`)
		s.call(ada, "the own voice again", "PATCH", settings, `{"voices":{"20":"","21":"male-1"}}`)
		s.call(ada, "a wrong speed", "PATCH", settings, `{"speed":9}`)
		s.call(ada, "a wrong language", "PATCH", settings, `{"language":"<b>"}`)
		s.call(ada, "a wrong voice", "PATCH", settings, `{"voices":{"20":"; rm"}}`)
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("A reply.") })
		ada.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
		messageID := ada.Send(ada.UserID+"_20", "Speak", "").ReadAll().MessageID
		s.call(ada, "no service", "POST", speech, `{"messageId":"`+messageID+`","sessionId":"`+ada.UserID+`_20"}`)
		s.call(ada, "no such message", "POST", speech, `{"messageId":"0","sessionId":"`+ada.UserID+`_20"}`)
		s.call(v, "a visitor", "POST", speech, `{"messageId":"0","sessionId":"0"}`)
	})
}
