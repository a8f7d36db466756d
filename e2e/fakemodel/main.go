// Command fakemodel serves the scripted model server for the browser journeys,
// which control it over its /fake/ paths.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"colloquy/internal/llm/fake"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "address to listen on")
	flag.Parse()
	if err := serve(*addr); err != nil {
		fmt.Fprintln(os.Stderr, "fakemodel:", err)
		os.Exit(1)
	}
}

// serve listens on addr, prints the address, and serves until the process ends.
func serve(addr string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", l.Addr())
	srv := &http.Server{Handler: new(fake.Server), ReadHeaderTimeout: 5 * time.Second}
	return srv.Serve(l)
}
