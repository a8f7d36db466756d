const fence = /^ {0,3}(```|~~~)/;
const listItem = /^ {0,3}([-*+]|\d{1,9}[.)])\s/;
const indented = /^( {2,}|\t)\S/;

/** Whether a line after a blank one still belongs to the block that began with `first`. */
function continuesBlock(first: string, line: string): boolean {
  if (!listItem.test(first)) return false;
  return listItem.test(line) || indented.test(line);
}

/**
 * Splits Markdown into blocks that render independently, so that a piece re-parses only the last one.
 * Joined with blank lines, the blocks give the text again.
 */
export function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let open = '';
  let gap = false;
  const close = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const blank = line.trim() === '';
    if (blank && open === '') {
      gap = lines.length > 0;
      continue;
    }
    if (gap && !continuesBlock(lines[0] ?? '', line)) close();
    else if (gap) lines.push('');
    gap = false;
    lines.push(line);
    const mark = fence.exec(line)?.[1] ?? '';
    if (open === '') open = mark;
    else if (mark === open) open = '';
  }
  close();
  return blocks;
}
