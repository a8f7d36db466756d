package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

// event is a server-sent event with one line of data.
type event struct {
	id   int64 // 0 if it has none
	name string
	data []byte
}

var errNoEnd = errors.New("the stream ended without its last event")

// readEvents calls add for each event with data, until the event named "done". It calls onLine for
// each line, including comments of the event stream. If add fails, readEvents returns its error. If
// the stream ends before the event "done", the error is errNoEnd.
func readEvents(body io.Reader, onLine func(), add func(event) error) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	var e event
	for lines.Scan() {
		onLine()
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "id":
			e.id, _ = strconv.ParseInt(string(value), 10, 64)
		case "event":
			e.name = string(value)
		case "data":
			e.data = bytes.Clone(value)
		case "":
			if len(lines.Bytes()) > 0 {
				continue // a comment of the event stream
			}
			if len(e.data) > 0 {
				if err := add(e); err != nil || e.name == "done" {
					return err
				}
			}
			e = event{}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return errNoEnd
}
