package mailaddr_test

import (
	"testing"

	"colloquy/internal/email/mailaddr"
)

func TestValidAcceptsOnlyBareAddresses(t *testing.T) {
	for _, good := range []string{"ada@post.example", "o'b.c+tag@a.b-c.example", "jörg@pöst.example", "x@1.b"} {
		if !mailaddr.IsValid(good) {
			t.Errorf("%q is invalid", good)
		}
	}
	for _, bad := range []string{
		"", "ada", "ada@post", "@post.example", "ada@", "ada@post.", "ada@.example", "a b@post.example", "a..b@post.example", ".a@post.example",
		"<ada@post.example>", "Ada <ada@post.example>", "a@b.c,d@e.f", "a@b.c;d@e.f", "a(c)@b.c", `"a"@b.c`, "a@b@c.d", "a@b.c\n", "a\u200bb@c.d", "a\u202eb@c.d", "a@b.c\x00", "a\xff@b.c", "a\u00a0b@c.d",
	} {
		if mailaddr.IsValid(bad) {
			t.Errorf("%q is valid", bad)
		}
	}
}
