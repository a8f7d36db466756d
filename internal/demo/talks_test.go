package demo

import (
	_ "embed"
	"flag"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"colloquy/internal/llm"
)

// Talks that readers have labelled.
var (
	//go:embed testdata/talks.txt
	talksText string
	//go:embed testdata/visits_tuned.txt
	tuningVisitsText string
	//go:embed testdata/visits_held_out.txt
	heldOutVisitsText string
)

// mustPrintTalks is set by the flag -talks: the tests then print their talks with the present
// replies, in the form of testdata/talks.txt.
var mustPrintTalks = flag.Bool("talks", false, "print the talks of testdata with the present replies")

// replyLabel is a reader's judgement of a reply.
type replyLabel byte

// The labels of testdata/talks.txt.
const (
	onPointLabel  replyLabel = 'A' // on the point, or an authored answer to exactly this line
	relatedLabel  replyLabel = 'B' // about the subject, but no answer
	unknownLabel  replyLabel = 'C' // an honest "I do not know" in the persona's manner
	offTopicLabel replyLabel = 'D' // a non-sequitur
	ignoringLabel replyLabel = 'E' // ignores what a user tells about themselves
	unjudgedLabel replyLabel = '?' // not labelled yet
)

// talk is a conversation with one persona.
type talk struct {
	slug  string
	turns []talkTurn
}

// talkTurn is a user's line, with the beginning of the reply and the label of the reply.
type talkTurn struct {
	line           string
	label          replyLabel
	replyBeginning string
}

func readTalks(t *testing.T, file string) (out []talk) {
	t.Helper()
	for n, line := range strings.Split(file, "\n") {
		switch {
		case line == "", strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			out = append(out, talk{slug: strings.Trim(line, "[]")})
		case strings.HasPrefix(line, "> ") && len(out) > 0:
			lastTalk := &out[len(out)-1]
			lastTalk.turns = append(lastTalk.turns, talkTurn{line: line[2:], label: unjudgedLabel})
		case len(line) > 2 && line[1] == ' ' && len(out) > 0 && len(out[len(out)-1].turns) > 0:
			turns := out[len(out)-1].turns
			turns[len(turns)-1].label, turns[len(turns)-1].replyBeginning = replyLabel(line[0]), line[2:]
		default:
			t.Fatalf("line %d is neither a persona, a line nor a reply: %q", n+1, line)
		}
	}
	return out
}

// maxBeginningLength is the largest length of a reply in testdata/talks.txt, in runes. The file has
// the beginnings of longer replies.
const maxBeginningLength = 90

func beginningOf(reply string) string {
	if r := []rune(reply); len(r) > maxBeginningLength {
		return strings.TrimSpace(string(r[:maxBeginningLength]))
	}
	return reply
}

// answeringMove returns the name of the move that would answer line.
func (c *conversation) answeringMove(line string) string {
	req := c.request(llm.Reply)
	req.Messages = append(req.Messages[:len(req.Messages):len(req.Messages)], llm.Message{Role: llm.User, Content: line})
	t := newTurn(newIndex(c.persona), req)
	for _, move := range moves {
		if move(t) != "" {
			name := runtime.FuncForPC(reflect.ValueOf(move).Pointer()).Name()
			return name[strings.LastIndex(name, ".")+1:]
		}
	}
	return "admitUnknown"
}

// TestTalksStayOnThePoint checks the replies in twelve talks of about ten turns, typed as on a
// phone. Most replies are on the point, and few are off the topic. A reader has labelled the
// replies. A changed reply needs a new label.
// rule demo-talks
func TestTalksStayOnThePoint(t *testing.T) { checkTalks(t, talksText, 70, 5) }

// TestTunedVisitsStayOnThePoint: replies in the short visits that were used to tune the
// responder stay on the point.
// rule demo-visits
func TestTunedVisitsStayOnThePoint(t *testing.T) { checkTalks(t, tuningVisitsText, 48, 5) }

// TestUnseenVisitsStayOnThePoint: replies in short visits stay on the point. These visits were not
// used to tune the responder. The limits are less strict than in TestTunedVisitsStayOnThePoint.
// rule demo-visits
func TestUnseenVisitsStayOnThePoint(t *testing.T) { checkTalks(t, heldOutVisitsText, 45, 7) }

// checkTalks plays the talks of a file. Each reply must have a label. At least minOnPointShare
// percent of the replies must be on the point. At most maxOffTopicShare percent may be off the
// topic or ignore the user.
func checkTalks(t *testing.T, file string, minOnPointShare, maxOffTopicShare float64) {
	t.Helper()
	personas, counts, total := allPersonas(t), map[replyLabel]int{}, 0
	for _, talk := range readTalks(t, file) {
		p := personas[talk.slug]
		if p == nil {
			t.Fatalf("there is no persona %q", talk.slug)
		}
		if *mustPrintTalks {
			fmt.Printf("\n[%s]\n", talk.slug)
		}
		c := startConversation(t, p.AtYear(0), "talk")
		for _, turn := range talk.turns {
			counts[c.sayAndLabelReply(talk.slug, turn)]++
			total++
		}
	}
	if *mustPrintTalks {
		return
	}
	percentOf := func(labels ...replyLabel) (sum float64) {
		for _, l := range labels {
			sum += 100 * float64(counts[l]) / float64(total)
		}
		return sum
	}
	t.Logf("%d turns: %.1f %% on the point, %.1f %% related, %.1f %% unknown, %.1f %% astray, %.1f %% deaf, %.1f %% to be labelled",
		total, percentOf(onPointLabel), percentOf(relatedLabel), percentOf(unknownLabel), percentOf(offTopicLabel), percentOf(ignoringLabel), percentOf(unjudgedLabel))
	if counts[unjudgedLabel] > 0 {
		t.Error("label by hand: the flags -v -talks print the file with ? for each reply to be labelled")
	}
	if percentOf(onPointLabel) < minOnPointShare || percentOf(offTopicLabel, ignoringLabel) > maxOffTopicShare {
		t.Errorf("at least %.0f %% on the point and at most %.0f %% astray or deaf", minOnPointShare, maxOffTopicShare)
	}
}

// sayAndLabelReply sends the user's line of a turn and returns the turn's label. If the reply does not
// begin with turn.replyBeginning, sayAndLabelReply returns unjudgedLabel.
func (c *conversation) sayAndLabelReply(slug string, turn talkTurn) replyLabel {
	c.t.Helper()
	move := c.answeringMove(turn.line)
	reply := c.say(turn.line)
	isChanged := turn.replyBeginning != beginningOf(reply)
	if isChanged {
		turn.label = unjudgedLabel
	}
	switch {
	case *mustPrintTalks:
		fmt.Printf("> %s\n%c %s\n", turn.line, turn.label, beginningOf(reply))
	case isChanged:
		c.t.Errorf("%s: %q is now answered by %q (%s), not by %q: read it and label it again", slug, turn.line, reply, move, turn.replyBeginning)
	}
	if testing.Verbose() && turn.label != onPointLabel {
		c.t.Logf("%c %s: %q (%s): %s", turn.label, slug, turn.line, move, reply)
	}
	return turn.label
}
