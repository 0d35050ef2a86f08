import { t } from '@lingui/core/macro'
import { Flex } from '@mantine/core'
import type { Tracker } from '@muster/contract/trackers.ts'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

const reasonTexts: Readonly<Record<UnusedReason, { readonly text: string; readonly advice?: string }>> = {
  unreadable: { text: t`Last message ignored: it couldn’t be read.` },
  encrypted: {
    text: t`Last message ignored: it was encrypted.`,
    advice: t`Clear the encryption key in the app.`,
  },
  no_position: { text: t`Last message ignored: it had no valid position.` },
  accuracy_invalid: {
    text: t`Last message ignored: the phone didn’t report how accurate its position was.`,
  },
  too_inaccurate: { text: t`Last message ignored: its accuracy was worse than 100 km.` },
  no_time: { text: t`Last message ignored: its position had no time.` },
  too_old: { text: t`Last message ignored: its position was too old to be stored.` },
  in_future: {
    text: t`Last message ignored: its time was more than a day in the future.`,
    advice: t`Check the phone’s clock.`,
  },
  consent_needed: {
    text: t`Last message ignored: you haven’t agreed to location tracking yet.`,
    advice: t`Agree in Settings.`,
  },
  consent_withdrawn: {
    text: t`Last message ignored: you withdrew your consent to location tracking.`,
  },
}

/** Explains why the last unused message was ignored, and when it arrived; greyed out once a later message has been used. */
export function UnusedMessage({ lastUnused }: { lastUnused: NonNullable<Tracker['lastUnused']> }) {
  const { reason, at, laterUsed } = lastUnused
  const { text, advice } = reasonTexts[reason]
  return (
    <Flex component="p" gap={6} w="100%" ps={36} fz="xs" c={laterUsed ? 'dimmed' : 'var(--m-caution-text)'}>
      {!laterUsed && <IconAlertTriangle size="1rem" stroke={1.8} aria-hidden />}
      <span>
        <RelativeTime at={at} /> · {text} {laterUsed ? t`Later messages were accepted.` : advice}
      </span>
    </Flex>
  )
}
