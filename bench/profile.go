package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// cpuProfileDuration returns how long a profile of a phase lasts, in whole seconds: half the ramp,
// plus the nominal duration of an answer. So the profile ends before the load.
func cpuProfileDuration(p phase) time.Duration {
	return max(p.shape.Ramp/2+p.nominalDuration(), time.Second).Truncate(time.Second)
}

// saveProfiles saves a CPU profile of duration d and a heap profile of the server as path.cpu and
// path.heap. addr is the address of the server's metrics.
func saveProfiles(ctx context.Context, addr, path string, d time.Duration) error {
	base := "http://" + addr + "/debug/pprof/"
	if err := download(ctx, fmt.Sprintf("%sprofile?seconds=%d", base, int(d.Seconds())), path+".cpu"); err != nil {
		return err
	}
	return download(ctx, base+"heap?debug=1", path+".heap")
}

// download writes the body of a response to a file.
func download(ctx context.Context, url, path string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, resp.Body)
	return err
}
