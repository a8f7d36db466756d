import { useId } from 'react';
import './styles/switch.css';

interface SwitchProps {
  label: string;
  explanation: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A switch. The whole row is its target. */
export function Switch({ label, explanation, on, onChange }: SwitchProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      className="switch-row"
      aria-checked={on}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
      onClick={() => onChange(!on)}
    >
      <span>
        <span className="switch-row__label" id={`${id}-label`}>
          {label}
        </span>
        <span className="switch-row__note" id={`${id}-note`}>
          {explanation}
        </span>
      </span>
      <span className="switch-row__track" aria-hidden="true" />
    </button>
  );
}
