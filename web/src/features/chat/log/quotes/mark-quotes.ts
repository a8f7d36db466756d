import { isParent, type MarkdownNode, type MarkdownParent } from '../../markdown/markdown-tree';
import type { Quote, QuoteRange } from './quote';

/** The type of the nodes that `markQuotes` adds. */
const quoteMarkType = 'quoteMark';

interface QuoteMarkNode {
  type: typeof quoteMarkType;
  quote: Quote;
  children: MarkdownNode[];
  position: MarkdownNode['position'];
}

/** The quote of a node that `markQuotes` has added; undefined for other nodes. */
export function quoteOf(node: MarkdownNode): Quote | undefined {
  const markNode = node as unknown as QuoteMarkNode;
  return markNode.type === quoteMarkType ? markNode.quote : undefined;
}

/** Types of nodes with children that `cutNodeAtOffset` may cut in two. */
const cuttableNodeTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'strong',
  'emphasis',
  'link',
  'linkReference',
]);

/**
 * Puts each quoted passage of the tree into a node of its own. `quoteOf` reads the quote from that node. `text`
 * is the Markdown that the tree was parsed from. A passage of several paragraphs stays unmarked (rules
 * words-documented, words-in-the-spirit).
 */
export function markQuotes(
  root: MarkdownParent,
  text: string,
  ranges: readonly QuoteRange[],
): void {
  // Marks the last passage first. Marking changes the nodes after a passage, never those before it.
  for (const range of ranges.toReversed()) markRange(root, text, range);
}

const startOffset = (node: MarkdownNode) => node.position?.start.offset ?? 0;
const endOffset = (node: MarkdownNode) => node.position?.end.offset ?? 0;

/** True for a node that is marked whole or not at all, such as inline code. */
const isIndivisible = (node: MarkdownNode) => node.type !== 'text' && !isParent(node);

function markRange(parent: MarkdownParent, text: string, range: QuoteRange): void {
  const children: MarkdownNode[] = parent.children;
  const nodesInRange = children.filter(
    (node) => startOffset(node) < range.to && endOffset(node) > range.from,
  );
  const [firstNode] = nodesInRange;
  if (nodesInRange.length === 1 && isParent(firstNode)) {
    markRange(firstNode, text, range);
    return;
  }
  if (firstNode === undefined || !cuttableNodeTypes.has(parent.type)) return;
  const at = children.indexOf(firstNode);
  const [nodesBefore, rest] = cutNodesAtOffset(
    nodesInRange,
    text,
    isIndivisible(firstNode) ? startOffset(firstNode) : range.from,
  );
  const lastNode = rest.at(-1);
  const [inside, nodesAfter] = cutNodesAtOffset(
    rest,
    text,
    lastNode && isIndivisible(lastNode) ? endOffset(lastNode) : range.to,
  );
  if (inside.length === 0) return;
  const mark: QuoteMarkNode = {
    type: quoteMarkType,
    quote: range.quote,
    children: inside.flatMap(withoutLinks),
    position: positionBetween(firstNode, range.from, range.to),
  };
  children.splice(
    at,
    nodesInRange.length,
    ...nodesBefore,
    mark as unknown as MarkdownNode,
    ...nodesAfter,
  );
}

/** Replaces links inside a marked passage by their text. */
function withoutLinks(node: MarkdownNode): MarkdownNode[] {
  if (!isParent(node)) return [node];
  const children: MarkdownNode[] = node.children.flatMap(withoutLinks);
  if (node.type === 'link' || node.type === 'linkReference') return children;
  return [{ ...node, children } as MarkdownNode];
}

/** The nodes before and after an offset of the text. A node that contains the offset is cut. */
function cutNodesAtOffset(
  nodes: readonly MarkdownNode[],
  text: string,
  offset: number,
): [MarkdownNode[], MarkdownNode[]] {
  const before: MarkdownNode[] = [];
  const after: MarkdownNode[] = [];
  for (const node of nodes) {
    if (endOffset(node) <= offset) before.push(node);
    else if (startOffset(node) >= offset) after.push(node);
    else {
      const [left, right] = cutNodeAtOffset(node, text, offset);
      if (left) before.push(left);
      if (right) after.push(right);
    }
  }
  return [before, after];
}

/**
 * Cuts a node into the parts left and right of an offset. If the node cannot be cut, the right part
 * is the whole node.
 */
function cutNodeAtOffset(
  node: MarkdownNode,
  text: string,
  offset: number,
): [MarkdownNode | null, MarkdownNode | null] {
  const sourcePositions = {
    left: positionBetween(node, startOffset(node), offset),
    right: positionBetween(node, offset, endOffset(node)),
  };
  if (node.type === 'text') {
    const at = indexInNodeValue(node.value, text, startOffset(node), offset);
    return [
      at === 0 ? null : { ...node, value: node.value.slice(0, at), position: sourcePositions.left },
      at === node.value.length
        ? null
        : { ...node, value: node.value.slice(at), position: sourcePositions.right },
    ];
  }
  if (!isParent(node) || !cuttableNodeTypes.has(node.type)) return [null, node];
  const [left, right] = cutNodesAtOffset(node.children, text, offset);
  const copyWithChildren = (children: MarkdownNode[], position: MarkdownNode['position']) =>
    children.length === 0 ? null : ({ ...node, children, position } as MarkdownNode);
  return [
    copyWithChildren(left, sourcePositions.left),
    copyWithChildren(right, sourcePositions.right),
  ];
}

function positionBetween(node: MarkdownNode, from: number, to: number): MarkdownNode['position'] {
  const { position } = node;
  if (!position) return undefined;
  return { start: { ...position.start, offset: from }, end: { ...position.end, offset: to } };
}

const entityPattern = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z\d]+);/i;

/**
 * Converts an offset in the Markdown `text` to an index in `value`, the value of a text node.
 * `start` is the offset at which the node begins. The Markdown has characters that `value` lacks:
 * those of escapes, of entities, and the `>` signs of a quotation. So the index cannot be computed
 * by a subtraction.
 */
function indexInNodeValue(value: string, text: string, start: number, offset: number): number {
  let index = 0;
  let at = start;
  while (at < offset && index < value.length) {
    const entity = entityPattern.exec(text.slice(at, at + 40))?.[0];
    if (entity !== undefined && !value.startsWith(entity, index)) {
      index += 1;
      at += entity.length;
      continue;
    }
    if (value[index] === text[at]) index += 1;
    at += 1;
  }
  return index;
}
