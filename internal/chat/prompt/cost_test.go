package prompt

import "testing"

// BenchmarkBuild is one turn of a long talk with a fully written persona.
func BenchmarkBuild(b *testing.B) {
	in := In{Persona: persona(b, "johannes-kepler"), UserName: "Grace", History: longTalk(100), Now: saturday}
	b.ReportAllocs()
	for b.Loop() {
		build(b, in)
	}
}
