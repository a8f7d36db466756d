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

// jpegHeader has the properties that the markers of a JPEG declare.
type jpegHeader struct {
	orientation     int // of EXIF, 1 to 8
	isProgressive   bool
	samplesPerPixel float64 // number per pixel
	componentIDs    string  // ids of the components, one character each
	isJFIF          bool
	isAdobeRGB      bool // whether the marker of Adobe declares RGB instead of YCbCr
	scanCount       int  // number of scans in the file
}

// needsConversion reports whether the decoder converts the picture into another colour model, for
// which it allocates a second picture.
func (j jpegHeader) needsConversion() bool {
	return len(j.componentIDs) == 4 || !j.isJFIF && (j.isAdobeRGB || j.componentIDs == "RGB")
}

// readJPEGHeader reads the markers before the first scan, and counts the scans of the whole file.
// If the file is damaged, it returns what the markers before the damage declare. Without a frame
// header it assumes the most samples that a JPEG can have.
func readJPEGHeader(data []byte) jpegHeader {
	h := jpegHeader{orientation: 1, samplesPerPixel: 4, componentIDs: "????", scanCount: bytes.Count(data, []byte{0xff, markerSOS})}
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
		h.addSegment(marker, data[at+4:end])
		at = end
	}
	return h
}

// addSegment adds the properties that the segment of a marker declares.
func (j *jpegHeader) addSegment(marker byte, body []byte) {
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

// addFrame adds the components of a frame header, and the samples per pixel. Subsampling 4:2:0 has
// 1.5 samples per pixel, 4:4:4 has 3, and CMYK has 4.
func (j *jpegHeader) addFrame(frame []byte) {
	if len(frame) < 6 || len(frame) < 6+3*int(frame[5]) {
		return
	}
	j.componentIDs = ""
	sampleCount, maxH, maxV := 0, 1, 1
	for i := range int(frame[5]) {
		component := frame[6+3*i:]
		h, v := int(component[1]>>4), int(component[1]&15)
		sampleCount, maxH, maxV = sampleCount+h*v, max(maxH, h), max(maxV, v)
		j.componentIDs += string(rune(component[0]))
	}
	j.samplesPerPixel = float64(sampleCount) / float64(maxH*maxV)
}

// exifOrientation returns the orientation in the TIFF data of EXIF, or 1 if there is none.
// Rule media-upload.
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
	entryCount := int64(order.Uint16(tiff[at:]))
	for i := range entryCount {
		entryOffset := at + 2 + 12*i
		if entryOffset+12 > int64(len(tiff)) {
			return 1
		}
		if order.Uint16(tiff[entryOffset:]) != tagOrientation {
			continue
		}
		if o := int(order.Uint16(tiff[entryOffset+8:])); o >= 1 && o <= 8 {
			return o
		}
		return 1
	}
	return 1
}
