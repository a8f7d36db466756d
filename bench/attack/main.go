// Command attack runs denial-of-service attacks against the built server. It prints the aim and the
// measured result of each attack. The exit status is 1 if an aim is missed or an attack cannot be
// made. X-Forwarded-For simulates networks; the server trusts this header from 127.0.0.1. All
// traffic stays on this machine. docs/security.md has the figures.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// attack is an attack on a server, with an aim. run makes the attack and returns the measured
// result. met tells whether the result meets the aim.
type attack struct {
	name string
	aim  string
	run  func(ctx context.Context, s *testServer) (measured string, met bool, err error)
}

var attacks = []attack{
	{"place", "a place of 999999 in a stream ends nothing", resumeAfterMissingEvent},
	{"tries", "of 200 parallel guesses 5 are tried from one network, 50 from 200", guessInParallel},
	{"owner", "the owner signs in while 100 networks guess at the account", signInDuringGuesses},
	{"signup", "10,000 registrations of a taken address leave sign-up open", registerTakenAddress},
	{"flood", "300 connections of one /56 leave sign-in of others under 1 s", floodSignIn},
	{"hashing", "while 20 sign-ins hash, other calls stay under 50 ms p99 and no sign-in waits over 2 s", measureCallsDuringSignIns},
	{"letters", "400 letters of 80 networks leave the contact form open", floodContactForm},
	{"sends", "of 20 parallel sends of one user 2 replies run", sendInParallel},
	{"store", "one account stores at most 20 messages a minute", floodMessages},
	{"readers", "400 slow readers are gone after 65 s", openSlowReaders},
}

func main() {
	serverBinary := flag.String("server", "bin/colloquy", "the server's binary")
	attackNames := flag.String("only", "", "names of attacks, separated by commas; empty for all")
	verbose := flag.Bool("verbose", false, "show what the server prints")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := io.Discard
	if *verbose {
		log = os.Stderr
	}
	if err := runAttacks(ctx, *serverBinary, *attackNames, log); err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(1)
	}
}

var errAimMissed = errors.New("an aim was missed")

// runAttacks runs attacks. attackNames has their names, separated by commas; "" means all attacks.
// Each attack gets a new server with a new database. A missed aim does not stop the run: runAttacks
// returns errAimMissed at the end. Any other error stops the run.
func runAttacks(ctx context.Context, serverBinary, attackNames string, log io.Writer) error {
	var failure error
	for _, a := range attacks {
		if attackNames != "" && !strings.Contains(","+attackNames+",", ","+a.name+",") {
			continue
		}
		measured, met, err := runAttack(ctx, a, serverBinary, log)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		verdict := "held"
		if !met {
			verdict, failure = "MISSED", errAimMissed
		}
		fmt.Printf("%-8s %-7s %s\n%16s measured: %s\n", a.name, verdict, a.aim, "", measured)
	}
	return failure
}

func runAttack(ctx context.Context, a attack, serverBinary string, log io.Writer) (measured string, met bool, err error) {
	s, err := startTestServer(ctx, serverBinary, log)
	if err != nil {
		return "", false, err
	}
	defer s.close()
	return a.run(ctx, s)
}
