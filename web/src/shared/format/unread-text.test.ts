import { expect, it } from 'vitest';
import { unreadText } from './unread-text';

// rule notifications-panel
it('groups the digits of a large number', () => {
  expect(unreadText(1)).toBe('1 unread notification');
  expect(unreadText(3333)).toBe('3,333 unread notifications');
});
