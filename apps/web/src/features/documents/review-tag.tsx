import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Document } from '@muster/contract/documents.ts'
import { IconCalendarDue, IconCalendarExclamation } from '@tabler/icons-react'
import { formatDayShort } from '../../lib/format-day.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { toNoon } from './review-days.ts'

export function ReviewTag({ document: { review } }: { document: Document }) {
  const now = new Date(useNow())
  if (!review?.dueOn) return null
  const date = formatDayShort(toNoon(review.dueOn), now)
  const today = isoDay(now)
  if (review.dueOn > today)
    return (
      <Tag icon={IconCalendarDue}>
        <Trans>Review by {date}</Trans>
      </Tag>
    )
  return (
    <Tag tone="caution" icon={IconCalendarExclamation}>
      {review.dueOn === today ? t`Review due today` : <Trans>Review overdue since {date}</Trans>}
    </Tag>
  )
}
