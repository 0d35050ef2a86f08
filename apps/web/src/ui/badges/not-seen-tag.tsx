import { Trans } from '@lingui/react/macro'
import { IconClockExclamation } from '@tabler/icons-react'
import { RelativeTime } from '../time/relative-time.tsx'
import { Tag } from './tag.tsx'

/**
 * Marks a person who has no known exit and has not been seen within the freshness limit. `since`: ISO instant of the last reading,
 * if known.
 */
export function NotSeenTag({ since }: { since: string | null }) {
  return (
    <Tag tone="caution" icon={IconClockExclamation}>
      <span>
        {since === null ? (
          <Trans>Not seen recently</Trans>
        ) : (
          <Trans>
            Not seen <RelativeTime at={since} form="since" />
          </Trans>
        )}
      </span>
    </Tag>
  )
}
