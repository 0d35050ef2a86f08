import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { IconCalendarCheck } from '@tabler/icons-react'
import { api, orpc } from '../../lib/api.ts'
import { formatDate } from '../../lib/format-day.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { Day } from '../../ui/time/day.tsx'
import { toNoon } from './review-days.ts'
import { ReviewTag } from './review-tag.tsx'

export function ReviewEnd({ document }: { document: Document }) {
  const { id: documentId, zoneId, title, review } = document
  const record = useAct({
    call: (dueOn: string) => api.documents.review({ zoneId, documentId, dueOn }),
    done: ({ dueOn }) => {
      const nextDay = dueOn && formatDate(toNoon(dueOn))
      return [t`Review recorded`, nextDay ? t`${title}: next review by ${nextDay}` : title]
    },
    failed: t`The review couldn’t be recorded. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  if (!review) return null
  const { dueOn, reviewedAt } = review
  const reviewerName = review.reviewedBy ?? ''
  return (
    <Group gap="xs">
      <ReviewTag document={document} />
      {reviewedAt && (
        <Text size="xs" c="dimmed">
          <Trans>
            Last reviewed <Day at={reviewedAt} /> by <Name>{reviewerName}</Name>
          </Trans>
        </Text>
      )}
      {dueOn && (
        <Button
          variant="default"
          icon={IconCalendarCheck}
          disabled={record.isPending}
          onClick={() => record.mutate(dueOn)}
        >
          {record.isPending ? t`Recording…` : t({ message: 'Reviewed', context: 'button' })}
        </Button>
      )}
    </Group>
  )
}
