import { featuredCharacters, tileAndQuestionCharacters } from './sample-characters';

/**
 * One section of the built-in home page, which a first visit without a server shows (rule home-fallback). It
 * has the shape of the server's answer, and the same check applies.
 */
const sampleSection = (key: string, order: number, meta: object, texts: object = {}) => ({
  id: order,
  section_key: key,
  display_order: order,
  is_active: 1,
  meta_data: meta,
  ...texts,
});

const tiles = [
  {
    character: featuredCharacters[5],
    subtitle: 'Last queen of Egypt',
    description: 'Negotiate for an island. She has a price in mind.',
    subDescription: 'Bring something she does not own yet.',
    assert: { type: 'image', file: '/portraits/tile-cleopatra.webp' },
  },
  {
    character: tileAndQuestionCharacters.einstein,
    subtitle: 'Curious, mostly',
    description: 'Take a ride on the beam of light he imagined at sixteen.',
    subDescription: 'You may disagree. He rather hopes so.',
    assert: { type: 'image', file: '/portraits/tile-albert-einstein.webp' },
  },
  {
    character: tileAndQuestionCharacters.keeper,
    subtitle: 'Six nights left on Hallow Stack',
    description: 'Thirty-one years of fog, and six nights left to tell about it.',
    subDescription: 'The kettle is on.',
    assert: { type: 'image', file: '/portraits/tile-last-lighthouse-keeper.webp' },
  },
  {
    character: tileAndQuestionCharacters.baker,
    subtitle: 'Dancer and courier',
    description: 'Cross a border with her. The music is not only music.',
    subDescription: 'Ask what was written between the staves.',
    assert: { type: 'image', file: '/portraits/tile-josephine-baker.webp' },
  },
];

const questions = [
  {
    key: 'real',
    title: 'Are these the real people?',
    data: 'No. Each is written from what the person left behind: letters, trials, recipes, lectures, rumours. They stay in character, and they will tell you when the record runs out.',
    isOpen: true,
  },
  {
    key: 'topics',
    title: 'What can I talk to them about?',
    data: 'Their work, their century, your day. They know their own time best and say so when a question comes from after it. None of it is advice: for medicine, law or money, ask a person who is paid to know.',
    isOpen: false,
  },
  {
    key: 'free',
    title: 'Which characters are free?',
    data: 'A character whose card says FREE, for as long as you like. Where a card says PRO, a plan opens it: one character for a month, or all of them for a year.',
    isOpen: false,
  },
];

const categoryNames = [
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
const categoryId = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
const categories = categoryNames.map((name) => ({ id: categoryId(name), name }));

export const sampleFooter = sampleSection('footer_categories', 8, {
  categories,
  termsContent: [
    'You must be 18 or have the consent of a guardian to use Colloquy. Characters are fictional AI entertainment. They are not the people they portray, and what they say is not advice.',
    'Portraits and replies are generated. Dates, quotations and opinions may be wrong; historians are invited to complain in the comments. These terms are governed by the law of the State of Delaware, USA, as the Terms & Conditions say.',
  ],
});

export const sampleSections = [
  sampleSection(
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
  sampleSection(
    'profile_cards',
    2,
    { characters: featuredCharacters },
    { title: 'People to begin with' },
  ),
  sampleSection('action_figures', 3, { items: tiles }, { title: 'Step into a scene' }),
  sampleSection(
    'explore_characters',
    4,
    { characters: featuredCharacters, max: 6 },
    { title: 'Explore characters', cta_text: 'See all', cta_link: '/characters' },
  ),
  sampleSection(
    'explore_categories',
    5,
    { categories: categories.slice(0, 9), max_category: 9, max_character: 6 },
    { title: 'Explore the Categories' },
  ),
  sampleSection(
    'feeds',
    6,
    { feeds: [1, 2, 3, 4, 5] },
    { title: 'The Feed', cta_text: 'All Feeds', cta_link: '/blog' },
  ),
  sampleSection(
    'accordions',
    7,
    { items: questions, characters: [tileAndQuestionCharacters.musa], max: 3 },
    {
      title: 'Before you begin',
      description: 'Three things people ask first.',
      image_url: '/portraits/mansa-musa-plate.webp',
      image_alt: 'Mansa Musa, engraved in profile',
    },
  ),
  sampleSection('footer_characters', 9, { characters: featuredCharacters, max: 18 }),
];
