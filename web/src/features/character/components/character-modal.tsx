import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { profileQuery } from '#/shared/api/profile';
import type { Character } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { Link } from '#/shared/ui/link';
import { useStartChat } from '../hooks/use-start-chat';
import { categoryInk } from '../model/category-ink';
import { mediaOf } from '../model/media';
import { closeCharacter } from '../model/modal-store';
import { FirstQuestions } from './first-questions';
import { LockCover } from './lock-cover';
import { Media } from './media';
import '../styles/character-modal.css';

/** The first questions, for which the modal fetches the profile. */
function Questions({ character }: { character: Character }) {
  const { data, isError } = useQuery(profileQuery(character.slug));
  if (isError) return null;
  return (
    <FirstQuestions character={character} questions={data?.questions} onChoose={closeCharacter} />
  );
}

export function CharacterModal({ character }: { character: Character }) {
  const { name, slug, designation, description, category, is_locked: locked } = character;
  const startChat = useStartChat();
  // rule catalogue-lets-talk
  const letsTalk = () => {
    closeCharacter();
    startChat(character);
  };
  return (
    <Dialog
      className={clsx('character-modal', `c-${categoryInk(category)}`)}
      onClose={closeCharacter}
    >
      <div className={clsx('character-modal__slab', locked && 'character-modal__slab--locked')}>
        <Media name={name} addresses={mediaOf(character)} cover={locked && <LockCover />} />
      </div>
      <div className="character-modal__words">
        <p className="muted">{designation}</p>
        <DialogTitle>{name}</DialogTitle>
        <p className="voice">{description}</p>
        {locked && (
          <p className="muted character-modal__door">
            {name} keeps a closed door.{' '}
            <Link className="link" to={paths.characters.getHref(category)} onClick={closeCharacter}>
              See free characters in {category}
            </Link>
          </p>
        )}
        {!locked && <Questions character={character} />}
        <div className="character-modal__actions">
          {/* Enabled although locked: the chat shows the lock, and a visitor may have access after a login. */}
          <Button look={locked ? 'line' : 'talk'} size="lg" onClick={letsTalk}>
            Lets Talk
            <ArrowRight size={18} aria-hidden="true" />
          </Button>
          <Link className="link" to={paths.profile.getHref(slug)} onClick={closeCharacter}>
            View profile
          </Link>
        </div>
      </div>
    </Dialog>
  );
}
