package chat

import (
	"bufio"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"colloquy/internal/chat/message"
)

// Each page is queried once, for any number of messages. An error of a query ends the writing.
// rule messages-export-file
func TestTranscriptReadsEachPageOnce(t *testing.T) {
	for n, want := range map[int]int{0: 1, 99: 1, 100: 2, 10_000: 101} {
		for name, format := range transcriptFormats {
			var queries, written int
			format.writeMessage = func(*bufio.Writer, transcript, message.Message, bool) error { written++; return nil }
			tr := transcript{format: format, page: func(_ context.Context, after int64) ([]message.Message, error) {
				queries++
				var list []message.Message
				for seq := after + 1; seq <= int64(n) && len(list) < transcriptPageSize; seq++ {
					list = append(list, message.Message{Seq: seq})
				}
				return list, nil
			}}
			var out strings.Builder
			if err := tr.write(t.Context(), bufio.NewWriter(&out)); err != nil || queries != want || written != n {
				t.Errorf("%s, %d messages: %d queries, %d written, %v", name, n, queries, written, err)
			}
			errPageUnavailable := errors.New("away")
			tr.page = func(context.Context, int64) ([]message.Message, error) { return nil, errPageUnavailable }
			if err := tr.write(t.Context(), bufio.NewWriter(&out)); !errors.Is(err, errPageUnavailable) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// The text of any message can be read back from the Markdown. Every line of the text is inside a
// quotation or a code block.
// rule messages-export-file
func TestMarkdownKeepsTextInQuotationOrCodeBlock(t *testing.T) {
	parts := []string{"# a", "> b", "```", "````", "~~~", "***", "---", "===", "<script>", "<!--", "![x](http://a.example/b.png)", "[x]: http://a.example", "\n", "\n\n", " ", "    ", "\t", "word", "**bold**", "- item", "é", "&lt;", "\\"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(7) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()
		got := markdownText(text)
		lines := strings.Split(got, "\n")
		if fence := strings.TrimSuffix(lines[0], "text"); strings.HasPrefix(got, "```") {
			if inside := strings.Join(lines[1:len(lines)-1], "\n"); inside != text || strings.Contains(text, fence) || lines[len(lines)-1] != fence {
				t.Fatalf("%q is written as %q", text, got)
			}
			continue
		}
		for i, line := range lines {
			if !strings.HasPrefix(line, "> ") {
				t.Fatalf("%q is written as %q", text, got)
			}
			lines[i] = line[2:]
		}
		if strings.Join(lines, "\n") != text {
			t.Fatalf("%q is written as %q", text, got)
		}
		for _, mark := range []string{"<script>", "<!--", "![", "# a", "]:", "```", "~~~"} {
			if at := strings.Index(text, mark); at == 0 || at > 0 && text[at-1] == '\n' {
				t.Fatalf("%q is written as %q", text, got)
			}
		}
	}
	for text, want := range map[string]string{
		"Hello": "> Hello", "a\r\nb\rc": "> a\n> b\n> c", "**x**\n- y": "> **x**\n> - y", "a < b": "> a < b", "x\n==": "```text\nx\n==\n```", "<": "> <", "`` ` ``": "> `` ` ``", "1. - # x": "```text\n1. - # x\n```",
	} {
		if got := markdownText(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

// rule messages-export-file
func TestTranscriptFileNamesAreSafe(t *testing.T) {
	now := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	for title, want := range map[string]string{
		"": "Talk with Ada 2026-03-01.md", "../../etc/passwd": "etc passwd 2026-03-01.md", "a\"b\r\nc;d": "a b c;d 2026-03-01.md", "...": "Talk 2026-03-01.md",
		strings.Repeat("é", 80): strings.Repeat("é", 60) + " 2026-03-01.md", "\u202etxt.exe": "txt.exe 2026-03-01.md",
	} {
		tr := transcript{conversation: Conversation{Title: title}, name: "Ada", slug: "ada\"\r\n é-lovelace", format: transcriptFormats["md"], now: now}
		name, anyName := tr.fileNames()
		if name != "colloquy-ada-lovelace-2026-03-01.md" || anyName != want {
			t.Errorf("%q: %q and %q, want %q", title, name, anyName, want)
		}
	}
	tr := transcript{format: transcriptFormats["json"], now: now}
	if name, _ := tr.fileNames(); name != "colloquy-2026-03-01.json" {
		t.Errorf("without a slug: %q", name)
	}
}
