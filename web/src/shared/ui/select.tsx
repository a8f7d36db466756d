import { ChevronDown } from 'lucide-react';
import './styles/select.css';

interface SelectProps<Key extends string> {
  /** Accessible name. Not needed if a label element refers to `id`. */
  label?: string;
  id?: string;
  /** Id of the element with an explanation. */
  describedBy?: string;
  options: readonly { key: Key; label: string }[];
  value: Key;
  onChange: (key: Key) => void;
}

/** The browser's list of choices, in the look of our fields. */
export function Select<Key extends string>({
  label,
  id,
  describedBy,
  options,
  value,
  onChange,
}: SelectProps<Key>) {
  return (
    <span className="select">
      <select
        id={id}
        className="input"
        aria-label={label}
        aria-describedby={describedBy}
        value={value}
        onChange={({ target }) => {
          const chosenOption = options.find(({ key }) => key === target.value);
          if (chosenOption) onChange(chosenOption.key);
        }}
      >
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden="true" />
    </span>
  );
}
