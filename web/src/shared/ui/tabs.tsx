import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface Tab<Key extends string> {
  key: Key;
  label: ReactNode;
}

interface TabsProps<Key extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab<Key>[];
  active: Key;
  onChange: (key: Key) => void;
  /** Connects tabs with their panels; from `useTabIds`. */
  id: string;
  className?: string;
}

const stepByKey: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Index of the tab that a key selects while the tab at `at` is selected. Null if the key selects no tab. */
function indexAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = stepByKey[key];
  return step === undefined ? null : (at + step + count) % count;
}

/** A row of tabs, one of them active. The arrow keys, Home and End select a tab. */
export function Tabs<Key extends string>({
  label,
  tabs,
  active,
  onChange,
  id,
  className,
}: TabsProps<Key>) {
  const row = useRef<HTMLDivElement>(null);
  const selectByKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === active);
    const index = indexAfterKey(event.key, at, tabs.length);
    const nextTab = index === null ? undefined : tabs[index];
    if (!nextTab || index === null) return;
    event.preventDefault();
    onChange(nextTab.key);
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <div ref={row} className={clsx('tabs', className)} role="tablist" aria-label={label}>
      {tabs.map(({ key, label: text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}-${key}`}
          className="tab"
          aria-selected={key === active}
          aria-controls={`${id}-${key}-panel`}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
          onKeyDown={selectByKey}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  id: string;
  tab: string;
  active: string;
  className?: string;
  children: ReactNode;
}

/**
 * The panel of a tab. It stays mounted while another tab is active, to keep typed text (rule
 * account-settings-tabs).
 */
export function TabPanel({ id, tab, active, className, children }: TabPanelProps) {
  return (
    <div
      className={className}
      role="tabpanel"
      id={`${id}-${tab}-panel`}
      aria-labelledby={`${id}-${tab}`}
      hidden={tab !== active}
    >
      {children}
    </div>
  );
}

/** Makes the id that a row of tabs shares with its panels. */
export function useTabIds(): string {
  return useId();
}
