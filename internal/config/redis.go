package config

import (
	"errors"
	"net/url"
)

// checkRedis checks the form of the address of the Redis server. The error does not quote
// the address, because it can have a password.
func checkRedis(address Secret) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address.Reveal())
	if err != nil || u.Scheme != "redis" && u.Scheme != "rediss" || u.Hostname() == "" {
		return errors.New("COLLOQUY_REDIS_URL cannot be read; give redis://:password@host:6379/0, or rediss:// with TLS")
	}
	return nil
}
