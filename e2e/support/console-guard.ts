import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** True for the 401 of the check who is signed in, which browsers log for every visitor. */
function isVisitorCheck(message: ConsoleMessage): boolean {
  return message.location().url.endsWith('/api/auth/me') && message.text().includes('401');
}

/**
 * Collects errors, uncaught exceptions and violations of the content security policy. A journey
 * that provokes errors allows their messages.
 */
export class ConsoleGuard {
  private readonly lines: string[] = [];
  private readonly allowed: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' || isVisitorCheck(message)) return;
      this.lines.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.lines.push(`uncaught: ${error.error().stack}`));
  }

  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns);
  }

  unexpected(): string[] {
    return this.lines.filter((line) => !this.allowed.some((pattern) => pattern.test(line)));
  }
}
