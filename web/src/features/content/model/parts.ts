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
  const parts: TextPart[] = [];
  for (const block of blocks) {
    const opensPart = block.type === 'section';
    const lastPart = parts.at(-1);
    if (!opensPart && lastPart) lastPart.blocks.push(block);
    else parts.push({ heading: opensPart ? (block.heading ?? '') : '', blocks: [block] });
  }
  return parts;
}
