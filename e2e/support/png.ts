import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** 8 bits a channel, RGB, without interlacing. */
const format = [8, 2, 0, 0, 0];

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

/** A PNG of `width` times `height` pixels of one colour. */
export function png(width: number, height: number, colour: Colour): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from(format)])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A file for `setInputFiles`. Its type is that of a browser, which looks at the name only. */
export function asUploadFile(buffer: Buffer) {
  return { name: 'me.png', mimeType: 'image/png', buffer };
}
