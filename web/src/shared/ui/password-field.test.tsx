import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PasswordField } from './password-field';

const hint = () => screen.getByRole('status');

// rule accounts-caps-lock
it('says while Caps Lock is on, and no longer', () => {
  render(<PasswordField label="Password" />);
  const field = screen.getByLabelText('Password');
  fireEvent.keyDown(field, { key: 'a' });
  expect(hint()).toBeEmptyDOMElement();
  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true });
  expect(hint()).toHaveTextContent('Caps Lock is on');
  fireEvent.keyUp(field, { key: 'CapsLock' });
  expect(hint()).toBeEmptyDOMElement();
  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true });
  fireEvent.blur(field);
  expect(hint()).toBeEmptyDOMElement();
});
