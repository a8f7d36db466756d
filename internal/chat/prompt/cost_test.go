package prompt

import "testing"

// BenchmarkBuild measures one turn of a long conversation with a complete persona.
func BenchmarkBuild(b *testing.B) {
	in := In{Persona: persona(b, "johannes-kepler"), UserName: "Grace", History: longTalk(100), Now: saturday}
	b.ReportAllocs()
	for b.Loop() {
		build(b, in)
	}
}
