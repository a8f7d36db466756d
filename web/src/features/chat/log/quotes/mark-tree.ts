import { isParent, type MarkdownNode, type MarkdownParent } from '../../markdown/markdown-tree';
import type { Quote, Range } from './quote';

/** The type of the nodes that `markTree` adds. */
const markType = 'quoteMark';

interface MarkNode {
  type: typeof markType;
  quote: Quote;
  children: MarkdownNode[];
  position: MarkdownNode['position'];
}

/** The passage of a node that `markTree` has added; undefined for Markdown. */
export function quoteOf(node: MarkdownNode): Quote | undefined {
  const other = node as unknown as MarkNode;
  return other.type === markType ? other.quote : undefined;
}

/** Elements whose children are text and can be cut. */
const cutTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'strong',
  'emphasis',
  'link',
  'linkReference',
]);

/**
 * Puts each passage of the tree into a node of its own, which `quoteOf` recognises. `text` is the
 * Markdown that the tree was parsed from. A passage of several paragraphs stays unmarked.
 */
export function markTree(root: MarkdownParent, text: string, ranges: readonly Range[]): void {
  // From the last to the first: what is before a passage keeps its nodes.
  for (const range of ranges.toReversed()) markIn(root, text, range);
}

const startOf = (node: MarkdownNode) => node.position?.start.offset ?? 0;
const endOf = (node: MarkdownNode) => node.position?.end.offset ?? 0;

/** Whether a node, such as code, is marked whole or not at all. */
const isWhole = (node: MarkdownNode) => node.type !== 'text' && !isParent(node);

function markIn(parent: MarkdownParent, text: string, range: Range): void {
  const children: MarkdownNode[] = parent.children;
  const touched = children.filter((node) => startOf(node) < range.to && endOf(node) > range.from);
  const [only] = touched;
  if (touched.length === 1 && isParent(only)) {
    markIn(only, text, range);
    return;
  }
  if (only === undefined || !cutTypes.has(parent.type)) return;
  const at = children.indexOf(only);
  const [before, rest] = cutAll(touched, text, isWhole(only) ? startOf(only) : range.from);
  const last = rest.at(-1);
  const [inside, after] = cutAll(rest, text, last && isWhole(last) ? endOf(last) : range.to);
  if (inside.length === 0) return;
  const mark: MarkNode = {
    type: markType,
    quote: range.quote,
    children: inside.flatMap(withoutLinks),
    position: between(only, range.from, range.to),
  };
  children.splice(at, touched.length, ...before, mark as unknown as MarkdownNode, ...after);
}

/** A link inside a marked passage is drawn as its text. */
function withoutLinks(node: MarkdownNode): MarkdownNode[] {
  if (!isParent(node)) return [node];
  const children: MarkdownNode[] = node.children.flatMap(withoutLinks);
  if (node.type === 'link' || node.type === 'linkReference') return children;
  return [{ ...node, children } as MarkdownNode];
}

/** The nodes before and after an offset of the text; a node that contains it is cut. */
function cutAll(
  nodes: readonly MarkdownNode[],
  text: string,
  offset: number,
): [MarkdownNode[], MarkdownNode[]] {
  const before: MarkdownNode[] = [];
  const after: MarkdownNode[] = [];
  for (const node of nodes) {
    if (endOf(node) <= offset) before.push(node);
    else if (startOf(node) >= offset) after.push(node);
    else {
      const [left, right] = cut(node, text, offset);
      if (left) before.push(left);
      if (right) after.push(right);
    }
  }
  return [before, after];
}

/** Cuts a node. One that cannot be cut goes to the right. */
function cut(
  node: MarkdownNode,
  text: string,
  offset: number,
): [MarkdownNode | null, MarkdownNode | null] {
  const parts = {
    left: between(node, startOf(node), offset),
    right: between(node, offset, endOf(node)),
  };
  if (node.type === 'text') {
    const at = valueIndex(node.value, text, startOf(node), offset);
    return [
      at === 0 ? null : { ...node, value: node.value.slice(0, at), position: parts.left },
      at === node.value.length
        ? null
        : { ...node, value: node.value.slice(at), position: parts.right },
    ];
  }
  if (!isParent(node) || !cutTypes.has(node.type)) return [null, node];
  const [left, right] = cutAll(node.children, text, offset);
  const part = (children: MarkdownNode[], position: MarkdownNode['position']) =>
    children.length === 0 ? null : ({ ...node, children, position } as MarkdownNode);
  return [part(left, parts.left), part(right, parts.right)];
}

function between(node: MarkdownNode, from: number, to: number): MarkdownNode['position'] {
  const { position } = node;
  if (!position) return undefined;
  return { start: { ...position.start, offset: from }, end: { ...position.end, offset: to } };
}

const entity = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z\d]+);/i;

/**
 * The index in a text node's value that belongs to an offset of the Markdown. The two differ after
 * escapes, entities, and the marks at the start of a line of a quotation.
 */
function valueIndex(value: string, text: string, start: number, offset: number): number {
  let index = 0;
  let at = start;
  while (at < offset && index < value.length) {
    const found = entity.exec(text.slice(at, at + 40))?.[0];
    if (found !== undefined && !value.startsWith(found, index)) {
      index += 1;
      at += found.length;
      continue;
    }
    if (value[index] === text[at]) index += 1;
    at += 1;
  }
  return index;
}
