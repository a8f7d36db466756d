import type { Character } from '#/shared/api/types';

/** What differs between the characters of the built-in copy of the home page (sample.ts). */
type SampleData = Pick<
  Character,
  'id' | 'character_id' | 'slug' | 'name' | 'category' | 'designation' | 'description' | 'is_free'
>;

const picture = (slug: string, cut: string) => `/portraits/${slug}-${cut}.webp`;

function sampleCharacter(one: SampleData): Character {
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
    profile_video: '',
    assert: { type: 'image', file: picture(one.slug, 'plate') },
    charge_per_message: '0.00',
    is_active: true,
    is_deleted: false,
    is_locked: false,
    expiry_at: null,
    created_at: since,
    updated_at: since,
  };
}

/** The featured characters (rule catalogue-featured). */
export const featured = [
  sampleCharacter({
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
  sampleCharacter({
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
  sampleCharacter({
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
  sampleCharacter({
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
  sampleCharacter({
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
  sampleCharacter({
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

/** The characters on the tiles and beside the questions. */
export const scenes = {
  einstein: sampleCharacter({
    id: 'VCKhGDZQnz',
    character_id: 1,
    slug: 'albert-einstein',
    name: 'Albert Einstein',
    category: 'Scientists & Inventors',
    designation: 'Patent clerk, retired into the cosmos',
    description:
      'I asked childish questions and did not stop at the proper age. Bring me one of yours, with the wrapping paper off.',
    is_free: true,
  }),
  keeper: sampleCharacter({
    id: 'xg2RiD2rqi',
    character_id: 275,
    slug: 'last-lighthouse-keeper',
    name: 'The Last Lighthouse Keeper',
    category: 'Funny & Imaginary',
    designation: 'Keeper of a lamp about to be automated',
    description:
      'Thirty-one years I have kept Hallow Stack burning. On the thirty-first of March a box the size of a biscuit tin takes over, and I am practising conversation.',
    is_free: true,
  }),
  baker: sampleCharacter({
    id: 'g2WlJPOUo4',
    character_id: 97,
    slug: 'josephine-baker',
    name: 'Josephine Baker',
    category: 'Film & Media Icons',
    designation: 'Music-hall star; carried secrets in B flat',
    description:
      'I crossed the ocean to dance and the desert to spy, and I still do my own eyelashes. Darling, have you eaten?',
    is_free: false,
  }),
  musa: sampleCharacter({
    id: 'zkX3DngmwE',
    character_id: 136,
    slug: 'mansa-musa',
    name: 'Mansa Musa',
    category: 'Royalty',
    designation: 'Mansa of Mali, pilgrim with gold',
    description:
      'In Cairo they still complain about my generosity. I came with loads of gold and went home in debt; sit, and learn from it.',
    is_free: false,
  }),
};
