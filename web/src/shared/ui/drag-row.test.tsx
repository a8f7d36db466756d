import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DragRow } from './drag-row';

function renderRow(speed: number) {
  const onClick = vi.fn();
  render(
    <DragRow label="Cards" speed={speed}>
      <button type="button" onClick={onClick}>
        card
      </button>
    </DragRow>,
  );
  return { row: screen.getByRole('region', { name: 'Cards' }), click: onClick };
}

const mouseInit = { pointerType: 'mouse', button: 0, buttons: 1 };

it.each([
  [0.5, 50],
  [1, 100],
])('moves at speed %s by %s px for a drag of 100', (speed, distance) => {
  const { row } = renderRow(speed);
  row.scrollLeft = 10;
  fireEvent.pointerDown(row, { ...mouseInit, clientX: 300 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 200 });
  expect(row.scrollLeft).toBe(10 + distance);
  fireEvent.pointerUp(row, mouseInit);
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 0 });
  expect(row.scrollLeft).toBe(10 + distance);
});

it('opens a card by a click, and not at the end of a drag', async () => {
  vi.useFakeTimers();
  const { row, click } = renderRow(1);
  const rowButton = screen.getByRole('button');
  fireEvent.pointerDown(rowButton, { ...mouseInit, clientX: 300 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 280 });
  fireEvent.pointerUp(rowButton, mouseInit);
  fireEvent.click(rowButton);
  expect(click).not.toHaveBeenCalled();
  vi.runAllTimers();
  fireEvent.pointerDown(rowButton, { ...mouseInit, clientX: 300 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 297 });
  fireEvent.pointerUp(rowButton, mouseInit);
  fireEvent.click(rowButton);
  expect(click).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

it('does not handle touch, and is reachable by keyboard', () => {
  const { row } = renderRow(1);
  fireEvent.pointerDown(row, { pointerType: 'touch', button: 0, clientX: 300 });
  fireEvent.pointerMove(row, { pointerType: 'touch', clientX: 100 });
  expect(row.scrollLeft).toBe(0);
  expect(row).toHaveAttribute('tabindex', '0');
});

it('continues a drag outside the row until the button is released', () => {
  const { row } = renderRow(1);
  fireEvent.pointerDown(row, { ...mouseInit, clientX: 300 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 280 });
  expect(row).toHaveAttribute('data-dragging');
  fireEvent.pointerLeave(row, mouseInit);
  fireEvent.pointerMove(document.body, { ...mouseInit, clientX: 200 });
  expect(row.scrollLeft).toBe(100);
  fireEvent.pointerUp(document.body, mouseInit);
  expect(row).not.toHaveAttribute('data-dragging');
  fireEvent.pointerMove(document.body, { ...mouseInit, clientX: 100 });
  expect(row.scrollLeft).toBe(100);
});

it('ends a drag whose button was released outside the window', () => {
  const { row } = renderRow(1);
  fireEvent.pointerDown(row, { ...mouseInit, clientX: 300 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 250 });
  fireEvent.pointerMove(row, { ...mouseInit, buttons: 0, clientX: 100 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 50 });
  expect(row.scrollLeft).toBe(50);
  expect(row).not.toHaveAttribute('data-dragging');
});

it('does not scroll for a movement within the slack of a click', () => {
  const { row } = renderRow(1);
  fireEvent.pointerDown(row, { ...mouseInit, clientX: 300 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 296 });
  expect(row.scrollLeft).toBe(0);
});

it.each([2, 1])('ignores button %s of the mouse', (button) => {
  const { row } = renderRow(1);
  fireEvent.pointerDown(row, { ...mouseInit, button, clientX: 300 });
  fireEvent.pointerMove(row, { ...mouseInit, clientX: 100 });
  expect(row.scrollLeft).toBe(0);
});
