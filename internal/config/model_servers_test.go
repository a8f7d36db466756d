package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/config"
)

func TestModelServersAreRead(t *testing.T) {
	file := writeSecretFile(t, "http://gpu-1:8000/v1 slots=4; https://api.example/v1 key=pw=1 model=big name=big weight=3 slots=0 for=paid,background\n\n  http://10.0.0.3/v1 ;\n")
	c := mustParseConfig(t, map[string]string{"COLLOQUY_LLM_SERVERS_FILE": file})
	got, err := c.ModelServers()
	want := []config.ModelServer{
		{URL: "http://gpu-1:8000/v1", Name: "server-1", Weight: 1, Slots: 4, Uses: []string{"all"}},
		{URL: "https://api.example/v1", Key: "pw=1", Model: "big", Name: "big", Weight: 3, Uses: []string{"paid", "background"}},
		{URL: "http://10.0.0.3/v1", Name: "server-3", Weight: 1, Uses: []string{"all"}},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestWrongModelServersAreRefused(t *testing.T) {
	const good = "http://a/v1 key=pw-canary"
	for servers, want := range map[string]string{
		" ; ":                                           "COLLOQUY_LLM_SERVERS has 0 entries; give 1 to 64",
		good + strings.Repeat(";http://b", 64):          "COLLOQUY_LLM_SERVERS has 65 entries; give 1 to 64",
		good + ";pw-canary":                             "COLLOQUY_LLM_SERVERS, entry 2: it does not begin with a web address; give the server's base address, such as http://127.0.0.1:11434/v1",
		"key=pw-canary http://a":                        "entry 1: it does not begin with a web address",
		good + " http://b":                              "entry 1: after the address it has a word without =; separate entries by a new line or a semicolon",
		good + " key=pw-canary":                         "entry 1: it has key twice; leave one",
		good + " pw-canary=1":                           "entry 1: it has an unknown option; options are key, model, name, weight, slots and for",
		good + " weight=0":                              `entry 1: weight is "0"; give a number from 1 to 100`,
		good + " weight=101":                            `entry 1: weight is "101"; give a number from 1 to 100`,
		good + " weight=much":                           `entry 1: weight is "much"`,
		good + "\n" + good + " slots=-1":                `entry 2: slots is "-1"; give a number from 0, which means no limit, to 10000`,
		good + " slots=10001":                           `entry 1: slots is "10001"`,
		good + " for=rich":                              `entry 1: for is "rich"; give all, paid, free, background, or several with commas between`,
		good + " name=Big":                              `entry 1: name is "Big"; give lower-case letters, digits and hyphens, at most 32, and none of demo, openai, anthropic, fallback`,
		good + " name=demo":                             `entry 1: name is "demo"`,
		good + " name=a;http://b name=a":                "COLLOQUY_LLM_SERVERS, entry 2: another entry has the name a; names must differ",
		good + " for=paid;http://b for=free":            "COLLOQUY_LLM_SERVERS has no server for background; add for=background or for=all to an entry",
		good + " for=paid,background":                   "COLLOQUY_LLM_SERVERS has no server for free; add for=free or for=all to an entry",
		good + " weight=0;http://b slots=x for=paid":    "entry 2: slots is",
		good + " for=paid;http://b for=free,background": "",
	} {
		c := validConfig()
		c.LLMServers = config.Secret(servers)
		err := c.Validate()
		if want == "" && err == nil {
			continue
		}
		if err == nil || want == "" || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%q: %v, want %q", servers, err, want)
		}
	}
}

func TestModelServersAndModelURLExclude(t *testing.T) {
	c := validConfig()
	c.LLMServers, c.LLMURL = "http://a/v1 key=pw-canary", "http://b/v1"
	want := "COLLOQUY_LLM_SERVERS and COLLOQUY_LLM_URL are both set; make the server of COLLOQUY_LLM_URL an entry and remove that setting"
	if err := c.Validate(); err == nil || err.Error() != want {
		t.Error(err)
	}
	if text := c.String(); strings.Contains(text, "canary") || !strings.Contains(text, "llm-servers=set") {
		t.Error(text)
	}
}
