import type { ContentBlock } from '#/shared/api/types';

/** A part of a text: a heading, which may be empty, and its blocks. */
export interface TextPart {
  heading: string;
  blocks: ContentBlock[];
}

/**
 * Groups blocks into parts. A block of type section starts a part, with that block and the blocks after it.
 * Blocks before the first section are a part without a heading.
 */
export function textPartsOf(blocks: ContentBlock[]): TextPart[] {
  const textParts: TextPart[] = [];
  for (const block of blocks) {
    const startsTextPart = block.type === 'section';
    const lastTextPart = textParts.at(-1);
    if (!startsTextPart && lastTextPart) lastTextPart.blocks.push(block);
    else textParts.push({ heading: startsTextPart ? (block.heading ?? '') : '', blocks: [block] });
  }
  return textParts;
}
