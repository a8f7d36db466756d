package core

// Category is the authored material of a category, as the seed holds it.
type Category struct {
	ID          string `json:"id"`          // kebab-case
	Name        string `json:"name"`        // one of the 24 of document 2 §3
	Icon        string `json:"icon"`        // a lucide icon name
	Description string `json:"description"` // one sentence
}
