import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** The last bytes of the IHDR chunk: 8 bits a channel, RGB, without interlacing. */
const rgbHeaderEnd = [8, 2, 0, 0, 0];

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([encodeUint32(data.length), typeAndData, encodeUint32(crc32(typeAndData))]);
}

/** Returns a PNG of `width` times `height` pixels of one colour. */
export function solidPNG(width: number, height: number, colour: Colour): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    pngSignature,
    encodeChunk(
      'IHDR',
      Buffer.concat([encodeUint32(width), encodeUint32(height), Buffer.from(rgbHeaderEnd)]),
    ),
    encodeChunk('IDAT', deflateSync(rows)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a file for `setInputFiles`, with a name and type of a PNG whatever `buffer` contains. */
export function asUploadFile(buffer: Buffer) {
  return { name: 'me.png', mimeType: 'image/png', buffer };
}
