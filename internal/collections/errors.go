package collections

import "colloquy/internal/core"

// Errors of this package. Rules collections-own, collections-limits, collections-order,
// collections-share.
var (
	errNoCollection       = core.E(core.NotFound, "collection_not_found", "This collection does not exist.")
	errNotShared          = core.E(core.NotFound, "collection_not_shared", "This collection does not exist or is no longer shared.")
	errNoCharacter        = core.ErrNoCharacter
	errTooManyCollections = core.E(core.Conflict, "too_many_collections", "You have 100 collections. Delete one to make another.")
	errCollectionFull     = core.E(core.Conflict, "collection_full", "This collection has 100 characters. Take one out to add another.")
	errCollectionChanged  = core.E(core.Conflict, "collection_changed", "This collection has changed meanwhile. Please load it again and repeat your change.")
	errBadCursor          = core.ErrBadCursor
)

// The maximum lengths of texts, in code points, and the texts that users read. Rule
// collections-name.
const (
	maxNameLength        = 60
	maxDescriptionLength = 300

	emptyNameText        = "Name is required"
	longNameText         = "Name is too long (at most 60 characters)"
	unprintableNameText  = "Name contains characters that cannot be shown"
	longDescriptionText  = "Description is too long (at most 300 characters)"
	unprintableDescText  = "Description contains characters that cannot be shown"
	missingCharacterText = "Please name a character."
	badOrderText         = "Please name each character once, by its character_id."
)
