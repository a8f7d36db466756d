import { memo, type ReactNode } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import { Caret } from './caret';

/** Only these addresses become links; every other stays plain text. */
const linkable = /^(https?:|mailto:)/i;

function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  if (!href) return <>{children}</>;
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
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
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
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

function urlTransform(url: string): string {
  return linkable.test(url) ? url : '';
}

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
