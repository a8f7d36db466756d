// Package web carries the built browser application inside the server's binary.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist returns the built application: index.html, assets/ and the precompressed .br and
// .gz files beside them. In a clone whose web build has not run it holds only .gitkeep.
func Dist() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		// fs.Sub fails only for an invalid path, and "dist" is a constant.
		panic(err)
	}
	return sub
}
