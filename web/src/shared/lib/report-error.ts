/** Logs a failure that is not shown to the user (rule texts-logged-only). */
export function reportError(context: string, error: unknown): void {
  console.error(context, error);
}
