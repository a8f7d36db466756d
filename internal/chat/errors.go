package chat

import "colloquy/internal/core"

// Errors of the calls. docs/rules.md fixes some of the texts.
var (
	errNoConversation = core.E(core.NotFound, "conversation_not_found", "This conversation does not exist.")
	errNoCharacter    = core.ErrNoCharacter
	errLocked         = core.E(core.Forbidden, "character_locked", "This character is locked. Unlock it to keep talking.")
	errReplyRunning   = core.E(core.Conflict, "reply_running", "A reply is still being written. Wait for it, or stop it first.")
	errRateLimited    = core.ErrRateLimited
	errTooManyReplies = core.E(core.Limited, "too_many_replies", "Two replies are being written for you already. Please wait for one to end.")
	errNothingToRetry = core.E(core.Conflict, "nothing_to_retry", "The last reply is complete.")
	errCrossSite      = core.ErrCrossSite
	errNotAStream     = core.E(core.NotAcceptable, "not_acceptable", "This call answers text/event-stream.")
	errBadCursor      = core.ErrBadCursor
	errMessageDeleted = core.E(core.Conflict, "message_deleted", "This message was deleted with its chat. Send it again if you want it here.")
	errStorageFull    = core.E(core.Forbidden, "storage_full", "Your messages fill the space that one account has. Delete chats that you no longer need in your chat history.")
)

const (
	maxMessageLength  = 4000 // code points (rule chat-message-length)
	maxClientIDLength = 80
	emptyMessageText  = "Please write a message."
	longMessageText   = "A message can have at most 4,000 characters."
	otherMessageText  = "This client_id belongs to a message with another text. Send this one under a new client_id."
	sessionIDsText    = "Please name 1 to 100 chats."
	badDateText       = "This is not a date and time."
	badClientIDText   = "client_id begins with user- and has at most 80 characters."
)
