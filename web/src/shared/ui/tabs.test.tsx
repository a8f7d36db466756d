import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TabPanel, Tabs, useTabIds } from './tabs';

const rows = [
  { key: 'one', label: 'One' },
  { key: 'two', label: 'Two' },
  { key: 'three', label: 'Three' },
] as const;

function Example() {
  const [active, setActive] = useState<(typeof rows)[number]['key']>('one');
  const id = useTabIds();
  return (
    <>
      <Tabs label="Parts" id={id} tabs={rows} active={active} onChange={setActive} />
      {rows.map(({ key }) => (
        <TabPanel key={key} id={id} tab={key} active={active}>
          <input aria-label={`input of ${key}`} />
        </TabPanel>
      ))}
    </>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

it('shows the panel of the active tab, named by it', async () => {
  render(<Example />);
  expect(screen.getByRole('tablist', { name: 'Parts' })).toBeVisible();
  expect(screen.getByRole('tabpanel', { name: 'One' })).toBeVisible();
  expect(tab('One')).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(tab('Two'));
  expect(screen.getByRole('tabpanel', { name: 'Two' })).toBeVisible();
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});

it('keeps text typed into a hidden panel', async () => {
  render(<Example />);
  await userEvent.type(screen.getByLabelText('input of one'), 'half a thought');
  await userEvent.click(tab('Two'));
  await userEvent.click(tab('One'));
  expect(screen.getByLabelText('input of one')).toHaveValue('half a thought');
});

it('is one Tab stop; arrow keys, Home and End select a tab', async () => {
  render(<Example />);
  await userEvent.tab();
  expect(tab('One')).toHaveFocus();
  for (const [key, name] of [
    ['{ArrowLeft}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(tab(name)).toHaveFocus();
    expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  }
  await userEvent.keyboard('x');
  expect(tab('One')).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByLabelText('input of one')).toHaveFocus();
});
