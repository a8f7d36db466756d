import type { ComponentProps } from 'react';
import { Field } from './field';

/**
 * An input of an email address. Phones show the keyboard for addresses, and do not capitalise or
 * correct it.
 */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  return (
    <Field
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
    />
  );
}
