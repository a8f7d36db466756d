import { useId } from 'react';
import { searchTexts } from './search-texts';

interface ScopeSwitchProps {
  searchesEverywhere: boolean;
  onChange: (everywhere: boolean) => void;
}

/** Chooses between the open chat and all chats. */
export function ScopeSwitch({ searchesEverywhere, onChange }: ScopeSwitchProps) {
  const name = useId();
  return (
    <fieldset className="message-search__scope">
      <legend className="visually-hidden">{searchTexts.scope}</legend>
      {[false, true].map((option) => (
        <label key={String(option)} className="message-search__choice">
          <input
            type="radio"
            name={name}
            checked={searchesEverywhere === option}
            onChange={() => onChange(option)}
          />
          {option ? searchTexts.allChats : searchTexts.thisChat}
        </label>
      ))}
    </fieldset>
  );
}
