import { memo, type ReactNode } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import { Link } from '#/shared/ui/link';
import { addressOf, ownPath } from './addresses';
import { Caret } from './caret';

/** Pages of this site become links. Any other address is text beside its words: nobody is led away. */
function Address({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const own = ownPath(href ?? '');
  if (own !== null) {
    return (
      <Link className="link" to={own} tabIndex={-1}>
        {children}
      </Link>
    );
  }
  const address = addressOf(href ?? '');
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
  // The log's outline has the page's own headings only.
  return (
    <p>
      <strong>{children}</strong>
    </p>
  );
}

const components: Components = {
  a: ({ href, children }) => <Address href={href}>{children}</Address>,
  // A picture would tell its server who reads what.
  img: ({ alt }) => <>{alt}</>,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  // Markdown makes no span: this one is put there by `appendCaret`.
  span: Caret,
};

interface HastNode {
  type: string;
  tagName?: string;
  properties?: Record<string, never>;
  children?: HastNode[];
}

const inside: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li', 'blockquote']);

/** Puts the caret behind the last word, inside the paragraph or item that it ends. */
function appendCaret() {
  return (root: HastNode) => {
    let node = root;
    for (;;) {
      const last = node.children?.findLast((child) => child.type === 'element');
      if (!last || !inside.has(last.tagName ?? '')) break;
      node = last;
    }
    node.children?.push({ type: 'element', tagName: 'span', properties: {}, children: [] });
  };
}

const withCaret: Options['rehypePlugins'] = [appendCaret];
const withoutCaret: Options['rehypePlugins'] = [];

/** `Address` decides what an address becomes. */
const urlTransform = (url: string) => url;

interface MarkdownBlockProps {
  text: string;
  /** The next word will come here. */
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
