package markup

import (
	"bytes"
	"encoding/xml"
)

// xmlDocument builds an XML document.
type xmlDocument struct{ b bytes.Buffer }

func newXMLDocument(root string) *xmlDocument {
	x := &xmlDocument{}
	x.writeRaw(xml.Header + "<" + root + ">\n")
	return x
}

func (x *xmlDocument) writeRaw(text string) { x.b.WriteString(text) }

func (x *xmlDocument) writeText(name, text string) {
	x.writeRaw("<" + name + ">")
	x.writeEscaped(text)
	x.writeRaw("</" + name + ">")
}

func (x *xmlDocument) writeLink(rel, address string) {
	x.writeRaw(`<link rel="` + rel + `" href="`)
	x.writeEscaped(address)
	x.writeRaw(`"/>`)
}

func (x *xmlDocument) writeEscaped(text string) {
	_ = xml.EscapeText(&x.b, []byte(oneLine(text))) // writing to a buffer cannot fail
}

func (x *xmlDocument) closeRootElement(name string) []byte {
	x.writeRaw("</" + name + ">\n")
	return x.b.Bytes()
}
