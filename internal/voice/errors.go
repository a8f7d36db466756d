package voice

import (
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/voice/speech"
)

// Errors of the service. The rules voice-errors and voice-transcription define their texts.
var (
	errAllowanceUsed   = core.E(core.Exhausted, "voice_allowance_used", "Insufficient funds for voice generation. Please add funds to your wallet.")
	errCharacterLocked = core.E(core.Forbidden, "character_locked", "Access denied to this character voice.")
	errTooManyRequests = core.E(core.Limited, "rate_limited", "Too many voice requests. Please wait before trying again.").WithRetryAfter(5 * time.Second)
	errRecordingFailed = core.E(core.ExternalFailure, "voice_failed", "Server error. Please try again later.")
	errUnavailable     = core.E(core.Unavailable, "voice_unavailable", "Service temporarily unavailable. Please try again later.")
	errNoWords         = core.E(core.Invalid, "voice_nothing_to_say", "No audio content available for playback.")
	errNoMessage       = core.E(core.NotFound, "message_not_found", "This message does not exist.")
	errReplyRunning    = core.E(core.Conflict, "reply_running", "This reply is still being written.") // rule voice-parts

	errNoTranscriber       = core.E(core.Unavailable, "transcription_unavailable", "Dictation is not available here. Please type instead.")
	errTranscriberBusy     = core.E(core.Limited, "rate_limited", "Many people are dictating right now. Please try again in a moment.").WithRetryAfter(5 * time.Second)
	errTranscriptionFailed = core.E(core.ExternalFailure, "transcription_failed", "What you said could not be written down. Please type instead, or try again.")
	errNoRecording         = core.InvalidFieldsError(audioField, "Please record something first.")
)

// Reasons of failed attempts, as they are stored.
const (
	speechBusyReason   = "busy"
	speechFailedReason = "broken"
)

func failureReason(err error) string {
	if errors.Is(err, speech.ErrBusy) {
		return speechBusyReason
	}
	return speechFailedReason
}

func errorForFailureReason(reason string) error {
	if reason == speechBusyReason {
		return errTooManyRequests
	}
	return errRecordingFailed
}
