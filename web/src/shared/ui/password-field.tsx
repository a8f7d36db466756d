import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { Field } from './field';
import { IconButton } from './icon-button';

type PasswordFieldProps = Omit<
  ComponentProps<typeof Field>,
  'type' | 'trailing' | 'className' | 'hint'
>;

/**
 * A password input with a button that shows the typed text, and a hint while Caps Lock is on (rule
 * accounts-caps-lock).
 */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const look = (event: KeyboardEvent | MouseEvent) =>
    setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      className="input--with-button"
      type={shown ? 'text' : 'password'}
      hint={capsLock ? 'Caps Lock is on' : ''}
      onKeyDown={look}
      onKeyUp={look}
      onMouseDown={look}
      onBlur={() => setCapsLock(false)}
      trailing={
        <IconButton
          className="field__toggle"
          label={`${shown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
