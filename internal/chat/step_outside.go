package chat

import (
	"context"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/outside"
	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// outsideNotesPerMinute is the largest number of notes that a user can request in a minute. Each note
// also counts as a message (rule chat-step-outside).
const outsideNotesPerMinute = 6

// StepOutside returns a note: what the character's fact sheet says about the subject of a reply.
// messageID is the id of the reply; "" means the last reply that has ended. The note is not stored,
// so prompts never contain it. A model writes the note from the numbered entries of the fact sheet.
// Special cases:
//
//   - No model answers, or its answer is not supported by the sheet: the note lists the entries
//     that share words with the reply.
//   - The user is at risk: the note has the help lines, and no model is asked.
func (s *Service) StepOutside(ctx context.Context, actor core.Actor, ref, messageID string) (outside.Note, error) {
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return outside.Note{}, err
	}
	ch, err := s.checkMayWrite(ctx, actor, c)
	if err != nil {
		return outside.Note{}, err
	}
	subject, err := s.subjectOf(ctx, c, messageID)
	if err != nil {
		return outside.Note{}, err
	}
	sheet := outside.NewSheet(ch.Persona, s.quotes.Matcher(ch.Persona))
	countNoteInTx := func(tx storage.Querier) error { return s.chargeNoteToLimits(ctx, tx, c.UserID) }
	if help, ok := distress.HelpFor(subject.UserLine, actor.Region); ok {
		note := sheet.NoteFromRecord(subject)
		note.Content = help.NoteForReply() + "\n\n" + note.Content
		return note, s.deps.DB.Write(ctx, countNoteInTx)
	}
	req := sheet.Request(subject)
	req.ConversationID = c.ID
	answer, err := s.replyRunner.AskModel(ctx, actor.UserID, req, countNoteInTx)
	if err != nil {
		return outside.Note{}, err
	}
	if note, ok := sheet.ReadAnswer(answer, subject); ok {
		return note, nil
	}
	return sheet.NoteFromRecord(subject), nil
}

// subjectOf returns the reply that a note is about, and the line that the reply answers.
func (s *Service) subjectOf(ctx context.Context, c Conversation, messageID string) (outside.NoteSubject, error) {
	reply, err := s.replyForNote(ctx, c, messageID)
	if err != nil {
		return outside.NoteSubject{}, err
	}
	subject := outside.NoteSubject{Reply: reply.Content}
	if reply.ReplyTo != "" {
		line, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, reply.ReplyTo)
		if message.IgnoreNotFound(err) != nil {
			return outside.NoteSubject{}, err
		}
		subject.UserLine = line.Content
	}
	return subject, nil
}

// replyForNote returns the reply that a note is about. It returns errReplyRunning for a running
// reply. It returns errNoReply for a user message, an inactive reply and a reply without text.
func (s *Service) replyForNote(ctx context.Context, c Conversation, messageID string) (message.Message, error) {
	if messageID == "" {
		return message.LastEndedReply(ctx, s.deps.DB.Reader(), c.ID)
	}
	reply, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, messageID)
	switch {
	case err != nil:
		return reply, err
	case reply.IsUser || !reply.IsActive:
		return reply, errNoReply
	case reply.Status == message.Generating:
		return reply, errReplyRunning
	case reply.Content == "":
		return reply, errNoReply
	}
	return reply, nil
}

// chargeNoteToLimits counts a note as a message of the user and towards the limit outsideNotesPerMinute.
func (s *Service) chargeNoteToLimits(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := s.deps.Limits.TakeInTx(ctx, tx, append(sendLimits(userID),
		limits.Limit{Key: "step-outside " + userID, N: outsideNotesPerMinute, Period: time.Minute})...)
	return asRateLimited(err)
}
