package index

import "strings"

// IDsByName returns the IDs of the characters whose folded name contains a folded text.
func (x *Index) IDsByName(text string) []int {
	var ids []int
	for i := range x.entries {
		if strings.Contains(x.entries[i].name, text) {
			ids = append(ids, x.entries[i].id)
		}
	}
	return ids
}
