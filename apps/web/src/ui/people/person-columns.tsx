import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ConsentStatus, PresenceStatus } from '@muster/contract/presence-word.ts'
import { MockMark } from '../badges/mock-mark.tsx'
import { PresenceBadge } from '../badges/presence-badge.tsx'
import { Day } from '../time/day.tsx'

/** The words for a person's presence on every screen; some specified screens have words of their own. */
export const presenceLabels = {
  inside: t`Inside`,
  outside: t`Outside`,
  unknown: t`Not Checked-in`,
} as const

type ListedPresence = {
  presence: PresenceStatus
  consent: ConsentStatus
  lastSeen: string | null
  mock?: boolean
}

/** A person's presence, marked if their position may be mocked. */
export function PresenceMarks({
  of: { presence, mock = false, ...sighting },
  labels = presenceLabels,
}: {
  of: ListedPresence
  labels?: Record<PresenceStatus, string>
}) {
  return (
    <>
      <PresenceBadge {...sighting} presence={presence} label={labels[presence]} />
      <MockMark mock={mock} />
    </>
  )
}

/** A person's phone number, whose groups of digits keep their order in every language. */
export const PhoneNumber = ({ number }: { number: string | null }) =>
  number === null ? t`No phone` : <bdi dir="ltr">{number}</bdi>

/** A person's phone number and the date their account was created, on one dimmed line. */
export function Contact({ phone, createdAt }: { phone: string | null; createdAt: string }) {
  return (
    <Text span size="xs" c="dimmed">
      <PhoneNumber number={phone} />
      {' · '}
      <Trans>
        created <Day at={createdAt} />
      </Trans>
    </Text>
  )
}
