import type { ContentBlock } from '#/shared/api/types';

/** A section of a text: its heading, if any, and the blocks below it. */
export interface TextPart {
  heading: string;
  blocks: ContentBlock[];
}

/** Groups blocks into parts: a block of type section starts a part with the blocks after it. */
export function partsOf(blocks: ContentBlock[]): TextPart[] {
  const parts: TextPart[] = [];
  for (const block of blocks) {
    const opens = block.type === 'section';
    const last = parts.at(-1);
    if (!opens && last) last.blocks.push(block);
    else parts.push({ heading: opens ? (block.heading ?? '') : '', blocks: [block] });
  }
  return parts;
}
