package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ModelServer is an entry of LLMServers.
type ModelServer struct {
	URL    string
	Key    Secret
	Model  string   // empty: the server's first
	Name   string   // unique; server-N for the Nth entry without a name
	Weight int      // share of the requests, relative to the other servers
	Slots  int      // largest number of calls at once; 0 means no limit
	Uses   []string // classes of requests, from modelServerUses
}

const (
	maxModelServers  = 64
	maxServerWeight  = 100
	maxServerSlots   = 10_000
	modelServersName = "COLLOQUY_LLM_SERVERS"
)

var (
	// modelServerUses are the values of the option "for": either all, or one or more of the
	// classes.
	modelServerUses = []string{"all", "paid", "free", "background"}
	// reservedServerNames are the names of providers that are not entries of LLMServers.
	reservedServerNames = []string{"demo", "openai", "anthropic", "fallback"}
	serverNamePattern   = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)
)

// ModelServers returns the entries of LLMServers. The error has a line for each problem and
// contains no secret.
func (c *Config) ModelServers() ([]ModelServer, error) {
	var out []ModelServer
	var errs []error
	for line := range strings.FieldsFuncSeq(c.LLMServers.Reveal(), func(r rune) bool { return r == '\n' || r == ';' }) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		n := len(out) + 1
		s, err := parseModelServer(n, fields)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s, entry %d: %w", modelServersName, n, err))
		}
		out = append(out, s)
	}
	return out, errors.Join(errs...)
}

// parseModelServer reads the nth entry: an address, and options such as weight=2.
func parseModelServer(n int, fields []string) (ModelServer, error) {
	s := ModelServer{URL: fields[0], Name: fmt.Sprintf("server-%d", n), Weight: 1, Uses: []string{"all"}}
	if checkServerURL("", s.URL) != nil {
		return s, errors.New("it does not begin with a web address; give the server's base address, such as http://127.0.0.1:11434/v1")
	}
	var seenOptions []string
	for _, field := range fields[1:] {
		option, value, found := strings.Cut(field, "=")
		if !found {
			return s, errors.New("after the address it has a word without =; separate entries by a new line or a semicolon")
		}
		if slices.Contains(seenOptions, option) {
			return s, fmt.Errorf("it has %s twice; leave one", option)
		}
		seenOptions = append(seenOptions, option)
		if err := s.setOption(option, value); err != nil {
			return s, err
		}
	}
	return s, nil
}

// setOption sets an option of an entry. The error never contains the value of key, which is a
// secret.
func (s *ModelServer) setOption(option, value string) (err error) {
	switch option {
	case "key":
		s.Key = Secret(value)
	case "model":
		s.Model = value
	case "name":
		s.Name = value
		if !serverNamePattern.MatchString(value) || slices.Contains(reservedServerNames, value) {
			err = fmt.Errorf("name is %q; give lower-case letters, digits and hyphens, at most 32, and none of %s", value, strings.Join(reservedServerNames, ", "))
		}
	case "weight":
		s.Weight, err = strconv.Atoi(value)
		if err != nil || s.Weight < 1 || s.Weight > maxServerWeight {
			err = fmt.Errorf("weight is %q; give a number from 1 to %d", value, maxServerWeight)
		}
	case "slots":
		s.Slots, err = strconv.Atoi(value)
		if err != nil || s.Slots < 0 || s.Slots > maxServerSlots {
			err = fmt.Errorf("slots is %q; give a number from 0, which means no limit, to %d", value, maxServerSlots)
		}
	case "for":
		s.Uses = strings.Split(value, ",")
		for _, use := range s.Uses {
			if !slices.Contains(modelServerUses, use) {
				err = fmt.Errorf("for is %q; give %s, or several with commas between", value, strings.Join(modelServerUses, ", "))
			}
		}
	default:
		err = errors.New("it has an unknown option; options are key, model, name, weight, slots and for")
	}
	return err
}

// checkModelServers checks each entry and the number of entries. It checks that all names differ,
// and that each class of requests has a server. It also checks that COLLOQUY_LLM_URL is not set.
func (c *Config) checkModelServers() error {
	if c.LLMServers == "" {
		return nil
	}
	list, err := c.ModelServers()
	errs := []error{err}
	if c.LLMURL != "" {
		errs = append(errs, fmt.Errorf("%s and COLLOQUY_LLM_URL are both set; make the server of COLLOQUY_LLM_URL an entry and remove that setting", modelServersName))
	}
	if len(list) == 0 || len(list) > maxModelServers {
		errs = append(errs, fmt.Errorf("%s has %d entries; give 1 to %d", modelServersName, len(list), maxModelServers))
	}
	names, uses := map[string]bool{}, map[string]bool{}
	for n, s := range list {
		if names[s.Name] {
			errs = append(errs, fmt.Errorf("%s, entry %d: another entry has the name %s; names must differ", modelServersName, n+1, s.Name))
		}
		names[s.Name] = true
		for _, use := range s.Uses {
			uses[use] = true
		}
	}
	for _, use := range modelServerUses[1:] {
		if err == nil && len(list) > 0 && !uses[use] && !uses["all"] {
			errs = append(errs, fmt.Errorf("%s has no server for %s; add for=%s or for=all to an entry", modelServersName, use, use))
		}
	}
	return errors.Join(errs...)
}
