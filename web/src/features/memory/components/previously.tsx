import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#/shared/ui/icon-button';
import { memoryPanelQuery } from '../api/memory-query';
import '../styles/previously.css';

interface TalkRecapProps {
  userId: string;
  conversationId: string;
}

/**
 * The note 'Previously': it sums up a talk that paused for a day, until the user closes it
 * (rule memory-previously).
 */
export function TalkRecap({ userId, conversationId }: TalkRecapProps) {
  const { data } = useQuery(memoryPanelQuery(conversationId, userId));
  const [closed, setClosed] = useState(false);
  if (closed || !data?.previously) return null;
  return (
    <aside className="previously" aria-label="Previously">
      <div className="previously__head">
        <h2 className="previously__title">Previously</h2>
        <IconButton size="sm" label="Close" onClick={() => setClosed(true)}>
          <X size={16} />
        </IconButton>
      </div>
      <p className="previously__text">{data.previously}</p>
    </aside>
  );
}
