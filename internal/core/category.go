package core

// Category is a category as the seed holds it. It is in core because the seed reads
// it and the catalogue stores it.
type Category struct {
	ID          string `json:"id"`          // kebab-case
	Name        string `json:"name"`        // characters refer to it by name
	Icon        string `json:"icon"`        // a lucide icon name
	Description string `json:"description"` // one sentence
}
