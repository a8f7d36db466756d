import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Field } from './field';
import { PasswordField } from './password-field';

describe('Field', () => {
  it('connects label and error with the input', () => {
    render(<Field label="Email" error="Email is required" />);
    const input = screen.getByRole('textbox', { name: 'Email' });
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('Email is required');
  });

  it('is valid and has no description without an error', () => {
    render(<Field label="Email" />);
    const input = screen.getByRole('textbox', { name: 'Email' });
    expect(input).toBeValid();
    expect(input).not.toHaveAccessibleDescription();
  });
});

describe('PasswordField', () => {
  it('shows and hides the typed password', async () => {
    render(<PasswordField label="Password" />);
    const input = screen.getByLabelText('Password');
    await userEvent.type(input, 'secret');
    expect(input).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('secret');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input).toHaveAttribute('type', 'password');
  });
});
