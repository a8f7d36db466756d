import { memo, type ReactNode } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import { Link } from '#/shared/ui/link';
import { externalAddress, ownPath } from './addresses';
import { Caret } from './caret';

/**
 * Links to pages of this site stay links. Any other link becomes its text and its address in
 * brackets.
 */
function Address({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const own = ownPath(href ?? '');
  if (own !== null) {
    return (
      <Link className="link" to={own} tabIndex={-1}>
        {children}
      </Link>
    );
  }
  const address = externalAddress(href ?? '');
  const isShown = address === null || address === children || `${children}/` === address;
  const shown = isShown ? '' : ` (${address})`;
  return (
    <>
      {children}
      {shown}
    </>
  );
}

function Heading({ children }: { children?: ReactNode }) {
  // Headings of a reply must not enter the outline of the page.
  return (
    <p>
      <strong>{children}</strong>
    </p>
  );
}

const components: Components = {
  a: ({ href, children }) => <Address href={href}>{children}</Address>,
  // A loaded picture would reveal the reader to its server.
  img: ({ alt }) => <>{alt}</>,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  // Markdown produces no span; `appendCaret` adds this one.
  span: Caret,
};

interface HastNode {
  type: string;
  tagName?: string;
  properties?: Record<string, never>;
  children?: HastNode[];
}

const caretParents: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li', 'blockquote']);

/** Rehype plugin: appends the caret inside the last paragraph or list item. */
function appendCaret() {
  return (root: HastNode) => {
    let node = root;
    for (;;) {
      const last = node.children?.findLast((child) => child.type === 'element');
      if (!last || !caretParents.has(last.tagName ?? '')) break;
      node = last;
    }
    node.children?.push({ type: 'element', tagName: 'span', properties: {}, children: [] });
  };
}

const withCaret: Options['rehypePlugins'] = [appendCaret];
const withoutCaret: Options['rehypePlugins'] = [];

/** `Address` checks addresses instead. */
const urlTransform = (url: string) => url;

interface MarkdownBlockProps {
  text: string;
  /** Show the caret at the end. */
  live?: boolean;
}

/** One block of a reply. Raw HTML stays text. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, live }: MarkdownBlockProps) {
  return (
    <Markdown
      components={components}
      urlTransform={urlTransform}
      rehypePlugins={live ? withCaret : withoutCaret}
    >
      {text}
    </Markdown>
  );
});
