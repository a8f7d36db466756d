/** Printed inks; each is a CSS class `.c-<name>` in styles/inks.css. */
export type Ink =
  | 'viridian'
  | 'prussian'
  | 'carmine'
  | 'teal'
  | 'plum'
  | 'bistre'
  | 'rust'
  | 'leaf'
  | 'tangerine'
  | 'olive'
  | 'black'
  | 'cobalt'
  | 'azure'
  | 'rose'
  | 'umber'
  | 'sepia';

const inkByCategory: Readonly<Record<string, Ink>> = {
  'Scientists & Inventors': 'viridian',
  'Science & Math Legends': 'viridian',
  'Philosophers & Thinkers': 'prussian',
  'Artists & Writers': 'carmine',
  'Additional Artists & Architects': 'carmine',
  'Additional Writers, Poets & Thinkers': 'carmine',
  'Literary & Cultural Icons': 'carmine',
  'Musicians & Composers': 'teal',
  Royalty: 'plum',
  'Explorers & Adventurers': 'bistre',
  'Civil Rights & Activists': 'rust',
  'Fictional & Imaginary': 'leaf',
  'Funny & Imaginary': 'tangerine',
  'World Leaders & Politicians': 'olive',
  'World Leaders & Military Strategists': 'olive',
  'Film & Media Icons': 'black',
  'Voices of the Future': 'cobalt',
  'Modern Pioneers': 'cobalt',
  'Spiritual & Religious Figures': 'azure',
  'Religious Figures': 'azure',
  Athletes: 'rose',
  'Latin American, African, & Asian Icons': 'umber',
  'Controversial Figures': 'sepia',
  'Infamous / Controversial Figures': 'sepia',
};

/** The colour of a category's portraits and names; black for an unknown category. */
export function categoryInk(category: string): Ink {
  return inkByCategory[category] ?? 'black';
}
