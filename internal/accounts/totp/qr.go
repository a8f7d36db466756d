package totp

import (
	"encoding/base64"
	"fmt"
	"strings"

	"rsc.io/qr"
)

// qrMargin is the width of the empty border of a QR code, in modules. QR readers need the
// border.
const qrMargin = 4

// QRCode returns a QR code of a text: an SVG picture as a data URL. The code is black on white in
// every theme, because some readers need these colours. Rule accounts-two-factor-setup.
func QRCode(text string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("totp: QR code: %w", err)
	}
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(qrPicture(code))), nil
}

// qrPicture returns an SVG picture of a QR code. One path has a rectangle for each run of
// black modules in a row.
func qrPicture(code *qr.Code) string {
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			start := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if n := x - start; n > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", start+qrMargin, y+qrMargin, n, n)
			}
		}
	}
	size := code.Size + 2*qrMargin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`,
		size, size, size, size, path.String())
}
