package core

// Category is a category in the seed. It is in core because package seed reads it and
// package catalogue stores it.
type Category struct {
	ID          string `json:"id"`          // kebab-case
	Name        string `json:"name"`        // characters refer to their category by this name
	Icon        string `json:"icon"`        // name of an icon of the Lucide icon set
	Description string `json:"description"` // one sentence
}
