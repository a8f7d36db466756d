package prompt

import "testing"

// BenchmarkBuild measures one turn of a long conversation with a complete persona.
func BenchmarkBuild(b *testing.B) {
	in := Input{Persona: testPersona(b, "johannes-kepler"), UserName: "Grace", History: longTalk(100), Now: testDate}
	b.ReportAllocs()
	for b.Loop() {
		mustBuild(b, in)
	}
}
