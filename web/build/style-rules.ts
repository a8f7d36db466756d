import postcss, { type Declaration, type Rule } from 'postcss';

/** A stylesheet or a component, by its path from `src`. */
export interface Source {
  path: string;
  text: string;
}

/** Widths in px at which a layout may change: `min-width` of these, `max-width` of one less. */
export const breakpoints = [375, 480, 560, 640, 768, 1024, 1200, 1280];

const spacing = /^(?:margin|padding|gap|row-gap|column-gap)(?:-|$)/;
const type = /^(?:font|font-size|line-height)$/;
/** A length with a unit; 1px is the thickness of a rule. */
const rawLength = /(?<![\w.])(?!1px)\d*\.?\d+(?:px|rem)/;
const rawLineHeight = /^\d*\.?\d+$|\/\s*\d/;
const queriedWidth = /\((min|max)-width:\s*([\d.]+)px\)/g;

/** The sheet that defines the tokens; its values are raw. */
const tokens = 'styles/tokens.css';

/** Spacing, type and line heights that are not tokens, and widths that are not breakpoints. */
export function rawValues({ path, text }: Source): string[] {
  if (path === tokens) return [];
  const found: string[] = [];
  const root = postcss.parse(text);
  root.walkDecls((d) => {
    if (isRaw(d)) found.push(`${path}: ${selectorOf(d)} { ${d.prop}: ${d.value} }`);
  });
  root.walkAtRules('media', ({ params }) => {
    for (const [query, side, width] of params.matchAll(queriedWidth)) {
      if (!breakpoints.includes(Number(width) + (side === 'max' ? 1 : 0)))
        found.push(`${path}: @media ${query}`);
    }
  });
  return found;
}

function isRaw({ prop, value }: Declaration): boolean {
  if (spacing.test(prop)) return rawLength.test(value);
  if (!type.test(prop)) return false;
  return rawLength.test(value) || (prop !== 'font-size' && rawLineHeight.test(value));
}

function selectorOf(d: Declaration): string {
  return d.parent?.type === 'rule' ? (d.parent as Rule).selector : '';
}

/** The classes in the selectors of a sheet. */
function classesOf({ text }: Source): Set<string> {
  const found = new Set<string>();
  postcss.parse(text).walkRules(({ selector }) => {
    for (const [, name] of selector.matchAll(/\.([a-zA-Z][\w-]*)/g)) if (name) found.add(name);
  });
  return found;
}

const quoted = /'([^'\n]*)'|"([^"\n]*)"/g;
const template = /`([^`]*)`/g;

/** The words of the string literals in code, without strings that a value is compared with. */
function wordsIn(code: string): Set<string> {
  const compared = code.replace(/[!=]==\s*'[^'\n]*'/g, '');
  const texts = [...compared.matchAll(quoted)].map(([, single, double]) => single ?? double ?? '');
  const parts = [...compared.matchAll(template)].map(([, text = '']) =>
    text.replace(/\$\{[^}]*\}/g, ''),
  );
  return new Set([...texts, ...parts].flatMap((text) => text.split(/[^\w-]+/)));
}

/** The classes that a component uses: the words of its className attributes. */
function classesUsedBy({ text }: Source): Set<string> {
  const attributes = [...text.matchAll(/\bclassName=/g)].map(({ index, 0: name }) =>
    attributeValue(text, index + name.length),
  );
  return wordsIn(attributes.join('\n'));
}

/** The value of a JSX attribute: a text, or an expression in braces. */
function attributeValue(text: string, start: number): string {
  if (text[start] !== '{') return text.slice(start, text.indexOf('"', start + 1) + 1);
  let depth = 0;
  let end = start;
  do {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  return text.slice(start, end);
}

/** The owner of a file: its feature, the site layout (app), or 'shared'. */
function ownerOf(path: string): string {
  return path.match(/^features\/[^/]+/)?.[0] ?? path.match(/^app/)?.[0] ?? 'shared';
}

/** The classes of each owner's sheets. A shared class belongs to nobody else. */
function classOwners(sheets: Source[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    for (const name of classesOf(sheet)) {
      const set = owners.get(name) ?? new Set();
      owners.set(name, set.add(ownerOf(sheet.path)));
    }
  }
  for (const [name, set] of owners) if (set.has('shared')) owners.set(name, new Set(['shared']));
  return owners;
}

/** Classes that two features style, or that a component uses from another feature's sheet. */
export function foreignClasses(sheets: Source[], components: Source[]): string[] {
  const owners = classOwners(sheets);
  const twice = [...owners].filter(([, set]) => set.size > 1);
  const taken = components.flatMap((component) => {
    const own = ownerOf(component.path);
    return [...classesUsedBy(component)]
      .filter((name) => {
        const set = owners.get(name);
        return set !== undefined && !set.has('shared') && !set.has(own) && own !== 'shared';
      })
      .map((name) => `${component.path}: ${name}`);
  });
  return [...twice.map(([name, set]) => `${name}: ${[...set].join(', ')}`), ...taken];
}

/** Classes that no component uses. Modifiers may be composed of two texts (`btn--${kind}`). */
export function unusedClasses(sheets: Source[], components: Source[]): string[] {
  const words = new Set(components.flatMap(({ text }) => [...wordsIn(text)]));
  const stems = [...words].filter((word) => /-$/.test(word));
  return sheets.flatMap((sheet) =>
    [...classesOf(sheet)]
      .filter((name) => !words.has(name) && !stems.some((stem) => name.startsWith(stem)))
      .map((name) => `${sheet.path}: ${name}`),
  );
}
