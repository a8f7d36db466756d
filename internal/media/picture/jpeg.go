package picture

import (
	"bytes"
	"encoding/binary"
)

const (
	markerAPP0  = 0xe0
	markerAPP1  = 0xe1
	markerAPP14 = 0xee
	markerSOS   = 0xda
	// tagOrientation is the tag of the orientation in the first directory of EXIF.
	tagOrientation = 0x0112
)

// jpegHeader is what the markers of a JPEG say.
type jpegHeader struct {
	orientation   int
	isProgressive bool
	samples       float64 // per pixel
	components    string  // their ids
	isJFIF        bool
	isAdobeRGB    bool // by the marker of Adobe: no YCbCr
	scans         int
}

// isConverted reports whether the decoder makes a second picture, of another colour
// model.
func (j jpegHeader) isConverted() bool {
	return len(j.components) == 4 || !j.isJFIF && (j.isAdobeRGB || j.components == "RGB")
}

// readJPEG walks the markers in front of the first scan. Of a damaged file it returns
// what comes before the damage, and the most samples that a JPEG can have.
func readJPEG(data []byte) jpegHeader {
	h := jpegHeader{orientation: 1, samples: 4, components: "????", scans: bytes.Count(data, []byte{0xff, markerSOS})}
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker := data[at+1]
		if marker == 0xff { // fill byte
			at++
			continue
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		end := at + 2 + length
		if marker == markerSOS || length < 2 || end > len(data) {
			break
		}
		h.add(marker, data[at+4:end])
		at = end
	}
	return h
}

// add adds what the segment of a marker says.
func (j *jpegHeader) add(marker byte, body []byte) {
	switch {
	case marker == markerAPP0 && bytes.HasPrefix(body, []byte("JFIF\x00")):
		j.isJFIF = true
	case marker == markerAPP14 && bytes.HasPrefix(body, []byte("Adobe")) && len(body) >= 12:
		j.isAdobeRGB = body[11] == 0
	case marker == markerAPP1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")):
		j.orientation = exifOrientation(body[6:])
	case marker >= 0xc0 && marker <= 0xc2:
		j.isProgressive = marker == 0xc2
		j.addFrame(body)
	}
}

// addFrame reads the components of a frame header. By their subsampling a pixel has 1.5
// samples with 4:2:0, 3 with 4:4:4, 4 with CMYK.
func (j *jpegHeader) addFrame(frame []byte) {
	if len(frame) < 6 || len(frame) < 6+3*int(frame[5]) {
		return
	}
	j.components = ""
	sum, maxH, maxV := 0, 1, 1
	for i := range int(frame[5]) {
		part := frame[6+3*i:]
		h, v := int(part[1]>>4), int(part[1]&15)
		sum, maxH, maxV = sum+h*v, max(maxH, h), max(maxV, v)
		j.components += string(rune(part[0]))
	}
	j.samples = float64(sum) / float64(maxH*maxV)
}

// exifOrientation returns the orientation of a TIFF header, or 1.
func exifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := int64(order.Uint16(tiff[at:]))
	for i := range entries {
		entry := at + 2 + 12*i
		if entry+12 > int64(len(tiff)) {
			return 1
		}
		if order.Uint16(tiff[entry:]) != tagOrientation {
			continue
		}
		if o := int(order.Uint16(tiff[entry+8:])); o >= 1 && o <= 8 {
			return o
		}
		return 1
	}
	return 1
}
