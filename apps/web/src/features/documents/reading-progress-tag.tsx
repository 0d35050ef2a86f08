import { Trans } from '@lingui/react/macro'
import type { ReadingProgress } from '@muster/contract/documents.ts'
import { IconBook2 } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import { Tag } from '../../ui/badges/tag.tsx'

/** Shows how many of those who were asked have read the newest version: "Read by 3 of 11". Empty if nobody was asked. */
export function ReadingProgressTag({ confirmed, people }: ReadingProgress) {
  if (people === 0) return null
  const [confirmedCount, readerCount] = [formatCount(confirmed), formatCount(people)]
  return (
    <Tag tone={confirmed === people ? 'inside' : 'caution'} icon={IconBook2}>
      <Trans>
        Read by {confirmedCount} of {readerCount}
      </Trans>
    </Tag>
  )
}
