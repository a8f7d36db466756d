package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// composeFile has the fields of a compose file that the cluster uses.
type composeFile struct {
	Services map[string]struct {
		Environment     map[string]string `yaml:"environment"`
		Command         string            `yaml:"command"`
		StopGracePeriod time.Duration     `yaml:"stop_grace_period"`
	} `yaml:"services"`
	Networks map[string]struct {
		IPAM struct {
			Config []struct {
				Subnet string `yaml:"subnet"`
			} `yaml:"config"`
		} `yaml:"ipam"`
	} `yaml:"networks"`
}

// The names of services in the compose file.
const (
	appService   = "app"
	redisService = "valkey"
)

// readComposeFile reads a compose file and replaces its ${NAME} by the values of variables. A
// variable without a value becomes empty.
func readComposeFile(path string, variables map[string]string) (composeFile, error) {
	var c composeFile
	text, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	text = []byte(os.Expand(string(text), func(key string) string {
		name, _, _ := strings.Cut(key, ":") // ${NAME:?text} requires NAME
		return variables[name]
	}))
	if err := yaml.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if len(c.Services[appService].Environment) == 0 || c.Services[redisService].Command == "" {
		return c, fmt.Errorf("%s has no environment of %s or no command of %s", path, appService, redisService)
	}
	return c, nil
}

// subnets returns the networks of the containers.
func (c composeFile) subnets() (list []string) {
	for _, network := range c.Networks {
		for _, config := range network.IPAM.Config {
			list = append(list, config.Subnet)
		}
	}
	return list
}

// appSettings returns the settings of the program as NAME=value. Names of services and subnets exist
// only in the network of the containers. The map addresses has an address of this machine for each
// service:port. appSettings replaces each service:port by that address, and each subnet by
// proxyNetwork. A service:port that the map lacks is an error, and so is an entry that no setting
// uses.
func (c composeFile) appSettings(addresses map[string]string) ([]string, error) {
	usedAddresses := map[string]bool{}
	var settings []string
	for name, value := range c.Services[appService].Environment {
		for from, to := range addresses {
			usedAddresses[from] = usedAddresses[from] || strings.Contains(value, from)
			value = strings.ReplaceAll(value, from, to)
		}
		for _, subnet := range c.subnets() {
			value = strings.ReplaceAll(value, subnet, proxyNetwork)
		}
		settings = append(settings, name+"="+value)
	}
	return settings, errors.Join(c.checkAddressesReplaced(settings), checkAddressesUsed(addresses, usedAddresses))
}

// checkAddressesReplaced returns an error if a setting still has the host and port of a service, such as
// postgres:5432. The reason is that appSettings got no address for the service.
func (c composeFile) checkAddressesReplaced(settings []string) error {
	for service := range c.Services {
		addressPattern := regexp.MustCompile(`\b` + regexp.QuoteMeta(service) + `:\d`)
		for _, setting := range settings {
			if addressPattern.MatchString(setting) {
				return fmt.Errorf("the cluster has no service %s, which %s needs", service, setting)
			}
		}
	}
	return nil
}

func checkAddressesUsed(addresses map[string]string, usedAddresses map[string]bool) error {
	for address := range addresses {
		if !usedAddresses[address] {
			return fmt.Errorf("no setting of the program uses %s", address)
		}
	}
	return nil
}

// settingValue returns the value of one setting, or "" if the setting is missing.
func settingValue(settings []string, name string) string {
	for _, setting := range settings {
		if value, is := strings.CutPrefix(setting, name+"="); is {
			return value
		}
	}
	return ""
}
