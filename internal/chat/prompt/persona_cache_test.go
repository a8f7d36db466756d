package prompt

import (
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"colloquy/internal/core"
)

func TestPersonaCacheEqualsAFreshResult(t *testing.T) {
	p := testPersona(t, "johannes-kepler")
	for detailLevel := bareDetailLevel; detailLevel <= maxExamples; detailLevel++ {
		for range 2 {
			if cacheOf(p).sheetFor(p, sheetKey{Frontier, detailLevel}).text != writePersona(p, detailLevel) {
				t.Errorf("detail %d: the cached text differs", detailLevel)
			}
		}
	}
	if first, again := cacheOf(p), cacheOf(p); first != again {
		t.Error("the cache of a persona in use was computed twice")
	}
	for i, topic := range cacheOf(p).topics {
		if len(topic.stemsByText) != len(p.Topics[i].Texts) || len(topic.questionStems) == 0 {
			t.Errorf("topic %d: %+v", i, topic)
		}
	}
}

func TestPersonasWithOneNameHaveOwnCaches(t *testing.T) {
	a, b := &core.Persona{Name: "Ada", Bio: "I count."}, &core.Persona{Name: "Ada", Bio: "I weave."}
	if cacheOf(a).sheetFor(a, sheetKey{Frontier, 1}).text == cacheOf(b).sheetFor(b, sheetKey{Frontier, 1}).text {
		t.Error("two personas share a text")
	}
}

func TestCacheDropsUnusedPersonas(t *testing.T) {
	countCachedPersonas := func() (n int) {
		cacheByPersona.Range(func(any, any) bool { n++; return true })
		return n
	}
	cachedCountBefore := countCachedPersonas()
	func() {
		for range 50 {
			cacheOf(&core.Persona{Name: "Nobody"})
		}
	}()
	deadline := time.Now().Add(10 * time.Second)
	for countCachedPersonas() > cachedCountBefore {
		if time.Now().After(deadline) {
			t.Fatalf("%d of 50 personas are still cached", countCachedPersonas()-cachedCountBefore)
		}
		runtime.GC()
		runtime.Gosched()
	}
}

func TestPersonaCacheInParallel(t *testing.T) {
	p := testPersona(t, "johannes-kepler")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if cacheOf(p).sheetFor(p, sheetKey{Frontier, 1}).text == "" {
				t.Error("no text")
			}
		})
	}
	wg.Wait()
}

// FillPlaceholders makes one pass and gives the same result as the regular expression of this
// test.
func TestPlaceholdersAreFilledInOnePass(t *testing.T) {
	placeholderRegexp := regexp.MustCompile(`(?i)\{\{\s*(?:char|user|original)\s*\}\}|<(?:bot|user)>`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"{", "{{", "}}", "<", ">", "char", "USER", "original", " ", "bot", "{{char}}", "{{ User }}", "<BOT>", "<user>", "é", "word",
		})).Draw(t, "parts"), "")
		want := placeholderRegexp.ReplaceAllStringFunc(text, func(mark string) string { return placeholderValue(mark, "<user>", "{{char}}") })
		if got := FillPlaceholders(text, "<user>", "{{char}}"); got != want {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
	})
}

func TestDateQuestionsAreRecognised(t *testing.T) {
	for text, want := range map[string]bool{
		"What day is it today?": true, "WHAT'S THE DATE": true, "Welcher Tag ist heute?": true, "¿Qué DÍA es hoy?": true,
		"Quelle ANNÉE sommes-nous ?": true, "几号": true, "КАКОЙ СЕГОДНЯ день": true,
		"Yesterday I read another page.": false, "": false, "Tell me of your data.": false,
	} {
		if got := asksForDate(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
