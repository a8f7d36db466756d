// Command sbom writes the software bill of materials of a build as CycloneDX JSON. It lists the Go
// modules in the binary and the npm packages in the web app. The same build always gives the same
// file.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

func main() {
	binary := flag.String("binary", "bin/colloquy", "the built program")
	lock := flag.String("lock", "web/package-lock.json", "the app's package-lock.json")
	version := flag.String("version", "dev", "version of the build")
	out := flag.String("out", "bin/sbom.json", "file to write")
	flag.Parse()
	if err := run(*binary, *lock, *version, *out); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(binary, lock, version, out string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(lock)
	if err != nil {
		return err
	}
	packages, err := npmPackages(text)
	if err != nil {
		return fmt.Errorf("%s: %w", lock, err)
	}
	modules := goModules(info)
	if len(modules) == 0 || len(packages) == 0 {
		return errors.New("the binary names no modules, or the lock file no packages")
	}
	b, err := json.MarshalIndent(newBOM(version, append(modules, packages...)), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(b, '\n'), 0o644)
}

// bom is a CycloneDX 1.6 document.
type bom struct {
	Format       string      `json:"bomFormat"`
	SpecVersion  string      `json:"specVersion"`
	SerialNumber string      `json:"serialNumber"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string             `json:"type"`
	Ref      string             `json:"bom-ref"`
	Name     string             `json:"name"`
	Version  string             `json:"version"`
	PURL     string             `json:"purl,omitempty"`
	Hashes   []componentHash    `json:"hashes,omitempty"`
	Licenses []componentLicense `json:"licenses,omitempty"`
}

type componentHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type componentLicense struct {
	Expression string `json:"expression"`
}

func newBOM(version string, parts []component) bom {
	slices.SortFunc(parts, func(a, b component) int { return strings.Compare(a.PURL, b.PURL) })
	parts = slices.CompactFunc(parts, func(a, b component) bool { return a.PURL == b.PURL })
	sum := sha256.New()
	fmt.Fprintln(sum, version)
	for _, p := range parts {
		fmt.Fprintln(sum, p.PURL)
	}
	id := sum.Sum(nil)
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of version 8
	return bom{
		Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		SerialNumber: fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16]),
		Metadata:     metadata{component{Type: "application", Ref: "colloquy", Name: "colloquy", Version: version}},
		Components:   parts,
	}
}

// goModules returns the modules in the binary, and the standard library.
func goModules(info *buildinfo.BuildInfo) (out []component) {
	release := strings.TrimPrefix(info.GoVersion, "go")
	out = append(out, newLibrary("std", release, "pkg:golang/std@"+release))
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		out = append(out, newLibrary(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version))
	}
	return out
}

func newLibrary(name, version, purl string) component {
	return component{Type: "library", Ref: purl, Name: name, Version: version, PURL: purl}
}

// npmPackages returns the packages in a lock file, without development dependencies.
func npmPackages(lock []byte) (out []component, err error) {
	var file struct {
		Packages map[string]struct {
			Version, Integrity, License string
			Dev, DevOptional            bool
		}
	}
	if err := json.Unmarshal(lock, &file); err != nil {
		return nil, err
	}
	for path, p := range file.Packages {
		at := strings.LastIndex(path, "node_modules/")
		if at < 0 || p.Dev || p.DevOptional {
			continue
		}
		name := path[at+len("node_modules/"):]
		c := newLibrary(name, p.Version, "pkg:npm/"+strings.Replace(name, "@", "%40", 1)+"@"+p.Version)
		if digest, ok := strings.CutPrefix(p.Integrity, "sha512-"); ok {
			raw, err := base64.StdEncoding.DecodeString(digest)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			c.Hashes = []componentHash{{"SHA-512", hex.EncodeToString(raw)}}
		}
		if p.License != "" {
			c.Licenses = []componentLicense{{p.License}}
		}
		out = append(out, c)
	}
	return out, nil
}
