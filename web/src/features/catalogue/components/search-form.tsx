import { useState } from 'react';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { SearchBox } from './search-box';

/** A search field that opens the catalogue with the search. */
export function SearchForm() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  return (
    <form
      className="tag-search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') navigate(paths.characters.getHref(text.trim()));
      }}
    >
      <SearchBox value={text} onChange={setText} />
    </form>
  );
}
