import postcss, { type Declaration, type Rule } from 'postcss';

/** A stylesheet or a component. `path` is relative to `src`. */
export interface SourceFile {
  path: string;
  sourceText: string;
}

/** Widths (px) at which a layout may change. `min-width` has one of these, `max-width` one pixel less. */
export const breakpoints = [375, 480, 560, 640, 768, 1024, 1200, 1280];

const spacingProperty = /^(?:margin|padding|gap|row-gap|column-gap)(?:-|$)/;
const typographyProperty = /^(?:font|font-size|line-height)$/;
/** Matches a length in px or rem. 1px is allowed, as the thickness of a line. */
const rawLengthPattern = /(?<![\w.])(?!1px)\d*\.?\d+(?:px|rem)/;
const rawLineHeightPattern = /^\d*\.?\d+$|\/\s*\d/;
const queriedWidth = /\((min|max)-width:\s*([\d.]+)px\)/g;

/** The sheet that defines the tokens. It may contain raw values. */
const tokensFile = 'styles/tokens.css';

/**
 * Returns raw values: declarations of spacing, type and line height whose values are not tokens, and media
 * queries whose widths are not breakpoints.
 */
export function findRawValues({ path, sourceText }: SourceFile): string[] {
  if (path === tokensFile) return [];
  const rawValues: string[] = [];
  const root = postcss.parse(sourceText);
  root.walkDecls((d) => {
    if (isRawDeclaration(d)) rawValues.push(`${path}: ${selectorOf(d)} { ${d.prop}: ${d.value} }`);
  });
  root.walkAtRules('media', ({ params }) => {
    for (const [query, side, width] of params.matchAll(queriedWidth)) {
      if (!breakpoints.includes(Number(width) + (side === 'max' ? 1 : 0)))
        rawValues.push(`${path}: @media ${query}`);
    }
  });
  return rawValues;
}

function isRawDeclaration({ prop, value }: Declaration): boolean {
  if (spacingProperty.test(prop)) return rawLengthPattern.test(value);
  if (!typographyProperty.test(prop)) return false;
  return rawLengthPattern.test(value) || (prop !== 'font-size' && rawLineHeightPattern.test(value));
}

function selectorOf(d: Declaration): string {
  return d.parent?.type === 'rule' ? (d.parent as Rule).selector : '';
}

/** Returns the classes in the selectors of a sheet. */
function classesOf({ sourceText }: SourceFile): Set<string> {
  const classes = new Set<string>();
  postcss.parse(sourceText).walkRules(({ selector }) => {
    for (const [, name] of selector.matchAll(/\.([a-zA-Z][\w-]*)/g)) if (name) classes.add(name);
  });
  return classes;
}

const quotedString = /'([^'\n]*)'|"([^"\n]*)"/g;
const templateString = /`([^`]*)`/g;

/** Returns the words in the string literals of code. Skips literals in comparisons, as in `x === 'a'`. */
function wordsIn(code: string): Set<string> {
  const withoutComparisons = code.replace(/[!=]==\s*'[^'\n]*'/g, '');
  const texts = [...withoutComparisons.matchAll(quotedString)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  const templateTexts = [...withoutComparisons.matchAll(templateString)].map(([, text = '']) =>
    text.replace(/\$\{[^}]*\}/g, ''),
  );
  return new Set([...texts, ...templateTexts].flatMap((text) => text.split(/[^\w-]+/)));
}

/** Returns the classes that a component uses: the words in its className attributes. */
function classesUsedBy({ sourceText }: SourceFile): Set<string> {
  const attributes = [...sourceText.matchAll(/\bclassName=/g)].map(({ index, 0: name }) =>
    attributeValue(sourceText, index + name.length),
  );
  return wordsIn(attributes.join('\n'));
}

/** Returns the source text of a JSX attribute's value from `start` on: a string, or an expression in braces. */
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

/** Returns the owner of a file: its feature, 'app', or 'shared' for all other files. */
function owningFeature(path: string): string {
  return path.match(/^features\/[^/]+/)?.[0] ?? path.match(/^app/)?.[0] ?? 'shared';
}

/** Returns the owners of each class, by its name. A class of a shared sheet has only the owner 'shared'. */
function ownersByClass(sheets: SourceFile[]): Map<string, Set<string>> {
  const classOwners = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    for (const name of classesOf(sheet)) {
      const owners = classOwners.get(name) ?? new Set();
      classOwners.set(name, owners.add(owningFeature(sheet.path)));
    }
  }
  for (const [name, owners] of classOwners)
    if (owners.has('shared')) classOwners.set(name, new Set(['shared']));
  return classOwners;
}

/** Returns the classes that two features style, or that a component uses from another feature's sheet. */
export function findForeignClasses(sheets: SourceFile[], components: SourceFile[]): string[] {
  const classOwners = ownersByClass(sheets);
  const classesOfSeveralOwners = [...classOwners].filter(([, owners]) => owners.size > 1);
  const foreignClassUses = components.flatMap((component) => {
    const componentOwner = owningFeature(component.path);
    return [...classesUsedBy(component)]
      .filter((name) => {
        const owners = classOwners.get(name);
        return (
          owners !== undefined &&
          !owners.has('shared') &&
          !owners.has(componentOwner) &&
          componentOwner !== 'shared'
        );
      })
      .map((name) => `${component.path}: ${name}`);
  });
  return [
    ...classesOfSeveralOwners.map(([name, owners]) => `${name}: ${[...owners].join(', ')}`),
    ...foreignClassUses,
  ];
}

/**
 * Returns the classes that no component uses. A component uses a class if one of its strings has the name. If a
 * string ends with a hyphen, as in `btn--${kind}`, the component uses every class whose name begins with it.
 */
export function findUnusedClasses(sheets: SourceFile[], components: SourceFile[]): string[] {
  const words = new Set(components.flatMap(({ sourceText }) => [...wordsIn(sourceText)]));
  const classStems = [...words].filter((word) => /-$/.test(word));
  return sheets.flatMap((sheet) =>
    [...classesOf(sheet)]
      .filter((name) => !words.has(name) && !classStems.some((stem) => name.startsWith(stem)))
      .map((name) => `${sheet.path}: ${name}`),
  );
}
