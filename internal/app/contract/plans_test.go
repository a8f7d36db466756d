package contract

import "testing"

// rule payment-plan-answer
func TestAnswersOfPlans(t *testing.T) {
	playScript(t, "plans", func(s *script) {
		v := s.NewVisitor()
		get := func(title, path string) { s.call(v, title, "GET", path, "") }
		get("the plan of one character", "/admin/plans/1")
		get("the plan of all, for a locked character", "/admin/plans/2?characterId=cleopatra")
		get("the plan of all, for a free character", "/admin/plans/2?characterId=20")
		get("no such plan", "/admin/plans/9")
		get("no such character", "/admin/plans/2?characterId=nobody")
	})
}
