import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ReactNode } from 'react';

type MarkdownRoot = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownRoot | MarkdownRoot['children'][number];
export type MarkdownParent = Extract<MarkdownNode, { children: MarkdownNode[] }>;
type LinkDefinition = Extract<MarkdownNode, { type: 'definition' }>;

export interface MarkdownTree {
  root: MarkdownRoot;
  /** The node that ends with the caret; null without a caret. */
  caretNode: MarkdownParent | null;
  /** Draws a node that is not Markdown, such as a marked passage. */
  drawOther?: (node: MarkdownParent, children: ReactNode) => ReactNode;
}

export const isParent = (node: MarkdownNode | undefined): node is MarkdownParent =>
  node !== undefined && 'children' in node;

const caretParentTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'list',
  'listItem',
  'blockquote',
]);
const nonElementTypes: ReadonlySet<string> = new Set(['text', 'html', 'definition']);

/**
 * The node in which the caret is drawn: the innermost paragraph, list, list item or quotation at the end of
 * the block, or else the root.
 */
function caretParent(root: MarkdownRoot): MarkdownParent {
  let node: MarkdownParent = root;
  for (;;) {
    const children: MarkdownNode[] = node.children;
    const lastElement = children.findLast(({ type }) => !nonElementTypes.has(type));
    if (!isParent(lastElement) || !caretParentTypes.has(lastElement.type)) return node;
    node = lastElement;
  }
}

export function parseMarkdown(text: string, withCaret: boolean): MarkdownTree {
  const root = fromMarkdown(text);
  return { root, caretNode: withCaret ? caretParent(root) : null };
}

/** The address that the block defines for a reference; empty if it defines none. */
export function definedUrl(node: MarkdownNode, identifier: string): string {
  const findDefinition = (at: MarkdownNode): LinkDefinition | undefined => {
    if (at.type === 'definition') return at.identifier === identifier ? at : undefined;
    if (!isParent(at)) return undefined;
    for (const child of at.children) {
      const foundDefinition = findDefinition(child);
      if (foundDefinition) return foundDefinition;
    }
    return undefined;
  };
  return findDefinition(node)?.url ?? '';
}

/**
 * True for a loose list, whose items contain paragraphs; false for a tight list, whose items
 * contain plain text.
 */
export function isLooseList(list: Extract<MarkdownNode, { type: 'list' }>): boolean {
  return list.spread === true || list.children.some(({ spread }) => spread === true);
}
