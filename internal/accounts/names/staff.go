package names

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words that imitate staff, as foldLookalikes returns them. A name is refused in three cases:
//   - It contains one of staffSubstrings, even inside a word.
//   - One of its words is in staffWords.
//   - All its words are in supportWords or staffWords.
var (
	staffSubstrings = foldLookalikesOfEach("colloquy", "administrator", "moderator")
	staffWords      = foldLookalikesOfEach("admin", "admins", "sysadmin", "superadmin", "moderation", "webmaster")
	supportWords    = foldLookalikesOfEach("support", "help", "helpdesk", "desk", "service", "services", "customer", "official", "security", "system",
		"team", "the", "our", "site", "staff", "mod", "mods", "root", "operator", "owner", "account", "accounts", "billing", "contact", "info")
)

// foldLookalikesOfEach replaces each word with the result of foldLookalikes.
func foldLookalikesOfEach(words ...string) []string {
	for i, w := range words {
		words[i] = foldLookalikes(w)
	}
	return words
}

// imitatesStaff reports whether a name looks like the name of a staff member. It also finds names
// in similar letters of other scripts. Rule accounts-name-not-staff.
func imitatesStaff(name string) bool {
	text := foldLookalikes(name)
	words := strings.FieldsFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })
	joinedWords := strings.Join(words, "")
	for _, w := range staffSubstrings {
		if strings.Contains(joinedWords, w) {
			return true
		}
	}
	isStaff := func(w string) bool { return slices.Contains(staffWords, w) }
	isHelper := func(w string) bool { return isStaff(w) || slices.Contains(supportWords, w) }
	if isHelper(joinedWords) || slices.ContainsFunc(words, isStaff) {
		return true
	}
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !isHelper(w) })
}

// foldLookalikes returns one text for all texts that look alike, similar to the skeleton of Unicode UTS
// 39. It removes compatibility forms, marks and case. It replaces letters of other scripts with
// similar Latin letters, and merges similar Latin characters: 0 and o; 1, l and i; rn and m.
func foldLookalikes(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		if isCombiningMark(r) || isInvisible(r) {
			continue
		}
		if to, ok := latinByLookalike[r]; ok {
			r = to
		}
		r = unicode.ToLower(r)
		if to, ok := latinByLookalike[r]; ok {
			r = to
		}
		b.WriteRune(r)
	}
	return strings.NewReplacer("rn", "m", "vv", "w", "l", "i", "1", "i", "|", "i", "0", "o", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t", "8", "b").Replace(b.String())
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// latinByLookalike maps letters of other scripts, and rare Latin letters, to similar
// lower case Latin letters.
var latinByLookalike = func() map[rune]rune {
	latinBySimilarLetter := map[rune]rune{}
	for latin, others := range map[rune]string{
		'a': "аɑαᴀꭺᗅɐⲁ", 'b': "ьʙвВᏴƅⲃ", 'c': "сϲᴄⅽⲥсꮯ", 'd': "ԁɗᴅⅾꓒժ", 'e': "еҽєᴇεⲉꬲ℮ё", 'f': "ſƒꜰꬵ", 'g': "ɡցɢԍ", 'h': "һհʜнНⲏ",
		'i': "іıɩιӏǀɪꙇⅰӀ׀Ⲓ", 'j': "јϳᴊ", 'k': "кКκᴋⲕ", 'l': "ⅼʟւⵏ", 'm': "мМᴍⅿⲙϻΜ", 'n': "пոռнɴηпⲛΝ", 'o': "оοօσᴏჿⲟഠ০θ", 'p': "рρᴘⲣϱ",
		'q': "ԛզգ", 'r': "гʀᴦⲅꭇя", 's': "ѕꜱʂꮪՏ", 't': "тТτᴛⲧ", 'u': "υսʋᴜцⴎ", 'v': "ѵνᴠⅴ", 'w': "ԝшѡᴡɯωщ", 'x': "хχⅹⲭ", 'y': "уүყγʏуⲩΥ", 'z': "ᴢꮓζ",
		'\'': "’‘ʼ`´",
	} {
		for _, r := range others {
			latinBySimilarLetter[r] = latin
		}
	}
	for r, latin := range map[rune]rune{
		'А': 'a', 'В': 'b', 'С': 'c', 'Е': 'e', 'І': 'i', 'Ј': 'j', 'К': 'k', 'М': 'm', 'Н': 'h', 'О': 'o', 'Р': 'p', 'Ѕ': 's', 'Т': 't', 'У': 'y', 'Х': 'x',
		'Α': 'a', 'Β': 'b', 'Ε': 'e', 'Ζ': 'z', 'Η': 'h', 'Ι': 'i', 'Κ': 'k', 'Μ': 'm', 'Ν': 'n', 'Ο': 'o', 'Ρ': 'p', 'Τ': 't', 'Υ': 'y', 'Χ': 'x',
	} {
		latinBySimilarLetter[r] = latin
	}
	return latinBySimilarLetter
}()
