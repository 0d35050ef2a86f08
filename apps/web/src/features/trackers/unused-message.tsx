import { t } from '@lingui/core/macro'
import { Flex } from '@mantine/core'
import type { Tracker } from '@muster/contract/trackers.ts'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

const reasons: Readonly<Record<UnusedReason, { readonly text: string; readonly advice?: string }>> = {
  unreadable: { text: t`Last message not used: it could not be understood.` },
  encrypted: {
    text: t`Last message not used: it was encrypted.`,
    advice: t`Empty the encryption key in the app.`,
  },
  no_position: { text: t`Last message not used: it had no valid position.` },
  accuracy_invalid: {
    text: t`Last message not used: the phone did not know how accurate its position was.`,
  },
  too_inaccurate: { text: t`Last message not used: its position was inaccurate by more than 100 km.` },
  no_time: { text: t`Last message not used: it did not say when its position was measured.` },
  too_old: { text: t`Last message not used: its position was older than positions are stored.` },
  in_future: {
    text: t`Last message not used: its time was more than a day ahead.`,
    advice: t`Check the clock of the phone.`,
  },
  consent_needed: {
    text: t`Last message not used: you have not agreed to being located yet.`,
    advice: t`Agree in Settings.`,
  },
  consent_withdrawn: {
    text: t`Last message not used: you have withdrawn your consent to location tracking.`,
  },
}

/** Explains why the last unused message was ignored, and when it arrived; greyed out once a later one has been used. */
export function UnusedMessage({ lastUnused }: { lastUnused: NonNullable<Tracker['lastUnused']> }) {
  const { reason, at, laterUsed } = lastUnused
  const { text, advice } = reasons[reason]
  return (
    <Flex component="p" gap={6} w="100%" ps={36} fz="xs" c={laterUsed ? 'dimmed' : 'var(--m-caution-text)'}>
      {!laterUsed && <IconAlertTriangle size="1rem" stroke={1.8} aria-hidden />}
      <span>
        <RelativeTime at={at} /> · {text} {laterUsed ? t`Later messages were used.` : advice}
      </span>
    </Flex>
  )
}
