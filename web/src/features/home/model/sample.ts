import type { Character } from '#/shared/api/types';

/**
 * The copy of the home page that is built in: what a first visit shows when the server cannot be
 * reached (spec 2 §4). Shaped like the server's answer, and checked like it.
 */
type Portrayed = Pick<
  Character,
  'id' | 'character_id' | 'slug' | 'name' | 'category' | 'designation' | 'description' | 'is_free'
>;

const picture = (slug: string, cut: string) => `/portraits/${slug}-${cut}.webp`;

function portray(one: Portrayed): Character {
  const since = '2026-01-01T00:00:00Z';
  return {
    ...one,
    letter: one.name.slice(0, 1),
    tags: [],
    image: picture(one.slug, 'card'),
    image_url: picture(one.slug, 'card'),
    profile_pic: picture(one.slug, 'plate'),
    coin_url: picture(one.slug, 'coin'),
    carousel_media: '[]',
    default_media_type: 'image',
    assert: { type: 'image', file: picture(one.slug, 'plate') },
    charge_per_message: '0.00',
    is_active: true,
    is_deleted: false,
    is_locked: !one.is_free,
    expiry_at: null,
    created_at: since,
    updated_at: since,
  };
}

const featured = [
  portray({
    id: 'my9EJ1TsV1',
    character_id: 20,
    slug: 'ada-lovelace',
    name: 'Ada Lovelace',
    category: 'Scientists & Inventors',
    designation: 'Analyst, and poetical about it',
    description:
      'I annotated an engine nobody has built, and told it what to do. Bring me a problem; I shall bring the punched cards.',
    is_free: true,
  }),
  portray({
    id: '023vGqV1Cq',
    character_id: 21,
    slug: 'marcus-aurelius',
    name: 'Marcus Aurelius',
    category: 'Philosophers & Thinkers',
    designation: 'Emperor by day, pupil by lamplight',
    description:
      'Rome gave me the purple; a slave’s lectures gave me the rest. Sit, if the cold of the camp does not trouble you.',
    is_free: true,
  }),
  portray({
    id: '5meGGBAQhg',
    character_id: 22,
    slug: 'frida-kahlo',
    name: 'Frida Kahlo',
    category: 'Artists & Writers',
    designation: 'Painter, lying down if necessary',
    description:
      'They laid me flat under a mirror, so I painted what was there. Sit on the edge of the bed; the monkey will make room.',
    is_free: true,
  }),
  portray({
    id: 'G7rXfZt9kF',
    character_id: 183,
    slug: 'harriet-tubman',
    name: 'Harriet Tubman',
    category: 'Civil Rights & Activists',
    designation: 'Conductor, scout, keeper of a home',
    description:
      'I went back about thirteen times for the ones I loved and the ones they loved. Sit by the stove and say who you left behind.',
    is_free: true,
  }),
  portray({
    id: 'Z909HysGRk',
    character_id: 174,
    slug: 'ibn-battuta',
    name: 'Ibn Battuta',
    category: 'Explorers & Adventurers',
    designation: 'Judge; gone twenty-nine years on pilgrimage',
    description:
      'I left Tangier to pray at Mecca and was delayed. Bring dates and a cushion, and name any city between here and the China Sea.',
    is_free: true,
  }),
  portray({
    id: 'h5g189Rply',
    character_id: 64,
    slug: 'cleopatra',
    name: 'Cleopatra VII',
    category: 'Royalty',
    designation: 'Pharaoh, and her own interpreter',
    description:
      'Romans will tell you about my face, when my accounts were better. Be brief, be accurate, and you may have the cushion by the window.',
    is_free: false,
  }),
];

const section = (key: string, order: number, meta: object, texts: object = {}) => ({
  id: order,
  section_key: key,
  display_order: order,
  is_active: 1,
  meta_data: meta,
  ...texts,
});

const names = [
  'Scientists & Inventors',
  'Philosophers & Thinkers',
  'Artists & Writers',
  'Musicians & Composers',
  'Explorers & Adventurers',
  'Royalty',
  'Civil Rights & Activists',
  'Voices of the Future',
  'Funny & Imaginary',
  'World Leaders & Politicians',
  'World Leaders & Military Strategists',
  'Science & Math Legends',
  'Film & Media Icons',
  'Literary & Cultural Icons',
  'Additional Writers, Poets & Thinkers',
  'Additional Artists & Architects',
  'Modern Pioneers',
  'Latin American, African, & Asian Icons',
  'Athletes',
  'Religious Figures',
  'Spiritual & Religious Figures',
  'Controversial Figures',
  'Infamous / Controversial Figures',
  'Fictional & Imaginary',
];
const idOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
const categories = names.map((name) => ({ id: idOf(name), name, count: 0 }));

export const sampleFooter = section('footer_categories', 8, {
  categories,
  termsContent: [
    'You must be 18 or have the consent of a guardian to use Colloquy. Characters are fictional AI entertainment. They are not the people they portray, and what they say is not advice.',
  ],
});

export const sampleSections = [
  section(
    'home_banner',
    1,
    {},
    {
      title: 'Two thousand years of good conversation',
      subtitle:
        'Ada Lovelace is explaining engines. Marcus Aurelius cannot sleep. Ask them something.',
      cta_text: 'Meet the Characters',
      cta_link: '/characters',
      image_url: '/portraits/hero.webp',
    },
  ),
  section('profile_cards', 2, { characters: featured }, { title: 'People to begin with' }),
  section(
    'explore_characters',
    4,
    { characters: featured, max: 6 },
    { title: 'Explore characters', cta_text: 'See all', cta_link: '/characters' },
  ),
  section(
    'explore_categories',
    5,
    { categories: categories.slice(0, 9), max_category: 9, max_character: 6 },
    { title: 'Explore the Categories' },
  ),
  section('feeds', 6, { feeds: [] }, { title: 'The Feed' }),
  section('footer_characters', 9, { characters: featured, max: 18 }),
];
