import { type MediaKind, mediaKind } from '#/features/character';
import type { Character } from '#/shared/api/types';
import { isRecord } from '#/shared/lib/is-record';

/** One section of the home page, from the server's content settings (rule home-sections). */
export interface Section {
  sectionKey: string;
  title: string;
  subtitle: string;
  description: string;
  ctaText: string;
  ctaLink: string;
  imageUrl: string;
  imageAlt: string;
  videoUrl: string;
  isActive: boolean;
  meta: Record<string, unknown>;
}

export interface Tile {
  character: Character;
  name: string;
  subtitle: string;
  description: string;
  subDescription: string;
  file: string;
  kind: MediaKind;
}

export interface Category {
  id: string;
  name: string;
  /** Number of characters; null in the built-in sample. */
  characterCount: number | null;
}

export interface Question {
  key: string;
  title: string;
  answerText: string;
  isOpen: boolean;
}

type JsonObject = Record<string, unknown>;

const readText = (from: JsonObject, key: string): string =>
  typeof from[key] === 'string' ? from[key] : '';
const recordsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/**
 * Returns the address if it is a path, a fragment or https, else ''. Other addresses could run a
 * script (rule home-safe-addresses).
 */
export function safeAddress(address: string): string {
  return /^(https:\/\/|\/(?![/\\])|#)/.test(address) ? address : '';
}

function readSection(value: JsonObject): Section | null {
  const { section_key: key, meta_data: meta } = value;
  if (typeof key !== 'string' || !isRecord(meta)) return null;
  return {
    sectionKey: key,
    title: readText(value, 'title'),
    subtitle: readText(value, 'subtitle'),
    description: readText(value, 'description'),
    ctaText: readText(value, 'cta_text'),
    ctaLink: safeAddress(readText(value, 'cta_link')),
    imageUrl: safeAddress(readText(value, 'image_url')),
    imageAlt: readText(value, 'image_alt'),
    videoUrl: safeAddress(readText(value, 'video_url')),
    isActive: Boolean(value['is_active']),
    meta,
  };
}

/**
 * Checks and reads sections from the server, storage or the sample. Returns null if the value is an empty
 * list, or if the value is not a list of sections.
 */
export function readSections(value: unknown): Section[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const sections = value.map((one) => (isRecord(one) ? readSection(one) : null));
  return sections.some((one) => one === null) ? null : sections.filter((one) => one !== null);
}

/** The section with this key; undefined if there is none or it is not active (rule home-section-active). */
export function activeSection(sections: Section[], key: string): Section | undefined {
  return sections.find((one) => one.sectionKey === key && one.isActive);
}

/** True if the value has the fields that are needed to show and open a character. */
function isCharacter(value: unknown): value is Character {
  if (!isRecord(value)) return false;
  const textKeys = ['id', 'name', 'slug', 'designation', 'description', 'category', 'image_url'];
  return (
    textKeys.every((key) => typeof value[key] === 'string') &&
    typeof value['character_id'] === 'number' &&
    isRecord(value['assert'])
  );
}

export function charactersOf({ meta }: Section): Character[] {
  const list = meta['characters'];
  return Array.isArray(list) ? list.filter(isCharacter) : [];
}

export function tilesOf({ meta }: Section): Tile[] {
  return recordsIn(meta['items']).flatMap((item) => {
    const { character, assert } = item;
    if (!isCharacter(character)) return [];
    const media = isRecord(assert) ? assert : {};
    const file = safeAddress(readText(media, 'file')) || character.profile_pic;
    return [
      {
        character,
        name: readText(item, 'name') || character.name,
        subtitle: readText(item, 'subtitle'),
        description: readText(item, 'description'),
        subDescription: readText(item, 'subDescription'),
        file,
        kind: tileKind(file, readText(media, 'type')),
      },
    ];
  });
}

/**
 * The kind of a tile's file by its extension; if that is unknown, the kind named in the settings (rule
 * home-tiles).
 */
function tileKind(file: string, namedKind: string): MediaKind {
  const kind = mediaKind(file);
  if (kind !== 'unknown') return kind;
  return namedKind === 'video' || namedKind === 'image' ? namedKind : 'unknown';
}

export function categoriesOf({ meta }: Section): Category[] {
  return recordsIn(meta['categories']).flatMap((one) => {
    const { id, name, count } = one;
    if (typeof id !== 'string' || typeof name !== 'string') return [];
    return [{ id, name, characterCount: typeof count === 'number' ? count : null }];
  });
}

/** The questions, at most 3 unless the settings name another limit (rule home-limits). */
export function questionsOf({ meta }: Section): Question[] {
  return recordsIn(meta['items'])
    .map((one, at) => ({
      key: readText(one, 'key') || String(at),
      title: readText(one, 'title'),
      answerText: readText(one, 'data'),
      isOpen: one['isOpen'] === true,
    }))
    .slice(0, limitOf({ meta }, 'max', 3));
}

export function textsOfSetting({ meta }: Section, key: string): string[] {
  const list = meta[key];
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

export function numbersOfSetting({ meta }: Section, key: string): number[] {
  const list = meta[key];
  return Array.isArray(list) ? list.filter((one) => typeof one === 'number') : [];
}

/**
 * The limit under `key` in the settings, or else `fallback`. seed/content/sections.json sets the limits of rule
 * home-limits. Each caller, such as `questionsOf`, passes the same number as `fallback`.
 */
export function limitOf({ meta }: Pick<Section, 'meta'>, key: string, fallback: number): number {
  const value = meta[key];
  return typeof value === 'number' && value > 0 ? value : fallback;
}

/**
 * Address of the banner's picture or video for a kind of screen; empty if the settings name none (rule
 * home-banner).
 */
export function bannerFile(
  { meta }: Section,
  screen: 'desktop' | 'mobile',
  what: 'image_url' | 'video_url',
): string {
  const files = meta[screen];
  return isRecord(files) ? safeAddress(readText(files, what)) : '';
}
