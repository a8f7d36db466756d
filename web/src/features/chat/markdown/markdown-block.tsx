import { memo, type ReactNode } from 'react';
import { Link } from '#/shared/ui/link';
import { externalAddress, ownSitePath } from './addresses';
import { Caret } from './caret';
import {
  definedUrl,
  isLooseList,
  type MarkdownNode,
  type MarkdownParent,
  type MarkdownTree,
  parseMarkdown,
} from './markdown-tree';

interface LinkElementProps {
  url: string;
  children: ReactNode;
  /** The link's text, if it has no markup. */
  text: string | undefined;
}

/**
 * A link of a reply. A link to a page of this site is drawn as a link. Any other link is drawn as its text with
 * the address in brackets.
 */
function LinkElement({ url, text, children }: LinkElementProps) {
  const sitePath = ownSitePath(url);
  if (sitePath !== null) {
    return (
      <Link className="link" to={sitePath} tabIndex={-1}>
        {children}
      </Link>
    );
  }
  const address = externalAddress(url);
  const isAddressRedundant = address === null || address === text || `${text}/` === address;
  return (
    <>
      {children}
      {isAddressRedundant ? '' : ` (${address})`}
    </>
  );
}

interface NodeProps<Node> {
  node: Node;
  tree: MarkdownTree;
  /** True in a tight list, where a paragraph has no element of its own. */
  isInTightList?: boolean;
}

/** The children of a node. If the node is `tree.caretNode`, the caret follows them. */
function NodeChildren({ node, tree, isInTightList = false }: NodeProps<MarkdownParent>) {
  const children: MarkdownNode[] = node.children;
  return (
    <>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a growing text changes its last node only
        <MarkdownElement key={index} node={child} tree={tree} isInTightList={isInTightList} />
      ))}
      {tree.caretNode === node && <Caret />}
    </>
  );
}

function ListElement({ node, tree }: NodeProps<Extract<MarkdownNode, { type: 'list' }>>) {
  const items = <NodeChildren node={node} tree={tree} isInTightList={!isLooseList(node)} />;
  return node.ordered ? <ol start={node.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

/** The text of a link, if it has no markup. */
function linkTextOf({ children }: MarkdownParent): string | undefined {
  const [only] = children;
  return children.length === 1 && only?.type === 'text' ? only.value : undefined;
}

/**
 * Draws one node. Only the elements listed here and in `ParentElement` are ever drawn; HTML is drawn as text.
 * Rules replies-markdown, safety-hostile-text.
 */
function MarkdownElement({
  node,
  tree,
  isInTightList = false,
}: NodeProps<MarkdownNode>): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    // Not drawn: loading the picture would reveal the user to its server.
    case 'image':
    case 'imageReference':
      return node.alt;
    case 'definition':
      return null;
    case 'list':
      return <ListElement node={node} tree={tree} />;
    default:
      return (
        'children' in node && (
          <ParentElement node={node} tree={tree} isInTightList={isInTightList} />
        )
      );
  }
}

function ParentElement({ node, tree, isInTightList = false }: NodeProps<MarkdownParent>) {
  const children = (
    <NodeChildren
      node={node}
      tree={tree}
      isInTightList={isInTightList && node.type === 'listItem'}
    />
  );
  switch (node.type) {
    case 'paragraph':
      return isInTightList ? children : <p>{children}</p>;
    case 'heading':
      // A heading in a reply is drawn as a paragraph, so that the page's outline has the page's
      // headings only.
      return (
        <p>
          <strong>{children}</strong>
        </p>
      );
    case 'blockquote':
      return <blockquote>{children}</blockquote>;
    case 'listItem':
      return <li>{children}</li>;
    case 'strong':
      return <strong>{children}</strong>;
    case 'emphasis':
      return <em>{children}</em>;
    case 'link':
      return (
        <LinkElement url={node.url} text={linkTextOf(node)}>
          {children}
        </LinkElement>
      );
    case 'linkReference':
      return (
        <LinkElement url={definedUrl(tree.root, node.identifier)} text={linkTextOf(node)}>
          {children}
        </LinkElement>
      );
    default:
      return tree.drawOther?.(node, children) ?? children;
  }
}

/** Renders a tree that is parsed already. */
export function MarkdownTreeView({ tree }: { tree: MarkdownTree }) {
  return <NodeChildren node={tree.root} tree={tree} />;
}

interface MarkdownBlockProps {
  text: string;
  /** True to show the caret after the last word. */
  showsCaret?: boolean;
}

/** One block of a reply. Raw HTML stays text. */
export const MarkdownBlock = memo(function MarkdownBlock({
  text,
  showsCaret = false,
}: MarkdownBlockProps) {
  return <MarkdownTreeView tree={parseMarkdown(text, showsCaret)} />;
});
