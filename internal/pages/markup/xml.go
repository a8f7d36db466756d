package markup

import (
	"bytes"
	"encoding/xml"
)

// document builds an XML document.
type document struct{ b bytes.Buffer }

func newXML(root string) *document {
	x := &document{}
	x.raw(xml.Header + "<" + root + ">\n")
	return x
}

func (x *document) raw(text string) { x.b.WriteString(text) }

func (x *document) text(name, text string) {
	x.raw("<" + name + ">")
	x.escaped(text)
	x.raw("</" + name + ">")
}

func (x *document) link(rel, address string) {
	x.raw(`<link rel="` + rel + `" href="`)
	x.escaped(address)
	x.raw(`"/>`)
}

func (x *document) escaped(text string) {
	_ = xml.EscapeText(&x.b, []byte(oneLine(text))) // writing to a buffer cannot fail
}

func (x *document) end(name string) []byte {
	x.raw("</" + name + ">\n")
	return x.b.Bytes()
}
