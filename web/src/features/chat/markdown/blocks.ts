const fencePattern = /^ {0,3}(```|~~~)/;
const listItemPattern = /^ {0,3}([-*+]|\d{1,9}[.)])\s/;
const indentedPattern = /^( {2,}|\t)\S/;

/** Whether `line`, which follows a blank line, belongs to the block whose first line is `firstLine`. */
function continuesBlock(firstLine: string, line: string): boolean {
  if (!listItemPattern.test(firstLine)) return false;
  return listItemPattern.test(line) || indentedPattern.test(line);
}

/**
 * Splits Markdown into blocks that render independently. So a new piece of text makes only the last block parse
 * again. The blocks joined with blank lines have the same meaning as the text.
 */
export function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let openFence = '';
  let isAfterBlank = false;
  const closeBlock = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const isBlank = line.trim() === '';
    if (isBlank && openFence === '') {
      isAfterBlank = lines.length > 0;
      continue;
    }
    if (isAfterBlank && !continuesBlock(lines[0] ?? '', line)) closeBlock();
    else if (isAfterBlank) lines.push('');
    isAfterBlank = false;
    lines.push(line);
    const fenceMark = fencePattern.exec(line)?.[1] ?? '';
    if (openFence === '') openFence = fenceMark;
    else if (fenceMark === openFence) openFence = '';
  }
  closeBlock();
  return blocks;
}
