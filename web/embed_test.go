package web

import (
	"io/fs"
	"testing"
)

func TestDistHoldsTheBuildFolderAtItsRoot(t *testing.T) {
	if _, err := fs.Stat(Dist(), ".gitkeep"); err != nil {
		t.Fatalf("dist must embed before the first web build: %v", err)
	}
}
