import { type ReactNode, useMemo } from 'react';
import { MarkdownTreeView } from '../../markdown/markdown-block';
import { type MarkdownParent, parseMarkdown } from '../../markdown/markdown-tree';
import '../../styles/quotes.css';
import { markQuotes, quoteOf } from './mark-quotes';
import { type Quote, quoteRanges } from './quote';
import { QuoteMark } from './quote-mark';

interface QuotedReplyProps {
  /** The text of a reply that has ended, as it is stored. */
  text: string;
  quotes: readonly Quote[];
}

/** The text of a reply as Markdown, with its quotations marked (rules words-documented, words-in-the-spirit). */
export function QuotedReply({ text, quotes }: QuotedReplyProps) {
  const tree = useMemo(() => {
    const { root } = parseMarkdown(text, false);
    markQuotes(root, text, quoteRanges(text, quotes));
    return { root, caretNode: null, drawOther: drawQuote };
  }, [text, quotes]);
  return (
    <div className="reply__text">
      <MarkdownTreeView tree={tree} />
    </div>
  );
}

function drawQuote(node: MarkdownParent, children: ReactNode) {
  const quote = quoteOf(node);
  return quote && <QuoteMark quote={quote}>{children}</QuoteMark>;
}
