/** A press of a switch. `on` is its new state. */
export interface SwitchChange<Name extends string> {
  name: Name;
  on: boolean;
}

/** States of switches by name. */
export type SwitchStates<Name extends string> = Readonly<Record<Name, boolean>>;

/**
 * Applies the unsaved changes to the stored states, in order. The last press of a switch wins (rule
 * account-switches).
 */
export function withChanges<Name extends string>(
  stored: SwitchStates<Name>,
  changes: readonly SwitchChange<Name>[],
): SwitchStates<Name> {
  const changedStates = Object.fromEntries(changes.map(({ name, on }) => [name, on]));
  return { ...stored, ...changedStates };
}
