import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** The only noise of an ordinary visit: the browser reports the 401 of a signed-out visitor. */
function isVisitor(message: ConsoleMessage): boolean {
  return message.location().url.endsWith('/api/auth/me') && message.text().includes('401');
}

/**
 * Collects what a healthy page never prints: errors, uncaught exceptions, refusals of the content
 * security policy. A journey that provokes trouble allows the lines that belong to it.
 */
export class ConsoleGuard {
  private readonly lines: string[] = [];
  private readonly allowed: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' || isVisitor(message)) return;
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
