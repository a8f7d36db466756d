import { inflateRawSync } from 'node:zlib';

/** Returns the contents of the files in a ZIP file, by name. */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error('not a ZIP file');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, fileContent(zip, at));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** Returns the content of the file whose entry of the central directory is at byte `entry`. */
function fileContent(zip: Buffer, entry: number): Buffer {
  const method = zip.readUInt16LE(entry + 10);
  const length = zip.readUInt32LE(entry + 20);
  const headerOffset = zip.readUInt32LE(entry + 42);
  const start =
    headerOffset + 30 + zip.readUInt16LE(headerOffset + 26) + zip.readUInt16LE(headerOffset + 28);
  const storedBytes = zip.subarray(start, start + length);
  return method === 0 ? storedBytes : inflateRawSync(storedBytes);
}
