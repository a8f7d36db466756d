import remend from 'remend';
import { splitBlocks } from './blocks';
import { Caret } from './caret';
import { MarkdownBlock } from './markdown-block';

interface ReplyTextProps {
  text: string;
  live: boolean;
}

/**
 * The text of a reply as Markdown. While it streams, `remend` closes open markup of the last block
 * (rule replies-markdown).
 */
export function ReplyText({ text, live }: ReplyTextProps) {
  const blocks = splitBlocks(text);
  const lastIndex = blocks.length - 1;
  return (
    <div className="reply__text">
      {blocks.map((block, index) => {
        const isGrowing = live && index === lastIndex;
        return (
          <MarkdownBlock
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
            key={index}
            text={isGrowing ? remend(block) : block}
            showsCaret={isGrowing}
          />
        );
      })}
      {live && blocks.length === 0 && <Caret />}
    </div>
  );
}
