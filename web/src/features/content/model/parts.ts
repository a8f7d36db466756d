import type { ContentBlock } from '#/shared/api/types';

/** A stretch of a text: a heading, if it has one, and what stands below it. */
export interface Part {
  heading: string;
  blocks: ContentBlock[];
}

/** Gathers blocks under their headings: a section block opens a part, and those after it belong to it. */
export function partsOf(blocks: ContentBlock[]): Part[] {
  const parts: Part[] = [];
  for (const block of blocks) {
    const opens = block.type === 'section';
    const last = parts.at(-1);
    if (!opens && last) last.blocks.push(block);
    else parts.push({ heading: opens ? (block.heading ?? '') : '', blocks: [block] });
  }
  return parts;
}
