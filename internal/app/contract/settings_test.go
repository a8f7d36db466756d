package contract

import "testing"

// rule settings-stored
func TestAnswersOfSettings(t *testing.T) {
	playScript(t, "settings", func(s *script) {
		ada, v := s.newUser("Ada"), s.NewVisitor()
		const preferences, privacy = "/user/preferences", "/user/privacy"
		s.call(ada, "preferences that were never chosen", "GET", preferences, "")
		s.call(ada, "privacy that was never chosen", "GET", privacy, "")
		s.call(ada, "preferences are chosen", "PUT", preferences, `{"notifications":{"character_updates":false,"interactions":true,"promotions":false,"newsletter":true},"mail":{"character_updates":true,"interactions":false,"promotions":false,"newsletter":true}}`)
		s.call(ada, "privacy keeps its defaults", "GET", privacy, "")
		s.call(ada, "privacy is chosen", "PUT", privacy+"/", `{"public_profile":false,"activity_status":false,"analytics":false,"recommendations":true}`)
		s.call(ada, "preferences stay", "GET", preferences, "")
		s.call(ada, "privacy stays", "GET", privacy, "")
		s.call(ada, "a switch is missing", "PUT", privacy, `{"public_profile":true,"activity_status":true,"analytics":true}`)
		s.call(ada, "a switch is no truth value", "PUT", privacy, `{"public_profile":"no","activity_status":true,"analytics":true,"recommendations":null}`)
		s.call(ada, "a group and a half are missing", "PUT", preferences, `{"notifications":{"character_updates":false}}`)
		s.call(v, "a visitor has no preferences", "GET", preferences, "")
		s.call(v, "a visitor sets no privacy", "PUT", privacy, `{"public_profile":true,"activity_status":true,"analytics":true,"recommendations":true}`)
	})
}
