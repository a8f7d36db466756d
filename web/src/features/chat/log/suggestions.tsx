import { ArrowUpRight } from 'lucide-react';

interface SuggestionsProps {
  suggestions: readonly string[];
  onChoose: (text: string) => void;
}

/** Suggested messages. A click on one sends it (rule suggestions-press-sends). */
export function Suggestions({ suggestions, onChoose }: SuggestionsProps) {
  return (
    <ul className="suggestions" aria-label="Suggestions">
      {suggestions.map((text) => (
        <li key={text}>
          <button type="button" tabIndex={-1} onClick={() => onChoose(text)}>
            <span>{text}</span>
            <ArrowUpRight size={18} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
