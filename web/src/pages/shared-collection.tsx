import { useParams } from 'react-router';
// Imported by their paths: the feature's index exports parts of the account area, which would be
// added to this chunk.
import { SharedCollectionScreen } from '#/features/collections/components/shared-collection-screen';
import { texts } from '#/features/collections/texts';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';
import { NotFound } from '#/shared/ui/not-found';

/**
 * A shared collection, or a notice that the address is unknown or revoked (rule
 * collections-share-dialog).
 */
export function SharedCollectionPage() {
  const { token = '' } = useParams();
  const notFound = (
    <NotFound title={texts.notShared} text={texts.notSharedHelp}>
      <div className="not-found__ways">
        <Link className={buttonClass('talk', 'lg')} to={paths.characters.getHref()}>
          Meet the Characters
        </Link>
      </div>
    </NotFound>
  );
  return <SharedCollectionScreen token={token} notFound={notFound} />;
}
