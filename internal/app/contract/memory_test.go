package contract

import "testing"

// The answers of all calls about what characters remember.
// rules memory-add, memory-edit, memory-rights, memory-delete-all, memory-card, memory-limits
func TestAnswersOfMemory(t *testing.T) {
	playScript(t, "memory", func(s *script) {
		ada, bo, v := s.newUser("Ada"), s.newUser("Bo"), s.NewVisitor()
		const all = "/messages/ada-lovelace/memory"
		s.call(ada, "before the talk", "GET", all, "")
		ada.Do("POST", "/session", map[string]any{"characterId": freeCharacterID}).Want(200)
		bo.Do("POST", "/session", map[string]any{"characterId": freeCharacterID}).Want(200)
		s.call(v, "a visitor", "GET", all, "")
		s.call(ada, "nothing yet", "GET", all, "")
		a := s.call(ada, "add one", "POST", all, `{"text":"  Lives in\nPorto <b>","pinned":true}`)
		var m struct{ ID string }
		a.Into(&m)
		s.call(ada, "the same again", "POST", all, `{"text":"LIVES in Porto b"}`)
		s.call(ada, "no text", "POST", all, `{"pinned":true}`)
		s.call(ada, "only white space", "POST", all, `{"text":" \u200b "}`)
		s.call(ada, "by the conversation's id", "GET", "/messages/"+ada.UserID+"_20/memory", "")
		s.call(ada, "edit", "PUT", all+"/"+m.ID, `{"text":"Lives in Lisbon","everywhere":true}`)
		s.call(ada, "unpin", "PUT", all+"/"+m.ID, `{"pinned":false}`)
		s.call(bo, "another user's", "PUT", all+"/"+m.ID, `{"pinned":true}`)
		s.call(bo, "delete another user's", "DELETE", all+"/"+m.ID, "")
		s.call(bo, "another user's talk", "GET", "/messages/"+ada.UserID+"_20/memory", "")
		s.call(ada, "delete", "DELETE", all+"/"+m.ID, "")
		s.call(ada, "delete again", "DELETE", all+"/"+m.ID, "")
		s.call(ada, "delete all", "DELETE", all, "")
		s.call(ada, "settings", "GET", "/user/memory", "")
		s.call(ada, "choose", "PUT", "/user/memory", `{"enabled":true,"tell_all":true,"name":"Ada","about":"I write.\n\nI play chess."}`)
		s.call(ada, "a long name", "PUT", "/user/memory", `{"enabled":true,"tell_all":true,"name":"123456789012345678901234567890123456789012345678901","about":""}`)
		s.call(ada, "delete everything", "DELETE", "/user/memory", "")
	})
}
