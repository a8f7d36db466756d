package contract

import (
	"strings"
	"testing"
)

// rule contact-hidden-field
func TestAnswersOfContent(t *testing.T) {
	playScript(t, "content", func(s *script) {
		v := s.NewVisitor()
		get := func(title, path string) { s.call(v, title, "GET", path, "") }
		get("a section by its key", "/admin/web-settings/key/accordions")
		get("a section by its id, with a slash at the end", "/admin/web-settings/id/1/")
		get("no section of that key", "/admin/web-settings/key/nothing")
		get("no section of that id", "/admin/web-settings/id/99")
		get("no article", "/feeds/nothing")
		get("no page", "/pages/nothing")
		get("Help & Support", "/help")

		write := func(title, body string) { s.call(v, title, "POST", "/contact", body) }
		write("a letter", `{"name":" Ada  Byron ","email":"ada@post.example ","subject":"A date","message":"It was 1843.\r\nNot 1842."}`)
		write("nothing entered", `{}`)
		write("too long, and no address", `{"name":"`+strings.Repeat("n", 101)+`","email":"ada","subject":"`+strings.Repeat("s", 151)+`","message":"`+strings.Repeat("m", 1001)+`"}`)
		write("what cannot be seen", `{"name":"\u200b","email":"ada@post.example\nBcc: bo@post.example","subject":"bell \u0007","message":" \n "}`)
		write("a field of a wrong type", `{"name":5}`)
		write("the hidden field filled in", `{"name":"Ada","email":"ada@post.example","subject":"Buy","message":"Cheap.","website":"https://shop.example"}`)
		for range 4 {
			v.Do("POST", "/contact", `{"name":"Ada","email":"ada@post.example","subject":"Again","message":"Hello?"}`).Want(201)
		}
		write("one letter too many", `{"name":"Ada","email":"ada@post.example","subject":"Again","message":"Hello?"}`)
	})
}
