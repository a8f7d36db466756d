package contract

import (
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
)

// TestAnswersOfVoice has the calls of voices where no service speaks.
// rules voice-settings, voice-errors
func TestAnswersOfVoice(t *testing.T) {
	playScript(t, "voice", func(s *script) {
		ada, v := s.newUser("Ada"), s.Visitor()
		const settings, speech = "/user/voice", "/voices/character/speech"
		s.call(v, "a visitor's settings", "GET", settings, "")
		s.call(ada, "the settings", "GET", settings, "")
		s.call(ada, "chosen", "PUT", settings, `{"speed":1.5,"language":"de-DE","autoplay":true,"voices":{"20":"male-2"}}`)
		s.call(ada, "a wrong speed", "PUT", settings, `{"speed":9,"language":"","autoplay":false,"voices":{}}`)
		s.call(ada, "a wrong language", "PUT", settings, `{"speed":1,"language":"<b>","autoplay":false,"voices":{}}`)
		s.call(ada, "a wrong voice", "PUT", settings, `{"speed":1,"language":"","autoplay":false,"voices":{"20":"; rm"}}`)
		s.Model.SetAnswers(func(llm.Request) []apptest.Step { return apptest.Words("A reply.") })
		ada.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200)
		message := ada.Send(ada.UserID+"_20", "Speak", "").All().MessageID
		s.call(ada, "no service", "POST", speech, `{"messageId":"`+message+`","sessionId":"`+ada.UserID+`_20"}`)
		s.call(ada, "no such message", "POST", speech, `{"messageId":"0","sessionId":"`+ada.UserID+`_20"}`)
		s.call(v, "a visitor", "POST", speech, `{"messageId":"0","sessionId":"0"}`)
	})
}
