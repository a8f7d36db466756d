package content

import "colloquy/internal/core"

var (
	errNoSection = core.E(core.NotFound, "section_not_found", "There is no such section.")
	errNoArticle = core.E(core.NotFound, "article_not_found", "There is no such article.")
	errNoPage    = core.E(core.NotFound, "page_not_found", "There is no such page.")
)
