// Package web embeds the built web app in the server's binary.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist returns the built app: index.html, assets/ and the precompressed .br and .gz
// files next to them. In a clone without a web build it has only .gitkeep.
func Dist() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		// fs.Sub fails only for an invalid path, and "dist" is a constant.
		panic(err)
	}
	return sub
}
