import { plainText } from '#/shared/format/plain-text';

/** Longest text (characters) of one utterance: Chromium goes silent in longer ones. */
const maxUtterance = 200;

/** A stage direction: a phrase in asterisks that begins with a small letter and ends its sentence or line. */
const directions = /(^|[\s"“])\*(?!\*)(\p{Ll}[^*\n]*)\*(?=$|[\s.,;:!?"”])/gmu;
const codeBlock = /```[\s\S]*?(```|$)/g;
const links = /\[([^\]]*)\]\([^)\s]*\)/g;
const addresses = /\b(https?:\/\/|www\.)\S+/g;
const pictographs = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu;

/**
 * True if the words in asterisks stand alone, as a direction does: emphasis is inside of a sentence.
 */
function standsAlone(before: string, after: string): boolean {
  return /(^|[.!?…"”\n])\s*$/.test(before) && /^\s*($|["“\p{Lu}\n])/u.test(after);
}

function withoutDirections(text: string): string {
  return text.replace(directions, (match, lead: string, words: string, at: number) => {
    const before = text.slice(0, at + lead.length);
    const after = text.slice(at + match.length);
    return standsAlone(before, after) ? lead : `${lead}${words}`;
  });
}

/**
 * What is read aloud of a reply: no markup, stage directions, code, links or pictographs (rule
 * voice-spoken-text).
 */
export function spokenText(markdown: string): string {
  return plainText(
    withoutDirections(markdown.replace(codeBlock, ' '))
      .replace(links, '$1')
      .replace(addresses, ' ')
      .replace(pictographs, '')
      .replace(/(^|[^\p{L}\p{N}_])_{1,2}(?=\S)/gu, '$1')
      .replace(/_{1,2}(?=[^\p{L}\p{N}_]|$)/gu, ''),
  );
}

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  const found = text.match(/[^.!?…。！？]+[.!?…。！？]*["”’)]*\s*/g) ?? [];
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Cuts a text into utterances, at the ends of sentences or, in long ones, between words. */
export function utterances(text: string): string[] {
  const out: string[] = [];
  for (const sentence of sentencesOf(text)) {
    let rest = sentence;
    while (rest.length > maxUtterance) {
      const space = rest.lastIndexOf(' ', maxUtterance);
      const at = space > 0 ? space : maxUtterance;
      out.push(rest.slice(0, at));
      rest = rest.slice(at).trim();
    }
    if (rest !== '') out.push(rest);
  }
  return out;
}
