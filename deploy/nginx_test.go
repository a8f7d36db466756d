package deploy_test

import (
	"regexp"
	"strings"
	"testing"
)

var (
	streamRoutePattern   = regexp.MustCompile(`Path: "([^"]*/stream)"`)
	nginxLocationPattern = regexp.MustCompile(`(?s)location (?:= )?(\S+) \{([^}]*)\}`)
)

// TestNginxBuffersNoStream: each call of the API that answers with events has a location
// without buffering.
// rule operations-packages
func TestNginxBuffersNoStream(t *testing.T) {
	var unbufferedPaths []string
	for _, location := range nginxLocationPattern.FindAllStringSubmatch(readText(t, "nginx.conf"), -1) {
		if strings.Contains(location[2], "proxy_buffering off;") {
			unbufferedPaths = append(unbufferedPaths, location[1])
		}
	}
	routes := streamRoutePattern.FindAllStringSubmatch(readText(t, "../internal/app/routes.go"), -1)
	if len(routes) < 3 {
		t.Fatalf("%d routes of streams", len(routes))
	}
	for _, route := range routes {
		isUnbuffered := false
		for _, prefix := range unbufferedPaths {
			isUnbuffered = isUnbuffered || strings.HasPrefix("/api"+route[1], prefix)
		}
		if !isUnbuffered {
			t.Errorf("nginx buffers /api%s", route[1])
		}
	}
}
