/** For failures that the specification keeps from the user: "logged only" (spec 1 §8). */
export function reportError(context: string, error: unknown): void {
  console.error(context, error);
}
