-- +goose Up
-- The other two indexes of running replies answer the same queries, and no
-- checkpoint changes them.
DROP INDEX messages_lease;

-- From now on empty suggestions mean that suggestions must still be made. Before, jobs of the kind
-- chat.suggest made them.
UPDATE messages SET suggestions = '[]' WHERE suggestions = '' AND status = 'complete' AND reply_to IS NOT NULL;
DELETE FROM jobs WHERE kind = 'chat.suggest';

-- +goose Down
UPDATE messages SET suggestions = '' WHERE suggestions = '[]';
CREATE INDEX messages_lease ON messages (lease_until) WHERE status = 'generating';
