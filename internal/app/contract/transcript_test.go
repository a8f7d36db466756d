package contract

import "testing"

// rule messages-export-file
func TestAnswersOfTranscripts(t *testing.T) {
	playScript(t, "transcript", func(s *script) {
		ada, bo := s.newUser("Ada"), s.newUser("Bo")
		const path = "/messages/ada-lovelace/export"
		s.call(ada, "before the talk", "GET", path+"?format=md", "")
		ada.Do("POST", "/session", map[string]any{"characterId": freeCharacterID}).Want(200)
		ada.Do("POST", "/messages/ada-lovelace", map[string]any{"content": "# Good morning\n<b>Ada</b>"}).Want(201)
		s.call(ada, "as Markdown", "GET", path, "")
		s.call(ada, "as JSON", "GET", path+"?format=json", "")
		s.call(ada, "by the conversation's id", "GET", "/messages/"+ada.UserID+"_20/export?format=md", "")
		s.call(ada, "another format", "GET", path+"?format=xml", "")
		s.call(ada, "an unknown character", "GET", "/messages/nobody/export?format=md", "")
		s.call(ada, "a locked character", "GET", "/messages/cleopatra/export?format=md", "")
		s.call(bo, "another user's", "GET", "/messages/"+ada.UserID+"_20/export?format=json", "")
		s.call(s.NewVisitor(), "a visitor", "GET", path, "")
	})
}
