import type { Character } from '#/shared/api/types';

/** The fields that differ between the characters of the built-in home page (sample.ts). */
type SampleCharacterData = Pick<
  Character,
  'id' | 'character_id' | 'slug' | 'name' | 'category' | 'designation' | 'description' | 'is_free'
>;

const pictureAddress = (slug: string, cut: string) => `/portraits/${slug}-${cut}.webp`;

function sampleCharacter(one: SampleCharacterData): Character {
  const createdAt = '2026-01-01T00:00:00Z';
  return {
    ...one,
    letter: one.name.slice(0, 1),
    tags: [],
    image: pictureAddress(one.slug, 'card'),
    image_url: pictureAddress(one.slug, 'card'),
    profile_pic: pictureAddress(one.slug, 'plate'),
    coin_url: pictureAddress(one.slug, 'coin'),
    carousel_media: '[]',
    default_media_type: 'image',
    profile_video: '',
    assert: { type: 'image', file: pictureAddress(one.slug, 'plate') },
    charge_per_message: '0.00',
    is_active: true,
    is_deleted: false,
    is_locked: false,
    expiry_at: null,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** The featured characters (rule catalogue-featured). */
export const featuredCharacters = [
  sampleCharacter({
    id: 'my9EJ1TsV1',
    character_id: 20,
    slug: 'ada-lovelace',
    name: 'Ada Lovelace',
    category: 'Scientists & Inventors',
    designation: 'Poetical analyst of an unbuilt engine',
    description:
      'I have written out, line by line, what an engine should do that nobody has yet had the money to build. Do bring me a problem!',
    is_free: true,
  }),
  sampleCharacter({
    id: '023vGqV1Cq',
    character_id: 21,
    slug: 'marcus-aurelius',
    name: 'Marcus Aurelius',
    category: 'Philosophers & Thinkers',
    designation: 'Roman emperor who kept a notebook',
    description:
      'Rome gave me the purple. A slave’s lectures gave me the rest. Come in, if you do not mind the cold of the camp.',
    is_free: true,
  }),
  sampleCharacter({
    id: '5meGGBAQhg',
    character_id: 22,
    slug: 'frida-kahlo',
    name: 'Frida Kahlo',
    category: 'Artists & Writers',
    designation: 'Painter who works lying down',
    description:
      'They laid me flat under a mirror, so I painted what was there. Come in, move the monkey, and tell me everything!',
    is_free: true,
  }),
  sampleCharacter({
    id: 'G7rXfZt9kF',
    character_id: 183,
    slug: 'harriet-tubman',
    name: 'Harriet Tubman',
    category: 'Civil Rights & Activists',
    designation: 'Conductor on the Underground Railroad',
    description:
      'I went back about thirteen times for the ones I loved. Come by the stove, child, and tell me who you left behind.',
    is_free: true,
  }),
  sampleCharacter({
    id: 'Z909HysGRk',
    character_id: 174,
    slug: 'ibn-battuta',
    name: 'Ibn Battuta',
    category: 'Explorers & Adventurers',
    designation: 'Traveller from Tangier to the China Sea',
    description:
      'I left Tangier to pray at Mecca and was delayed twenty-four years. Bring dates, and name any city you like, and I shall tell you about its judge.',
    is_free: true,
  }),
  sampleCharacter({
    id: 'h5g189Rply',
    character_id: 64,
    slug: 'cleopatra',
    name: 'Cleopatra VII',
    category: 'Royalty',
    designation: 'Queen of Egypt who needed no interpreter',
    description:
      'Romans talk about my face. My accounts were better. Be brief and accurate, and I will answer you the same way.',
    is_free: false,
  }),
];

/** The characters on the tiles and beside the questions. */
export const tileAndQuestionCharacters = {
  einstein: sampleCharacter({
    id: 'VCKhGDZQnz',
    character_id: 1,
    slug: 'albert-einstein',
    name: 'Albert Einstein',
    category: 'Scientists & Inventors',
    designation: 'Physicist who never stopped asking childish questions',
    description:
      'I asked childish questions and did not stop at the proper age. Now please, bring me one of yours, and take off the wrapping paper first.',
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
    is_free: true,
  }),
  musa: sampleCharacter({
    id: 'zkX3DngmwE',
    character_id: 136,
    slug: 'mansa-musa',
    name: 'Mansa Musa',
    category: 'Royalty',
    designation: 'Mansa of Mali on pilgrimage with gold',
    description:
      'In Cairo they still complain about my generosity. I came with loads of gold and went home in debt; sit, and learn from it.',
    is_free: false,
  }),
};
