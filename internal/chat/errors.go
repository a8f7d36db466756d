package chat

import "colloquy/internal/core"

// Errors of the calls. docs/rules.md prescribes some of the texts.
var (
	errNoConversation = core.E(core.NotFound, "conversation_not_found", "This conversation does not exist.")
	errNoCharacter    = core.ErrNoCharacter
	// Rule access-locked-refuses.
	errCharacterLocked = core.E(core.Forbidden, "character_locked", "This character is locked. Unlock it to keep talking.")
	// rule chat-one-at-a-time
	errReplyRunning = core.E(core.Conflict, "reply_running", "A reply is still being written. Wait for it, or stop it first.")
	errRateLimited  = core.ErrRateLimited
	// rule replies-two-at-once
	errTooManyReplies = core.E(core.Limited, "too_many_replies", "Two replies are being written for you already. Please wait for one to end.")
	errNothingToRetry = core.E(core.Conflict, "nothing_to_retry", "There is no reply that could be written again.")
	// rule messages-versions
	errNotLastReply    = core.E(core.Conflict, "not_last", "The talk has gone on since. Only its last reply has versions to choose from.")
	errTooManyVersions = core.E(core.Conflict, "too_many_versions", "This reply has thirty versions already. Choose one of them, or edit your message.")
	// rule messages-delete
	errGreetingStays   = core.E(core.Conflict, "greeting_stays", "The greeting stays at the head of the talk.")
	errMessageArchived = core.E(core.Conflict, "message_archived", "This message is in an archive of the talk. Send it again if you want it here.")
	errNoMessage       = core.E(core.NotFound, "message_not_found", "This message does not exist.")
	// rule chat-step-outside
	errNoReply    = core.E(core.Conflict, "no_reply", "There is no reply here to step outside of.")
	errNoArchive  = core.E(core.NotFound, "archive_not_found", "This archive does not exist.")
	errCrossSite  = core.ErrCrossSite
	errNotAStream = core.E(core.NotAcceptable, "not_acceptable", "This call answers text/event-stream.")
	errBadCursor  = core.ErrBadCursor
	// rule chats-delete-resend
	errMessageDeleted = core.E(core.Conflict, "message_deleted", "This message was deleted. Send it again if you want it here.")
	// rule chat-storage
	errStorageFull = core.E(core.Forbidden, "storage_full", "Your messages fill the space that one account has. Delete chats that you no longer need in your chat history.")
)

const (
	maxMessageLength  = 4000 // code points (rule chat-message-length)
	maxClientIDLength = 80   // bytes (rule chat-client-id)
	emptyMessageText  = "Please write a message."
	longMessageText   = "A message can have at most 4,000 characters."
	// rule chat-client-id-one-text
	otherMessageText  = "This client_id belongs to a message with another text. Send this one under a new client_id."
	badChatCountText  = "Please name 1 to 100 chats."
	badDateText       = "This is not a date and time."
	maxGuidanceLength = 300 // code points (rule messages-guidance)
	longGuidanceText  = "A wish for the next version can have at most 300 characters."
	maxTitleLength    = 80 // code points (rule chats-title)
	longTitleText     = "A title can have at most 80 characters."
	maxReasonLength   = 500 // code points (rules messages-feedback, messages-report)
	longReasonText    = "A reason can have at most 500 characters."
	emptyReasonText   = "Please say what is wrong with this message."
	badFeedbackText   = "value is up, down or none."
	// rule messages-export-file
	badFormatText = "format is md or json."
	// rule chat-year
	badYearText     = "The character does not speak from this year."
	badClientIDText = "client_id begins with user- and has at most 80 characters."
)
