import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconClockExclamation } from '@tabler/icons-react'
import { RelativeTime } from '../time/relative-time.tsx'
import { Tag } from './tag.tsx'

/** Marks people past the freshness limit without a known exit. `since`: ISO instant of the last reading, if known. */
export function NotSeenTag({ since }: { since: string | null }) {
  return (
    <Tag tone="caution" icon={IconClockExclamation}>
      <span>
        {since === null ? (
          t`Not seen recently`
        ) : (
          <Trans>
            Not seen <RelativeTime at={since} form="since" />
          </Trans>
        )}
      </span>
    </Tag>
  )
}
