/** A press of a switch: the wished state. */
export interface SwitchChange<Name extends string> {
  name: Name;
  on: boolean;
}

/** States of switches by name. */
export type SwitchStates<Name extends string> = Readonly<Record<Name, boolean>>;

/** The stored states with the changes that are not saved yet, the last one of a switch last. */
export function withChanges<Name extends string>(
  stored: SwitchStates<Name>,
  changes: readonly SwitchChange<Name>[],
): SwitchStates<Name> {
  const changed = Object.fromEntries(changes.map(({ name, on }) => [name, on]));
  return { ...stored, ...changed };
}
