import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Stack, Text } from '@mantine/core'
import type { EmergencyFinding } from '@muster/contract/emergency-reports.ts'
import { isOverdue } from '@muster/domain/hazard.ts'
import { IconClockExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatDate } from '../../lib/format-day.ts'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { StatusTag } from '../hazards/public.ts'

export function FindingRow({ finding }: { finding: EmergencyFinding }) {
  const { hazardId, zoneId, text, status, owner, dueAt, done } = finding
  const isPastDue = isOverdue(status, dueAt, useNow())
  return (
    <li>
      <Stack gap={2} miw={0}>
        <Anchor
          renderRoot={props => (
            <Link {...props} to={paths.hazards} search={{ hazard: hazardId, zone: zoneId }} />
          )}
          c="inherit"
          fw={600}
          lineClamp={3}
          dir="auto"
        >
          {text}
        </Anchor>
        <Text c="dimmed">
          {owner ? <Name>{owner.name}</Name> : t`No owner`}
          {dueAt !== null && done === null && (
            <>
              {' · '}
              <Due at={dueAt} />
            </>
          )}
          {done && (
            <>
              {' · '}
              <Done {...done} />
            </>
          )}
        </Text>
      </Stack>
      {isPastDue && (
        <Tag tone="danger" icon={IconClockExclamation}>
          {t`Overdue`}
        </Tag>
      )}
      <StatusTag status={status} />
    </li>
  )
}

function Due({ at }: { at: string }) {
  const day = formatDate(new Date(at))
  return <Trans>due {day}</Trans>
}

function Done({ by, at }: NonNullable<EmergencyFinding['done']>) {
  const day = formatDate(new Date(at))
  return (
    <Trans>
      done by <Name>{by.name}</Name>, {day}
    </Trans>
  )
}
