package content

import "colloquy/internal/core"

var (
	errNoSection = core.E(core.NotFound, "section_not_found", "There is no such section.")
	errNoArticle = core.E(core.NotFound, "article_not_found", "There is no such article.")
	errNoPage    = core.E(core.NotFound, "page_not_found", "There is no such page.")
	errNoHelp    = core.E(core.NotFound, "help_not_found", "The help pages are missing. Please write to us at /contact-us.")

	// Rule contact-hidden-field.
	errHoneypot = core.E(core.Invalid, "looks_automatic", "This looks as if a program had filled in the form. Please press Send Message once more.")
	// Rule contact-how-often.
	errManyLetters = core.E(core.Limited, "rate_limited", "You have written several messages. Please wait a while and try again.")
)
