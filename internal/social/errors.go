package social

import "colloquy/internal/core"

// Errors of this package. Rules comments-unconfirmed, comments-repeated,
// comments-report.
var (
	errNoCharacter = core.ErrNoCharacter
	errNoComment   = core.E(core.NotFound, "comment_not_found", "This comment does not exist.")
	// Rule accounts-verified.
	errUnverified      = core.E(core.Forbidden, "email_unverified", "Confirm your email address to comment.")
	errRepeatedComment = core.E(core.Conflict, "comment_repeated", "You have just posted the same text.")
	errOwnComment      = core.E(core.Conflict, "own_comment", "This comment is your own. You can delete it instead.")
	errBadCursor       = core.ErrBadCursor
	errRateLimited     = core.ErrRateLimited
)

// Texts that users read. Rules comments-length, comments-deleted-user.
const (
	emptyCommentText       = "Comment is required"
	longCommentText        = "Comment is too long (at most 1,000 characters)"
	unprintableCommentText = "Comment contains characters that cannot be shown"
	emptyReasonText        = "Reason is required"
	longReasonText         = "Reason is too long (at most 500 characters)"
	unprintableReasonText  = "Reason contains characters that cannot be shown"
	deletedText            = "[deleted]"
	deletedUserName        = "Deleted user"
)
