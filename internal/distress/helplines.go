package distress

import (
	"slices"
	"strings"
)

// HelpLinesReviewedOn is the day of the last review of the numbers below. Numbers change:
// docs/operations.md asks for a review each year.
const HelpLinesReviewedOn = "2026-11-22"

// HelpLine is a service for people at risk.
type HelpLine struct {
	Country                string // ISO 3166, two letters
	Name                   string
	Number                 string // as dialled inside the country
	Hours                  string // "24 hours", or "" if uncertain
	Languages              string // BCP 47, separated by spaces
	IsForVictimsOfViolence bool   // for people who are harmed by others
}

// helpLines are the services whose number is certain, in order of preference.
var helpLines = []HelpLine{
	{"US", "988 Suicide & Crisis Lifeline (call or text)", "988", "24 hours", "en es", false},
	{"US", "National Domestic Violence Hotline", "1-800-799-7233", "24 hours", "en es", true},
	{"CA", "988 Suicide Crisis Helpline (call or text)", "988", "24 hours", "en fr", false},
	{"GB", "Samaritans", "116 123", "24 hours", "en", false},
	{"GB", "National Domestic Abuse Helpline", "0808 2000 247", "24 hours", "en", true},
	{"IE", "Samaritans", "116 123", "24 hours", "en", false},
	{"IE", "Women’s Aid", "1800 341 900", "24 hours", "en", true},
	{"AU", "Lifeline", "13 11 14", "24 hours", "en", false},
	{"AU", "1800RESPECT", "1800 737 732", "24 hours", "en", true},
	{"NZ", "1737 (call or text)", "1737", "24 hours", "en", false},
	{"ZA", "SADAG", "0800 567 567", "24 hours", "en", false},
	{"SG", "Samaritans of Singapore", "1767", "24 hours", "en", false},
	{"IN", "Tele-MANAS", "14416", "24 hours", "hi en", false},
	{"IN", "Women Helpline", "181", "24 hours", "hi en", true},
	{"DE", "TelefonSeelsorge", "0800 111 0 111", "24 hours", "de", false},
	{"DE", "Hilfetelefon", "116 016", "24 hours", "de", true},
	{"AT", "TelefonSeelsorge", "142", "24 hours", "de", false},
	{"AT", "Frauenhelpline", "0800 222 555", "24 hours", "de", true},
	{"CH", "Die Dargebotene Hand / La Main Tendue", "143", "24 hours", "de fr it", false},
	{"FR", "Numéro national de prévention du suicide", "3114", "24 hours", "fr", false},
	{"FR", "Violences Femmes Info", "3919", "24 hours", "fr", true},
	{"BE", "Zelfmoordlijn", "1813", "24 hours", "nl", false},
	{"BE", "Centre de Prévention du Suicide", "0800 32 123", "24 hours", "fr", false},
	{"NL", "113 Zelfmoordpreventie", "113", "24 hours", "nl", false},
	{"NL", "Veilig Thuis", "0800 2000", "24 hours", "nl", true},
	{"ES", "Línea 024", "024", "24 hours", "es", false},
	{"ES", "Línea 016", "016", "24 hours", "es", true},
	{"MX", "Línea de la Vida", "800 911 2000", "24 hours", "es", false},
	{"AR", "Centro de Asistencia al Suicida (Buenos Aires)", "135", "", "es", false},
	{"AR", "Línea 144", "144", "24 hours", "es", true},
	{"IT", "Telefono Amico Italia", "02 2327 2327", "", "it", false},
	{"IT", "Antiviolenza e stalking", "1522", "24 hours", "it", true},
	{"PT", "SOS Voz Amiga", "213 544 545", "", "pt", false},
	{"BR", "CVV", "188", "24 hours", "pt", false},
	{"BR", "Ligue 180", "180", "24 hours", "pt", true},
	{"PL", "Telefon wsparcia emocjonalnego", "116 123", "", "pl", false},
	{"PL", "Niebieska Linia", "800 120 002", "24 hours", "pl", true},
	{"SE", "Mind Självmordslinjen", "90101", "24 hours", "sv", false},
	{"SE", "Kvinnofridslinjen", "020-50 50 50", "24 hours", "sv", true},
	{"NO", "Mental Helse", "116 123", "24 hours", "no", false},
	{"DK", "Livslinien", "70 201 201", "", "da", false},
	{"GR", "Κλίμακα", "1018", "24 hours", "el", false},
	{"GR", "Γραμμή SOS", "15900", "24 hours", "el", true},
	{"UA", "Lifeline Ukraine", "7333", "24 hours", "uk", false},
	{"IL", "ער״ן", "1201", "24 hours", "he", false},
	{"IL", "המוקד לנפגעי אלימות במשפחה", "118", "24 hours", "he ar", true},
	{"KR", "자살예방 상담전화", "109", "24 hours", "ko", false},
	{"KR", "여성긴급전화", "1366", "24 hours", "ko", true},
	{"JP", "よりそいホットライン", "0120-279-338", "24 hours", "ja", false},
	{"CN", "全国统一心理援助热线", "12356", "", "zh", false},
	{"TW", "安心專線", "1925", "24 hours", "zh", false},
	{"TW", "保護專線", "113", "24 hours", "zh", true},
}

// helpDirectory is the host name of a website that lists the help lines of all countries.
const helpDirectory = "findahelpline.com"

// emergencyNumbers maps countries to the number of their ambulance or police. The number of
// a missing country is 112.
var emergencyNumbers = map[string]string{
	"US": "911", "CA": "911", "MX": "911", "AR": "911", "GB": "999", "IE": "112", "AU": "000", "NZ": "111", "ZA": "112", "SG": "995",
	"BR": "192", "JP": "119", "KR": "119", "CN": "120", "TW": "119", "IL": "101", "HK": "999",
}

// countriesByLanguage are the countries whose help lines are used for a language if the
// user's country is unknown.
var countriesByLanguage = map[string][]string{
	"en": {"US", "GB"}, "de": {"DE"}, "fr": {"FR"}, "es": {"ES", "MX"}, "it": {"IT"}, "pt": {"BR", "PT"}, "nl": {"NL"}, "pl": {"PL"},
	"uk": {"UA"}, "hi": {"IN"}, "he": {"IL"}, "zh": {"CN", "TW"}, "ja": {"JP"}, "ko": {"KR"}, "sv": {"SE"}, "el": {"GR"},
}

// HelpLinesFor returns the best help line of each country that it chooses. country is an ISO 3166
// code or ""; language is BCP 47.
//
//   - If country has help lines, it chooses country. If no help line of country speaks language,
//     it adds the first country in countriesByLanguage[language].
//   - Otherwise it chooses all countries in countriesByLanguage[language].
//
// Help lines for violence are preferred for Abuse and avoided for other kinds. The result may be
// empty. Rule safety-help-line.
func HelpLinesFor(kind RiskKind, language, country string) (lines []HelpLine) {
	countries := countriesByLanguage[language]
	if country != "" && slices.ContainsFunc(helpLines, func(l HelpLine) bool { return l.Country == country }) {
		countries = []string{country}
		if len(countriesByLanguage[language]) > 0 && !hasHelpLineIn(country, language) {
			countries = append(countries, countriesByLanguage[language][0])
		}
	}
	for _, c := range countries {
		if l, ok := bestHelpLine(c, language, kind == Abuse); ok {
			lines = append(lines, l)
		}
	}
	return lines
}

// hasHelpLineIn reports whether the country has a help line that speaks the language.
func hasHelpLineIn(country, language string) bool {
	return slices.ContainsFunc(helpLines, func(l HelpLine) bool {
		return l.Country == country && slices.Contains(strings.Fields(l.Languages), language)
	})
}

// bestHelpLine returns the best help line of a country. A matching purpose (IsForVictimsOfViolence) counts
// more than a matching language.
func bestHelpLine(country, language string, forVictimsOfViolence bool) (best HelpLine, ok bool) {
	bestScore := -1
	for _, l := range helpLines {
		if l.Country != country {
			continue
		}
		score := 0
		if l.IsForVictimsOfViolence == forVictimsOfViolence {
			score += 2
		}
		if slices.Contains(strings.Fields(l.Languages), language) {
			score++
		}
		if score > bestScore {
			best, bestScore, ok = l, score, true
		}
	}
	return best, ok
}

// emergencyNumber returns the emergency number of a country: 112 if the list does not have the
// country, and 112 / 911 if country is "".
func emergencyNumber(country string) string {
	switch n, ok := emergencyNumbers[country]; {
	case ok:
		return n
	case country == "":
		return "112 / 911"
	}
	return "112"
}
