import type { Character } from '#/shared/api/types';
import { isRecord } from '#/shared/lib/is-record';

export type MediaKind = 'image' | 'video' | 'unknown';

/** The kind of a file by its extension (rule catalogue-media-kind). */
const kindByExtension: Readonly<Record<string, MediaKind>> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  mp4: 'video',
  mov: 'video',
  avi: 'video',
  webm: 'video',
};

export function mediaKind(address: string): MediaKind {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return kindByExtension[extension] ?? 'unknown';
}

function carouselItemAddresses(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  if (!isRecord(item)) return [];
  const address = item['file'] ?? item['url'];
  return typeof address === 'string' ? [address] : [];
}

/** The addresses of a carousel without duplicates; empty for invalid JSON (rule catalogue-carousel). */
export function carouselAddresses(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? [...new Set(list.flatMap(carouselItemAddresses))] : [];
  } catch {
    return [];
  }
}

/** The addresses that the modal shows: those of the carousel if it has any, else one picture. */
export function mediaAddressesOf(character: Character): string[] {
  if (character.default_media_type === 'carousel') {
    const addresses = carouselAddresses(character.carousel_media);
    if (addresses.length > 0) return addresses;
  }
  return [character.assert.file || character.profile_pic || character.image_url];
}
