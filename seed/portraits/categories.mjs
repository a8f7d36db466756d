/**
 * The look of each category: the name of its ink, the printed ink, the tint of the
 * paper and the ruled ground. No two categories have both the same ground and the same
 * ink. `categories.json` holds a copy of CATEGORIES.
 */

/** The printed ink and the tint of the paper, by ink name. */
const INKS = {
  viridian: ['#0F5647', '#EDF2EC'],
  prussian: ['#1D3B6F', '#EDF0F2'],
  carmine: ['#8E1F2F', '#F4EDEA'],
  teal: ['#0B5568', '#EBF1F2'],
  plum: ['#5A2750', '#F2EDF0'],
  bistre: ['#7A4E0B', '#F4EFE2'],
  rust: ['#A1380F', '#F5EDE6'],
  leaf: ['#1F5E1E', '#EEF2E6'],
  tangerine: ['#A04006', '#F7EFE3'],
  olive: ['#4A5212', '#F1F2E4'],
  black: ['#2F3238', '#F0F0EC'],
  cobalt: ['#1F45A8', '#EBEFF5'],
  azure: ['#2C5A86', '#ECF1F3'],
  rose: ['#9A2A4E', '#F5ECEF'],
  umber: ['#6B4A12', '#F3EEE1'],
  sepia: ['#4A342C', '#F1EDE8'],
};

/** The ink name and the ground of each category. */
const PRESSES = {
  'Scientists & Inventors': ['viridian', 'rings'],
  'Science & Math Legends': ['viridian', 'spiral'],
  'Philosophers & Thinkers': ['prussian', 'ruled'],
  'Artists & Writers': ['carmine', 'rays'],
  'Additional Artists & Architects': ['carmine', 'rosette'],
  'Additional Writers, Poets & Thinkers': ['carmine', 'waves'],
  'Literary & Cultural Icons': ['carmine', 'lattice'],
  'Musicians & Composers': ['teal', 'waves'],
  Royalty: ['plum', 'rosette'],
  'Explorers & Adventurers': ['bistre', 'waves'],
  'Civil Rights & Activists': ['rust', 'rays'],
  'Fictional & Imaginary': ['leaf', 'diagonal'],
  'Funny & Imaginary': ['tangerine', 'lattice'],
  'World Leaders & Politicians': ['olive', 'rays'],
  'World Leaders & Military Strategists': ['olive', 'diagonal'],
  'Film & Media Icons': ['black', 'vertical'],
  'Voices of the Future': ['cobalt', 'rings'],
  'Modern Pioneers': ['cobalt', 'spiral'],
  'Spiritual & Religious Figures': ['azure', 'rosette'],
  'Religious Figures': ['azure', 'rays'],
  Athletes: ['rose', 'diagonal'],
  'Latin American, African, & Asian Icons': ['umber', 'lattice'],
  'Controversial Figures': ['sepia', 'vertical'],
  'Infamous / Controversial Figures': ['sepia', 'diagonal'],
};

/**
 * @typedef {{inkName: string, ink: string, tint: string, ground: string}} Category
 * @type {Record<string, Category>}
 */
export const CATEGORIES = Object.fromEntries(
  Object.entries(PRESSES).map(([name, [inkName, ground]]) => {
    const [ink, tint] = INKS[inkName];
    return [name, { inkName, ink, tint, ground }];
  }),
);
