package accounts

import (
	"errors"
	"testing"

	"colloquy/internal/core"
)

// rule texts-first-error
func TestFieldErrorsUseTheFirstTextAsMessage(t *testing.T) {
	err := fieldErrors("name", "", "email", "b", "password", "c")
	e, ok := errors.AsType[*core.Error](err)
	if !ok || e.Kind != core.Invalid || e.Msg != "b" || len(e.TextByField) != 2 || e.TextByField["password"] != "c" {
		t.Errorf("got %#v", err)
	}
	if err := fieldErrors("name", "", "email", ""); err != nil {
		t.Errorf("all in order gave %v", err)
	}
}
