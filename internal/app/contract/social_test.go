package contract

import (
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
)

// The answers of the calls that like, follow, comment and report.
func TestAnswersOfLikesAndComments(t *testing.T) {
	playScript(t, "social", func(s *script) {
		ada, bo, v := s.newUser("Ada"), s.newUser("Bo"), s.NewVisitor()
		const on = "/profile/ada-lovelace"
		s.call(ada, "a like turns round", "POST", on+"/like", "")
		s.call(ada, "a like that shall be", "POST", "/profile/20/like", `{"liked":true}`)
		s.call(bo, "a like taken back that never was", "POST", on+"/like", `{"liked":false}`)
		s.call(bo, "a follow", "POST", on+"/follow", "")
		s.call(bo, "a follow that shall not be", "POST", on+"/follow/", `{"following":false}`)
		s.call(v, "not signed in", "POST", on+"/like", "")
		s.call(ada, "nobody to like", "POST", "/profile/nobody/like", "")
		s.call(ada, "a like that is no truth value", "POST", on+"/like", `{"liked":"yes"}`)

		s.recordCommentCalls(ada, bo, v, on)

		s.call(bo, "an empty comment", "POST", on+"/comments", `{"comment":" \n","parent_comment_id":null}`)
		s.call(bo, "a comment that is too long", "POST", on+"/comments", `{"comment":"`+strings.Repeat("é", 1001)+`"}`)
		s.call(bo, "a comment with control characters", "POST", on+"/comments", `{"comment":"ding \u0007 dong"}`)
		s.call(bo, "a reply to nothing", "POST", on+"/comments", `{"comment":"Hello?","parent_comment_id":"nothing"}`)
		s.call(v, "a visitor's comment", "POST", on+"/comments", `{"comment":"Hello"}`)
		s.call(v, "an altered place", "GET", on+"/comments?lastItemRef=bnVsbA", "")
		s.call(v, "a limit that is no number", "GET", on+"/comments?limit=many", "")
		s.call(v, "comments on nobody", "GET", "/profile/nobody/comments", "")
		s.call(v, "a profile without activity", "GET", "/profile/cleopatra/activity", "")
	})
}

func (s *script) recordCommentCalls(ada, bo, v *apptest.Client, on string) {
	var topComment, reply, lastComment struct{ ID string }
	s.call(ada, "a comment", "POST", on+"/comments", `{"comment":"  A fine mind. ","parent_comment_id":null}`).Into(&topComment)
	s.call(ada, "the same text again", "POST", on+"/comments", `{"comment":"A fine mind."}`)
	s.call(bo, "a reply", "POST", on+"/comments", `{"comment":"And a kind one.","parent_comment_id":"`+topComment.ID+`"}`).Into(&reply)
	s.call(bo, "a reply to a reply", "POST", on+"/comments", `{"comment":"Deeper","parent_comment_id":"`+reply.ID+`"}`)
	s.call(bo, "a heart", "POST", "/comments/"+topComment.ID+"/like", `{"liked":true}`)
	s.call(ada, "a heart for nothing", "POST", "/comments/nothing/like", "")
	s.call(bo, "a second comment", "POST", on+"/comments", `{"comment":"Where are the engines?"}`).Into(&lastComment)
	s.call(v, "the first page", "GET", on+"/comments?limit=1", "")
	s.call(bo, "all, as the second person sees them", "GET", on+"/comments", "")
	s.call(bo, "the replies", "GET", "/comments/"+topComment.ID+"/replies", "")
	s.call(v, "replies to a reply", "GET", "/comments/"+reply.ID+"/replies", "")
	s.call(v, "an altered place among replies", "GET", "/comments/"+topComment.ID+"/replies?cursor=bnVsbA", "")
	s.call(v, "the activity", "GET", on+"/activity?limit=1", "")
	s.call(bo, "a report", "POST", "/comments/"+topComment.ID+"/report", `{"reason":"Too kind"}`)
	s.call(bo, "a report without a reason", "POST", "/comments/"+topComment.ID+"/report", `{"reason":""}`)
	s.call(ada, "a report of one's own words", "POST", "/comments/"+topComment.ID+"/report", `{"reason":"Mine"}`)
	s.call(ada, "somebody else's comment is not deleted", "DELETE", "/comments/"+lastComment.ID, "")
	s.call(bo, "one's own is", "DELETE", "/comments/"+lastComment.ID, "")
	s.call(ada, "one with replies leaves its place", "DELETE", "/comments/"+topComment.ID, "")
	s.call(ada, "a place is not deleted", "DELETE", "/comments/"+topComment.ID, "")
	s.call(v, "the replies to what is left", "GET", "/comments/"+topComment.ID+"/replies", "")
	s.call(ada, "what is left", "GET", on+"/comments?limit=0", "")
}
