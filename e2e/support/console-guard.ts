import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/**
 * True for an expected answer 401. Every visitor gets this answer to the session check. A page whose session
 * has ended gets this answer from the stream of notices.
 */
function isExpectedUnauthorised(message: ConsoleMessage): boolean {
  const { url } = message.location();
  const isVisitorUrl =
    url.endsWith('/api/auth/me') || url.endsWith('/api/user/notifications/stream');
  return isVisitorUrl && message.text().includes('401');
}

/**
 * Collects console errors, uncaught exceptions and violations of the content security policy. A journey
 * that provokes errors allows their messages.
 */
export class ConsoleGuard {
  private readonly lines: string[] = [];
  private readonly allowedPatterns: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' || isExpectedUnauthorised(message)) return;
      this.lines.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.lines.push(`uncaught: ${error.error().stack}`));
  }

  allow(...patterns: RegExp[]): void {
    this.allowedPatterns.push(...patterns);
  }

  /** Allows the errors that open pages log while the server is stopped. */
  allowStoppedServer(): void {
    this.allow(/net::ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/);
    this.allow(/could not be fetched .*Failed to fetch/);
  }

  unexpectedLines(): string[] {
    return this.lines.filter((line) => !this.allowedPatterns.some((pattern) => pattern.test(line)));
  }
}
