package main

// These packages add root certificates and time zones to the program, for container images that
// have none.
import (
	_ "time/tzdata"

	_ "golang.org/x/crypto/x509roots/fallback"
)
