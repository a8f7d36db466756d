import type { Page } from '@playwright/test';

/** Counts of what a user has pressed and filled in on a page. */
export interface Effort {
  /** Presses of buttons and links, and of Enter. */
  pressCount: number;
  /** Fields in which something was typed. */
  filledFieldCount: number;
}

/** Starts counting what is pressed and filled in. The returned function returns the counts so far. */
export async function countEffort(page: Page): Promise<() => Effort> {
  let presses = 0;
  const fields = new Set<string>();
  await page.exposeFunction('countPress', () => {
    presses += 1;
  });
  await page.exposeFunction('countField', (name: string) => fields.add(name));
  await page.addInitScript(() => {
    const counter = window as unknown as {
      countPress: () => void;
      countField: (name: string) => void;
    };
    // Enter in a form also clicks the submit button. Such a click has detail 0.
    addEventListener('click', ({ detail }) => detail > 0 && counter.countPress(), true);
    addEventListener('keydown', ({ key }) => key === 'Enter' && counter.countPress(), true);
    addEventListener(
      'input',
      ({ target }) => {
        if (!(target instanceof HTMLElement)) return;
        const dialogHeading = target.closest('[role=dialog]')?.querySelector('h2')?.textContent;
        counter.countField(`${dialogHeading} ${target.getAttribute('name')}`);
      },
      true,
    );
  });
  return () => ({ pressCount: presses, filledFieldCount: fields.size });
}
