import type { ComponentProps } from 'react';
import { Field } from './field';

/** An input of an email address: phones show their keyboard for it and change no letter. */
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
