package deploy_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var (
	composeCommandPattern = regexp.MustCompile(`(?m)docker compose -f deploy/compose\.yaml (?:exec|stop|start)(?: -T)? ([a-z0-9]+)`)
	programCommandPattern = regexp.MustCompile(`(?m)(?:exec .*/colloquy|docker run --rm .* colloquy) ([a-z]+)`)
	serviceAddressPattern = regexp.MustCompile(`(?://|@)([a-z0-9]+):\d+`)
)

// TestGuideNamesExistingServicesAndCommands: the container commands in docs/operations.md name only services
// of the compose file and commands of the program. The settings of the service
// `app` have addresses, which also name only services of the file.
// rule operations-packages
func TestGuideNamesExistingServicesAndCommands(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Environment map[string]string
			Networks    []string
		}
	}
	if err := yaml.Unmarshal([]byte(readText(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	guide := readText(t, "../docs/operations.md")
	services := firstGroups(composeCommandPattern, guide)
	for _, want := range []string{"app", "ollama", "postgres"} {
		if !slices.Contains(services, want) {
			t.Errorf("the guide has no command for %s", want)
		}
	}
	for _, value := range compose.Services["app"].Environment {
		services = append(services, firstGroups(serviceAddressPattern, value)...)
	}
	for _, name := range services {
		if s, is := compose.Services[name]; !is || !slices.Contains(s.Networks, "inside") {
			t.Errorf("compose.yaml has no service %q in the network of the app", name)
		}
	}
	commands := firstGroups(programCommandPattern, guide)
	if len(commands) < 5 {
		t.Errorf("the guide has the commands %v", commands)
	}
	for _, name := range commands {
		if out, err := exec.Command(buildProgram(t), name, "--help").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "Usage: colloquy "+name) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// firstGroups returns the first group of each match.
func firstGroups(pattern *regexp.Regexp, text string) (firstGroupTexts []string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		firstGroupTexts = append(firstGroupTexts, m[1])
	}
	return firstGroupTexts
}
