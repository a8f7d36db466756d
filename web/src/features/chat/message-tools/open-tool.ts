/** A tool that opens a form or dialog. At most one is open. `key` is the key of its message. */
export type OpenTool =
  | { kind: 'edit'; key: string; text: string; clientId: string }
  | { kind: 'hint' | 'reason'; key: string; text: string }
  | { kind: 'delete' | 'report'; key: string };

/** True if the tool has text that was not sent yet (rule look-update-waits). */
export function hasUnsentText(tool: OpenTool | null): boolean {
  return tool !== null && 'text' in tool && tool.text.trim() !== '';
}
