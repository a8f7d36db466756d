import type { UseQueryResult } from '@tanstack/react-query';
import { useHoldPage } from '#/shared/browser/page-hold';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { Switch } from '#/shared/ui/switch';
import type { SwitchRow } from '../../model/switch-rows';
import { type SwitchChange, type SwitchStates, withChanges } from '../../model/switches';
import '../../styles/switches.css';

interface SwitchListProps<Name extends string, Shown extends Name> {
  /** Accessible name of the list. */
  label?: string;
  rows: readonly SwitchRow<Shown>[];
  /** Stored states; undefined until they are read. */
  storedStates: SwitchStates<Name> | undefined;
  /** Presses that are not saved yet. */
  changes: readonly SwitchChange<Name>[];
  onChange: (change: SwitchChange<Name>) => void;
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
  /** Text shown if the states could not be fetched. */
  readFailedText: string;
}

/** Switches that are saved one by one when they are pressed (rule account-switches). */
export function SwitchList<Name extends string, Shown extends Name = Name>({
  label,
  rows,
  storedStates,
  changes,
  onChange,
  query,
  readFailedText,
}: SwitchListProps<Name, Shown>) {
  useHoldPage(changes.length > 0);
  if (storedStates) {
    const shownStates = withChanges(storedStates, changes);
    return (
      <ul aria-label={label}>
        {rows.map(({ name, label: text, explanation }) => (
          <li key={name}>
            <Switch
              label={text}
              explanation={explanation}
              on={shownStates[name]}
              onChange={(on) => onChange({ name, on })}
            />
          </li>
        ))}
      </ul>
    );
  }
  if (!query.isError) return <SkeletonRows rows={rows.length} />;
  return (
    <FailedRead
      size="row"
      title={readFailedText}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
