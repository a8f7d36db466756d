package contract

import "testing"

// rule chat-year
func TestAnswersOfTheYear(t *testing.T) {
	playScript(t, "year", func(s *script) {
		ada := s.newUser("Ada")
		ada.Do("POST", "/session", `{"characterId":20}`).Want(200)
		const path = "/messages/ada-lovelace/year"
		s.call(ada, "a year of the character", "PUT", path, `{"year":1835}`)
		s.call(ada, "the greeting of the year", "GET", "/messages/ada-lovelace", "")
		s.call(ada, "a year that the character does not speak from", "PUT", path, `{"year":1700}`)
		s.call(ada, "no year", "PUT", path, `{}`)
		s.call(ada, "the year is taken off", "PUT", path, `{"year":null}`)
		s.call(ada, "a locked character", "PUT", "/messages/cleopatra/year", `{"year":null}`)
		s.call(ada, "a character never opened", "PUT", "/messages/marcus-aurelius/year", `{"year":null}`)
		s.call(s.NewVisitor(), "a visitor", "PUT", path, `{"year":null}`)
	})
}
