/** The text of the file with recovery codes (rule account-recovery-codes). */
export function recoveryFileText(email: string, codes: readonly string[]): string {
  const head = `Recovery codes of Colloquy for ${email}. Each of them works once.`;
  return [head, '', ...codes, ''].join('\n');
}
