package contract

import (
	"fmt"
	"testing"
)

// The answers of all calls about notices.
// rules notifications-list, notifications-read, notifications-all-read, notifications-delete
func TestAnswersOfNotices(t *testing.T) {
	playScript(t, "notices", func(s *script) {
		ada, bo, cleo, v := s.newUser("Ada"), s.newUser("Bo"), s.newUser("Cleo"), s.NewVisitor()
		const path = "/user/notifications"
		s.call(ada, "no notices", "GET", path, "")
		var comment struct{ ID string }
		s.call(ada, "a comment", "POST", "/profile/ada-lovelace/comments", `{"comment":"Well met"}`).Into(&comment)
		s.call(bo, "a reply", "POST", "/profile/ada-lovelace/comments", fmt.Sprintf(`{"comment":"Indeed","parent_comment_id":%q}`, comment.ID))
		var reply, list struct {
			Data struct {
				Newest        string
				Notifications []struct{ ID string }
			}
		}
		s.call(ada, "a notice", "GET", path, "").Into(&reply)
		s.call(cleo, "a like", "POST", "/comments/"+comment.ID+"/like", `{"liked":true}`)
		s.call(ada, "the list", "GET", path+"?limit=1", "").Into(&list)
		s.call(ada, "no filter", "GET", path+"?show=some", "")
		s.call(ada, "no cursor", "GET", path+"?cursor=x", "")
		s.call(ada, "what was shown is read", "PATCH", path+"/mark-all-read?until="+reply.Data.Newest, "")
		s.call(ada, "what arrived later is unread", "GET", path+"?show=unread", "")
		id := list.Data.Notifications[0].ID
		s.call(bo, "of somebody else", "PATCH", path+"/"+id+"/read", "")
		s.call(ada, "read", "PATCH", path+"/"+id+"/read", "")
		s.call(ada, "all are read", "PATCH", path+"/mark-all-read/", "")
		s.call(bo, "of somebody else, to delete", "DELETE", path+"/"+id, "")
		s.call(ada, "deleted", "DELETE", path+"/"+id, "")
		s.call(ada, "deleted again", "DELETE", path+"/"+id, "")
		s.call(ada, "the number", "GET", path+"/stream", "")
		s.call(v, "a visitor", "GET", path, "")
		s.call(v, "a visitor's stream", "GET", path+"/stream", "")
		s.call(v, "no link", "POST", "/unsubscribe/nothing", "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded")
	})
}
