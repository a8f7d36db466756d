package distress

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// repeatToMaxLength repeats a text up to the length of the longest message that users may send.
func repeatToMaxLength(text string) string {
	return strings.Repeat(text, 4000/len([]rune(text))+1)[:min(4000, len(text)*(4000/len([]rune(text))+1))]
}

var longLineByKind = map[string]string{
	"prose":    repeatToMaxLength("The Engine weaves patterns of algebra as the loom weaves flowers and leaves, and I wonder what your father would have said to that. "),
	"german":   repeatToMaxLength("Der Webstuhl webt Blumen und Blätter, und ich frage mich, was dein Vater wohl dazu gesagt hätte, wenn er ihn gesehen hätte. "),
	"russian":  strings.Repeat("Машина ткёт узоры алгебры, как станок ткёт цветы и листья, и мне интересно, что сказал бы отец. ", 40),
	"chinese":  strings.Repeat("机器编织代数的图案就像织机编织花朵和叶子我想知道你父亲会怎么说", 130),
	"own":      repeatToMaxLength("i want to not live and kill my life i do not want i can not be "),
	"slips":    repeatToMaxLength("wnat myslef suicde anymroe livign burdne pilsl "),
	"unspaced": strings.Repeat("iwanttokillmyselfx", 220),
	"letters":  strings.Repeat("a ", 2000),
	"one":      strings.Repeat("i", 4000),
	"same":     repeatToMaxLength("want "),
	"quotes":   repeatToMaxLength("\"novel\" "),
}

// processorTime returns the CPU time of the process, or 0 after an error. Wall-clock time
// would depend on other processes.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func BenchmarkKindOf(b *testing.B) {
	for name, line := range longLineByKind {
		b.Run(name, func(b *testing.B) {
			KindOf(line)
			b.ReportAllocs()
			timeBefore := processorTime()
			for b.Loop() {
				KindOf(line)
			}
			b.ReportMetric(float64((processorTime()-timeBefore).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// A message of 4,000 characters takes little time, whatever its text is.
func TestKindOfTakesLittleTimeForLongLines(t *testing.T) {
	KindOf("")
	for name, line := range longLineByKind {
		bestTime := time.Hour
		for range 5 {
			start := time.Now()
			KindOf(line)
			bestTime = min(bestTime, time.Since(start))
		}
		if bestTime > 100*time.Millisecond {
			t.Errorf("%s takes %v", name, bestTime)
		}
	}
}
