package names

import "testing"

// rule accounts-name-not-staff
func TestImitationsOfStaffAreRecognised(t *testing.T) {
	const refused = "This name could be taken for our staff. Please choose another."
	for _, name := range []string{
		"Colloquy Support", "Admin", "аdmіn", "Moderator ✓", "ADMlN", "adm1n", "Аdмin", "ａｄｍｉｎ", "𝐀𝐝𝐦𝐢𝐧", "a d m i n", "A.d.m.i.n", "Admin Ada", "The Admins",
		"COLLOQUY", "C0LLOQUY", "Cοlloquy", "colIoquy", "My Colloquy Friend", "Site Administrator", "rnoderator", "Modérator", "Support", "Support Team",
		"Official Help Desk", "Customer Service", "Staff", "Ⓐⓓⓜⓘⓝ", "аdministratоr", "Webmaster", "Security Team", "system",
	} {
		if got := ChosenNameFaultText(Clean(name)); got != refused {
			t.Errorf("%q: %q", name, got)
		}
	}
	for _, name := range []string{
		"Ada Byron", "Badminton Bob", "Elihu Root", "Moderna", "Soliloquy", "Madison", "Adminah", "Nadmin", "Supportive Sam",
		"Help Me Rhonda", "Theo", "Modesty Blaise", "Ольга", "Γιώργος", "李小龙", "مريم", "Teamster Tom", "1234", "🎭", "✓", "Stafford",
	} {
		if got := ChosenNameFaultText(Clean(name)); got != "" {
			t.Errorf("%q: %q", name, got)
		}
	}
}
