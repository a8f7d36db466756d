package search

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"colloquy/internal/core"
)

// queryKind is a kind of request. aim is the largest p99 with 100,000 characters, in
// milliseconds.
type queryKind struct {
	name string
	aim  float64
	path func(r *rand.Rand, personas []core.Persona) string
}

const (
	usualAim    = 20
	misspeltAim = 60
	smallAim    = 3 // for every kind, with as many characters as the seed has
)

var queryKinds = []queryKind{
	{"exact name", usualAim, func(r *rand.Rand, personas []core.Persona) string { return listPath(anyone(r, personas).Name) }},
	{"beginning, 1 letter", usualAim, func(r *rand.Rand, personas []core.Persona) string { return listPath(beginning(r, personas, 1)) }},
	{"beginning, 3 letters", usualAim, func(r *rand.Rand, personas []core.Persona) string { return listPath(beginning(r, personas, 3)) }},
	{"misspelt", misspeltAim, func(r *rand.Rand, personas []core.Persona) string {
		return listPath(Misspell(r, lastName(r, personas)))
	}},
	{"misspelt, two words", misspeltAim, func(r *rand.Rand, personas []core.Persona) string {
		return listPath(Misspell(r, anyone(r, personas).Name))
	}},
	{"tag", usualAim, func(r *rand.Rand, personas []core.Persona) string { return listPath(anyone(r, personas).Tags[0]) }},
	{"no hit", usualAim, func(r *rand.Rand, _ []core.Persona) string { return listPath(fmt.Sprintf("xqzj%dwvk", r.IntN(1000))) }},
	{"a page of a category", usualAim, func(r *rand.Rand, personas []core.Persona) string {
		return "/characters?limit=24&category=" + url.QueryEscape(anyone(r, personas).Category)
	}},
	{"groups by category", usualAim, func(*rand.Rand, []core.Persona) string { return "/characters/groups" }},
	{"groups by name", usualAim, func(*rand.Rand, []core.Persona) string { return "/characters/groups?by=name" }},
	{"groups, exact name", usualAim, func(r *rand.Rand, personas []core.Persona) string { return groupsPath(anyone(r, personas).Name) }},
	{"groups, beginning", usualAim, func(r *rand.Rand, personas []core.Persona) string { return groupsPath(beginning(r, personas, 3)) }},
	{"groups, misspelt", misspeltAim, func(r *rand.Rand, personas []core.Persona) string {
		return groupsPath(Misspell(r, lastName(r, personas)))
	}},
	{"similar", usualAim, func(r *rand.Rand, personas []core.Persona) string {
		return "/profile/" + anyone(r, personas).Slug + "/similar"
	}},
	{"tags", usualAim, func(*rand.Rand, []core.Persona) string { return "/tags" }},
	{"categories", usualAim, func(*rand.Rand, []core.Persona) string { return "/categories" }},
}

func listPath(search string) string   { return "/characters?limit=24&search=" + url.QueryEscape(search) }
func groupsPath(search string) string { return "/characters/groups?search=" + url.QueryEscape(search) }

func anyone(r *rand.Rand, personas []core.Persona) core.Persona {
	return personas[r.IntN(len(personas))]
}

func beginning(r *rand.Rand, personas []core.Persona, n int) string {
	letters := []rune(lastName(r, personas))
	return string(letters[:min(n, len(letters))])
}

func lastName(r *rand.Rand, personas []core.Persona) string {
	_, last, _ := strings.Cut(anyone(r, personas).Name, " ")
	return last
}

// Misspell makes one typo: a wrong, missing or extra letter, or two swapped.
func Misspell(r *rand.Rand, text string) string {
	letters := []rune(text)
	at := r.IntN(len(letters))
	before, here, after := string(letters[:at]), string(letters[at]), string(letters[at+1:])
	switch r.IntN(4) {
	case 0:
		return before + "x" + after
	case 1:
		return before + after
	case 2:
		return before + here + "x" + after
	}
	if at+1 < len(letters) {
		return before + string(letters[at+1]) + here + string(letters[at+2:])
	}
	return before + here + here
}
