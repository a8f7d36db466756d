const fencePattern = /^ {0,3}(```|~~~)/;
const listItemPattern = /^ {0,3}([-*+]|\d{1,9}[.)])\s/;
const indentedPattern = /^( {2,}|\t)\S/;

/** Whether a line after a blank one still belongs to the block that began with `first`. */
function continuesBlock(first: string, line: string): boolean {
  if (!listItemPattern.test(first)) return false;
  return listItemPattern.test(line) || indentedPattern.test(line);
}

/**
 * Splits Markdown into blocks that render independently, so that a new piece makes only the last block parse
 * again. The blocks joined with blank lines have the same meaning as the text.
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
    const mark = fencePattern.exec(line)?.[1] ?? '';
    if (open === '') open = mark;
    else if (mark === open) open = '';
  }
  close();
  return blocks;
}
