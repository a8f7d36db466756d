import { describe, expect, it } from 'vitest';
import { fakeHome, fakeSection } from '#/shared/test/content';
import { fakeCharacter } from '#/shared/test/fakes';
import { sampleFooter, sampleSections } from './sample';
import { sampleFeeds } from './sample-feeds';
import {
  categoriesOf,
  charactersOf,
  numbersOfSetting,
  questionsOf,
  readSections,
  type Section,
  safeAddress,
  tilesOf,
} from './section';

function readFakeSection(key: string, over: object = {}): Section {
  const [one] = readSections([fakeSection(key, over)]) ?? [];
  if (!one) throw new Error('a section expected');
  return one;
}

// rule home-safe-addresses
describe('safeAddress', () => {
  it.each(['/characters', '#top', 'https://x.example/a.png'])('takes %s', (address) =>
    expect(safeAddress(address)).toBe(address),
  );
  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'http://x.example',
    '//x.example',
    '/\\x.example',
    'data:text/html,x',
    'characters',
    '',
  ])('refuses %j', (address) => expect(safeAddress(address)).toBe(''));
});

describe('readSections', () => {
  it('reads the answer of the server', () => {
    const sections = readSections(fakeHome());
    expect(sections).toHaveLength(9);
    expect(sections?.[0]).toMatchObject({
      sectionKey: 'home_banner',
      isActive: true,
      ctaLink: '/characters',
    });
    expect(readFakeSection('feeds', { is_active: 0 }).isActive).toBe(false);
    expect(readFakeSection('feeds', { cta_link: 'javascript:alert(1)' }).ctaLink).toBe('');
  });
  it.each([null, {}, [], 'x', [null], [{ section_key: 'a' }], [{ meta_data: {} }], [[]]])(
    'refuses %j',
    (value) => expect(readSections(value)).toBeNull(),
  );
  it('reads the built-in sample', () => {
    const sections = readSections(sampleSections) ?? [];
    expect(sections.map(({ sectionKey }) => sectionKey)).toContain('home_banner');
    const featuredCharacters = sections.find(
      ({ sectionKey }) => sectionKey === 'explore_characters',
    );
    expect(
      featuredCharacters && charactersOf(featuredCharacters).map((one) => one.character_id),
    ).toEqual([20, 21, 22, 183, 174, 64]);
    expect(categoriesOf(readFakeSection('x', { meta_data: sampleFooter.meta_data }))).toHaveLength(
      24,
    );
  });
  it('finds every section of the page in the sample, with content', () => {
    const sections = readSections(sampleSections) ?? [];
    const sectionOf = (key: string) => {
      const foundSection = sections.find((section) => section.sectionKey === key);
      if (!foundSection) throw new Error(`the sample has no ${key}`);
      return foundSection;
    };
    expect(charactersOf(sectionOf('profile_cards')).length).toBeGreaterThan(5);
    expect(tilesOf(sectionOf('action_figures'))).toHaveLength(4);
    expect(categoriesOf(sectionOf('explore_categories'))).toHaveLength(9);
    expect(numbersOfSetting(sectionOf('feeds'), 'feeds')).toEqual(sampleFeeds.map(({ id }) => id));
    expect(sampleFeeds).toHaveLength(5);
    expect(questionsOf(sectionOf('accordions'))).toHaveLength(3);
    expect(charactersOf(sectionOf('accordions'))[0]?.name).toBe('Mansa Musa');
    expect(charactersOf(sectionOf('footer_characters')).length).toBeGreaterThan(5);
  });
  it('has null as the count of a category without a count', () => {
    const categories = [{ id: 'a', name: 'A' }];
    expect(
      categoriesOf(readFakeSection('x', { meta_data: { categories } }))[0]?.characterCount,
    ).toBeNull();
  });
});

describe('the content of a section', () => {
  it('leaves out malformed characters', () => {
    const characters = [fakeCharacter(), null, 'x', { name: 'half' }];
    expect(charactersOf(readFakeSection('x', { meta_data: { characters } }))).toHaveLength(1);
    expect(charactersOf(readFakeSection('x', { meta_data: { characters: 'none' } }))).toEqual([]);
  });
  it('uses the character’s picture for a tile without one or with an unsafe one', () => {
    const character = fakeCharacter();
    const items = [
      { character },
      { character, assert: { file: 'javascript:x' } },
      { name: 'nobody' },
    ];
    const tiles = tilesOf(readFakeSection('x', { meta_data: { items } }));
    expect(tiles.map(({ file }) => file)).toEqual([character.profile_pic, character.profile_pic]);
  });
  it('returns at most as many questions as the settings allow', () => {
    const items = [1, 2, 3, 4].map((key) => ({ key: `${key}`, title: 't', data: 'd' }));
    expect(questionsOf(readFakeSection('x', { meta_data: { items, max: 2 } }))).toHaveLength(2);
    expect(questionsOf(readFakeSection('x', { meta_data: { items } }))).toHaveLength(3);
  });
});
