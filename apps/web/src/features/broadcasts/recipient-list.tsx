import { Button } from '@mantine/core'
import type { BroadcastRecipient } from '@muster/contract/broadcasts.ts'
import { orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { Tag, type Tone } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { recipientWords } from './broadcast-words.ts'
import classes from './broadcasts.module.css'

const tones: Partial<Record<BroadcastRecipient['state'], Tone>> = {
  seen: 'info',
  answered: 'good',
  unreachable: 'danger',
}

/** The people a broadcast went to, by name, with how far it has come with each. */
export function RecipientList({ broadcastId, waiting }: { broadcastId: string; waiting: boolean }) {
  const list = usePages<BroadcastRecipient>(
    orpc.broadcasts.recipients.infiniteOptions({
      input: (cursor: string | undefined) => ({
        broadcastId,
        cursor,
        ...(waiting && { waiting: true as const }),
      }),
      ...byCursor,
    }),
  )
  const { rows, failed, retry, retrying, complete, readOn } = list
  if (failed) return <ErrorState title="Failed to load broadcasts data" onRetry={retry} retrying={retrying} />
  if (!rows) return <ListSkeleton count={3} />
  if (rows.length === 0)
    return <p className={classes.quiet}>{waiting ? 'Nobody. Everybody has.' : 'Nobody.'}</p>
  return (
    <>
      <ul className={classes.people} aria-label="Recipients">
        {rows.map(({ userId, name, state, answer, reason }) => (
          <li key={userId} className={classes.person}>
            <Name>{name}</Name>
            <Tag tone={tones[state] ?? 'quiet'}>{answer ?? reason ?? recipientWords[state]}</Tag>
          </li>
        ))}
      </ul>
      {!complete && (
        <Button variant="default" onClick={readOn} loading={retrying}>
          Show more
        </Button>
      )}
    </>
  )
}
