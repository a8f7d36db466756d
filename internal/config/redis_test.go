package config

import (
	"strings"
	"testing"
)

func TestInvalidRedisAddressesAreRefused(t *testing.T) {
	for address, ok := range map[Secret]bool{
		"": true, "redis://localhost": true, "redis://:canary@10.0.0.1:6379/2": true, "rediss://user:canary@redis.example.org:6380": true,
		"localhost:6379": false, "http://:canary@host": false, "redis://:canary@": false, "redis://:canary@ho st": false,
	} {
		err := checkRedis(address)
		if (err == nil) != ok || err != nil && strings.Contains(err.Error(), "canary") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
