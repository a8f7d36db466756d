import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { PayButton, planIds, planQuery, useIsLocked } from '#/features/payment';
import { profileQuery } from '#/shared/api/profile';
import type { Character } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { Link } from '#/shared/ui/link';
import { useStartChat } from '../hooks/use-start-chat';
import { categoryInk } from '../model/category-ink';
import { mediaAddressesOf } from '../model/media';
import { closeCharacterModal } from '../model/modal-store';
import { CollectButton } from './collect-button';
import { FirstQuestions } from './first-questions';
import { LockCover } from './lock-cover';
import { CharacterMedia } from './media';
import '../styles/character-modal.css';

/**
 * For a locked character: a link to free characters, and a button that buys this character alone (rule
 * access-locked-modal).
 */
function LockedOffer({ character }: { character: Character }) {
  const { name, slug, category } = character;
  const { data: plan } = useQuery(planQuery(planIds.one, slug));
  return (
    <div className="character-modal__door">
      <p className="muted">
        {name} keeps a closed door.{' '}
        <Link
          className="link"
          to={paths.characters.getHref(category)}
          onClick={closeCharacterModal}
        >
          See free characters in {category}
        </Link>
      </p>
      {plan && (
        <div className="character-modal__single">
          <PayButton
            planId={planIds.one}
            character={character}
            onSuccess={closeCharacterModal}
            label="Unlock this character"
            showPrice
          />
          <p className="small muted">{plan.subTitle}</p>
        </div>
      )}
    </div>
  );
}

/** The character modal (rule catalogue-modal). */
export function CharacterModal({ character }: { character: Character }) {
  const { name, slug, designation, description, category } = character;
  const { data: profile, isError } = useQuery(profileQuery(slug));
  // The profile is newer than the list that the character comes from, and is fetched again after a payment.
  // A locked character offers no first question (rule chat-first-question).
  const isLocked = useIsLocked(profile ?? character);
  const startChat = useStartChat();
  // rule catalogue-lets-talk
  const closeAndStartChat = () => {
    closeCharacterModal();
    startChat(character);
  };
  return (
    <Dialog
      className={clsx('character-modal', `c-${categoryInk(category)}`)}
      onClose={closeCharacterModal}
    >
      <div className={clsx('character-modal__slab', isLocked && 'character-modal__slab--locked')}>
        <CharacterMedia
          name={name}
          addresses={mediaAddressesOf(character)}
          cover={isLocked && <LockCover character={character} onSuccess={closeCharacterModal} />}
        />
      </div>
      <div className="character-modal__words">
        <p className="muted">{designation}</p>
        <DialogTitle>{name}</DialogTitle>
        <p className="voice">{description}</p>
        {isLocked && <LockedOffer character={character} />}
        {!isLocked && !isError && (
          <FirstQuestions
            character={character}
            questions={profile?.questions}
            onChoose={closeCharacterModal}
          />
        )}
        <div className="character-modal__actions">
          {/* Enabled although locked: it leads to the locked chat. */}
          <Button look={isLocked ? 'line' : 'talk'} size="lg" onClick={closeAndStartChat}>
            Lets Talk
            <ArrowRight size={18} aria-hidden="true" />
          </Button>
          <Link className="link" to={paths.profile.getHref(slug)} onClick={closeCharacterModal}>
            View profile
          </Link>
          <CollectButton character={character} outlined />
        </div>
      </div>
    </Dialog>
  );
}
