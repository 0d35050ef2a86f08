import { Text } from '@mantine/core'
import type { ConsentWord, PresenceWord } from '@muster/contract/presence-word.ts'
import { MadeUpMark } from '../badges/made-up-mark.tsx'
import { PresenceBadge } from '../badges/presence-badge.tsx'
import { Day } from '../time/day.tsx'

/** Presence as the screens of people say it; Zone Users has another word for members without a reading. */
export const presenceLabels = {
  inside: 'Inside Zone',
  outside: 'Outside Zone',
  unknown: 'Not Checked-in',
} as const

type Located = {
  presence: PresenceWord
  consent: ConsentWord
  lastSeen: string | null
  mock?: boolean
}

/** Where a person is, and whether an app on their phone may have made that up. */
export function PresenceMarks({
  of: { presence, mock = false, ...seen },
  labels = presenceLabels,
}: {
  of: Located
  labels?: Record<PresenceWord, string>
}) {
  return (
    <>
      <PresenceBadge {...seen} presence={presence} label={labels[presence]} />
      <MadeUpMark mock={mock} />
    </>
  )
}

/** Phone and the day of sign-up, in one quiet line. */
export function Contact({ phone, createdAt }: { phone: string | null; createdAt: string }) {
  return (
    <Text span size="xs" c="dimmed">
      {phone ?? 'No phone'} · created <Day at={createdAt} />
    </Text>
  )
}
