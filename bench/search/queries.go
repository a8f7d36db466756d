package search

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"

	"colloquy/internal/core"
)

// queryKind is a kind of measured request.
type queryKind struct {
	name      string
	aimMillis float64                                            // largest p99 in milliseconds with 100,000 characters
	path      func(r *rand.Rand, personas []core.Persona) string // returns the path of a random request
}

const (
	usualAimMillis          = 20
	misspeltAimMillis       = 60
	smallCatalogueAimMillis = 3 // largest p99 of every kind of request in a catalogue of the seed's size
)

// Names of kinds of requests that other commands measure too.
const (
	ExactName         = "exact name"
	MisspeltWords     = "misspelt, two words"
	CategoryPage      = "a page of a category"
	NameGroups        = "groups by name"
	SimilarCharacters = "similar"
)

var queryKinds = []queryKind{
	{ExactName, usualAimMillis, func(r *rand.Rand, personas []core.Persona) string { return listPath(randomPersona(r, personas).Name) }},
	{"beginning, 1 letter", usualAimMillis, func(r *rand.Rand, personas []core.Persona) string { return listPath(nameBeginning(r, personas, 1)) }},
	{"beginning, 3 letters", usualAimMillis, func(r *rand.Rand, personas []core.Persona) string { return listPath(nameBeginning(r, personas, 3)) }},
	{"misspelt", misspeltAimMillis, func(r *rand.Rand, personas []core.Persona) string {
		return listPath(Misspell(r, randomLastName(r, personas)))
	}},
	{MisspeltWords, misspeltAimMillis, func(r *rand.Rand, personas []core.Persona) string {
		return listPath(Misspell(r, randomPersona(r, personas).Name))
	}},
	{"tag", usualAimMillis, func(r *rand.Rand, personas []core.Persona) string {
		return listPath(randomPersona(r, personas).Tags[0])
	}},
	{"no hit", usualAimMillis, func(r *rand.Rand, _ []core.Persona) string { return listPath(fmt.Sprintf("xqzj%dwvk", r.IntN(1000))) }},
	{CategoryPage, usualAimMillis, func(r *rand.Rand, personas []core.Persona) string {
		return "/characters?limit=24&category=" + url.QueryEscape(randomPersona(r, personas).Category)
	}},
	{"groups by category", usualAimMillis, func(*rand.Rand, []core.Persona) string { return "/characters/groups" }},
	{NameGroups, usualAimMillis, func(*rand.Rand, []core.Persona) string { return "/characters/groups?by=name" }},
	{"groups, exact name", usualAimMillis, func(r *rand.Rand, personas []core.Persona) string { return groupsPath(randomPersona(r, personas).Name) }},
	{"groups, beginning", usualAimMillis, func(r *rand.Rand, personas []core.Persona) string { return groupsPath(nameBeginning(r, personas, 3)) }},
	{"groups, misspelt", misspeltAimMillis, func(r *rand.Rand, personas []core.Persona) string {
		return groupsPath(Misspell(r, randomLastName(r, personas)))
	}},
	{SimilarCharacters, usualAimMillis, func(r *rand.Rand, personas []core.Persona) string {
		return "/profile/" + randomPersona(r, personas).Slug + "/similar"
	}},
	{"tags", usualAimMillis, func(*rand.Rand, []core.Persona) string { return "/tags" }},
	{"categories", usualAimMillis, func(*rand.Rand, []core.Persona) string { return "/categories" }},
}

// RandomRequestPath returns the path of a random request, below /api. kindName is the name of a
// kind of requests, such as ExactName. RandomRequestPath panics for any other name.
func RandomRequestPath(kindName string, r *rand.Rand, personas []core.Persona) string {
	i := slices.IndexFunc(queryKinds, func(k queryKind) bool { return k.name == kindName })
	return queryKinds[i].path(r, personas)
}

func listPath(search string) string   { return "/characters?limit=24&search=" + url.QueryEscape(search) }
func groupsPath(search string) string { return "/characters/groups?search=" + url.QueryEscape(search) }

func randomPersona(r *rand.Rand, personas []core.Persona) core.Persona {
	return personas[r.IntN(len(personas))]
}

// nameBeginning returns the first n letters of a random last name.
func nameBeginning(r *rand.Rand, personas []core.Persona, n int) string {
	letters := []rune(randomLastName(r, personas))
	return string(letters[:min(n, len(letters))])
}

func randomLastName(r *rand.Rand, personas []core.Persona) string {
	_, last, _ := strings.Cut(randomPersona(r, personas).Name, " ")
	return last
}

// Misspell returns text with one random typo: a wrong, missing or extra letter, or two swapped ones.
func Misspell(r *rand.Rand, text string) string {
	letters := []rune(text)
	at := r.IntN(len(letters))
	before, letter, after := string(letters[:at]), string(letters[at]), string(letters[at+1:])
	switch r.IntN(4) {
	case 0:
		return before + "x" + after
	case 1:
		return before + after
	case 2:
		return before + letter + "x" + after
	}
	if at+1 < len(letters) {
		return before + string(letters[at+1]) + letter + string(letters[at+2:])
	}
	return before + letter + letter
}
