package demo

import (
	_ "embed"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

//go:embed testdata/first_lines.txt
var firstLinesText string

// firstLine is a first message of a new user. A reply is on the point if its kind is one
// of answerKinds.
type firstLine struct {
	text        string
	answerKinds []string // intents, or kinds of moves from kindByMove
}

func readFirstLines(t *testing.T) (out []firstLine) {
	t.Helper()
	for line := range strings.Lines(firstLinesText) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, answers, ok := strings.Cut(line, "|")
		if !ok {
			t.Fatalf("%q has no answer", line)
		}
		out = append(out, firstLine{text, strings.Split(answers, ",")})
	}
	return out
}

// kindByMove maps the name of a move to its kind, as testdata/first_lines.txt names it.
var kindByMove = map[string]string{
	"answerIdentity": "identity", "answerFeeling": "feeling", "answerGrief": "feeling", "answerSmallTalk": "smalltalk",
}

// replyVerdict is how well a line was answered.
type replyVerdict string

const (
	onPoint  replyVerdict = "on the point"
	declined replyVerdict = "declined"
	offPoint replyVerdict = "beside the point"
)

// judgeReply plays a line as the first message after the greeting. It returns how well the line
// was answered, and the reply.
func judgeReply(p *core.Persona, line firstLine) (replyVerdict, string) {
	req := llm.Request{Persona: p, ConversationID: "first", Messages: []llm.Message{{Role: llm.Assistant, Content: p.Greeting}, {Role: llm.User, Content: line.text}}}
	t := newTurn(newIndex(p), req)
	for _, move := range moves {
		reply := move(t)
		if reply == "" {
			continue
		}
		name := runtime.FuncForPC(reflect.ValueOf(move).Pointer()).Name()
		name = name[strings.LastIndex(name, ".")+1:]
		for _, want := range line.answerKinds {
			if text := p.CoreAnswers[core.Intent(want)]; text != "" && strings.Contains(reply, text) || kindByMove[name] == want {
				return onPoint, reply
			}
		}
		if slices.ContainsFunc(p.People, func(k core.KnownPerson) bool { return strings.Contains(reply, k.Says) }) {
			return onPoint, reply
		}
		if isDontKnowReply(p, reply) {
			return declined, reply
		}
		return offPoint, name + ": " + reply
	}
	return declined, t.admitUnknown()
}

// Bounds of the test, in percent of the replies of all personas with own answers.
const (
	minOnPointPercent  = 70.0
	maxOffPointPercent = 5.0
)

// TestFirstLinesAreAnswered checks the replies to first messages of new users. At least minOnPointPercent
// percent answer the question, and at most maxOffPointPercent percent answer another one.
// rule demo-first-lines
func TestFirstLinesAreAnswered(t *testing.T) {
	lines := readFirstLines(t)
	countByVerdict, countsByLine := map[replyVerdict]int{}, map[string]map[replyVerdict]int{}
	replyCount := 0
	for slug, p := range allPersonas(t) {
		if len(p.CoreAnswers) == 0 {
			continue
		}
		for _, line := range lines {
			v, reply := judgeReply(p.AtYear(0), line)
			if v == offPoint {
				t.Logf("%s: %q: %s", slug, line.text, reply)
			}
			countByVerdict[v]++
			replyCount++
			if countsByLine[line.text] == nil {
				countsByLine[line.text] = map[replyVerdict]int{}
			}
			countsByLine[line.text][v]++
		}
	}
	if replyCount == 0 {
		t.Fatal("no persona has own answers")
	}
	percentOf := func(v replyVerdict) float64 { return 100 * float64(countByVerdict[v]) / float64(replyCount) }
	t.Logf("%d replies: %.1f %% on the point, %.1f %% declined, %.1f %% beside it", replyCount, percentOf(onPoint), percentOf(declined), percentOf(offPoint))
	for _, line := range lines {
		if c := countsByLine[line.text]; c[onPoint] < c[declined]+c[offPoint] {
			t.Logf("mostly missed: %q %v", line.text, c)
		}
	}
	if percentOf(onPoint) < minOnPointPercent || percentOf(offPoint) > maxOffPointPercent {
		t.Errorf("at least %.0f %% on the point and at most %.0f %% beside it", minOnPointPercent, maxOffPointPercent)
	}
}
