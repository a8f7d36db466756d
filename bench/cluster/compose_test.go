package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// testAddresses has an address for each service that the settings of deploy/compose.yaml use.
func testAddresses() map[string]string {
	return map[string]string{"postgres:5432": "127.0.0.1:1", "valkey:6379": "127.0.0.1:2", "s3:9000": "127.0.0.1:3", "ollama:11434": "127.0.0.1:4"}
}

func readDeployedComposeFile(t *testing.T) composeFile {
	t.Helper()
	c, err := readComposeFile("../../deploy/compose.yaml", map[string]string{"DOMAIN": "chat.example.org", "POSTGRES_PASSWORD": "one", "S3_SECRET": "two"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSettingsComeFromTheComposeFile(t *testing.T) {
	c := readDeployedComposeFile(t)
	settings, err := c.appSettings(testAddresses())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"COLLOQUY_PUBLIC_URL=https://chat.example.org", "COLLOQUY_TRUSTED_PROXIES=127.0.0.1/32",
		"COLLOQUY_DATABASE_URL=postgres://colloquy:one@127.0.0.1:1/colloquy", "COLLOQUY_REDIS_URL=redis://127.0.0.1:2/0",
		"COLLOQUY_MEDIA_URL=s3://colloquy:two@127.0.0.1:3/colloquy?region=us-east-1&tls=false&lookup=path",
		"COLLOQUY_LLM_PLACES=ollama=http://127.0.0.1:4",
	} {
		if !slices.Contains(settings, want) {
			t.Errorf("no %s in %q", want, settings)
		}
	}
	if got := c.Services[appService].StopGracePeriod; got < 40*time.Second {
		t.Errorf("the grace period is %s", got)
	}
}

// The compose file and the bench must have the same services. A service of only one of them is an
// error.
func TestServicesOfTheComposeFileAndTheBenchAgree(t *testing.T) {
	c := readDeployedComposeFile(t)
	incompleteAddresses := testAddresses()
	delete(incompleteAddresses, "valkey:6379")
	if _, err := c.appSettings(incompleteAddresses); err == nil || !strings.Contains(err.Error(), "no service valkey") {
		t.Errorf("without an address of Valkey: %v", err)
	}
	addressesWithMail := testAddresses()
	addressesWithMail["mail:25"] = "127.0.0.1:5"
	if _, err := c.appSettings(addressesWithMail); err == nil || !strings.Contains(err.Error(), "mail:25") {
		t.Errorf("with an address that nothing uses: %v", err)
	}
}
