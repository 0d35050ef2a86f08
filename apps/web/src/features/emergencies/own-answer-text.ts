import { t } from '@lingui/core/macro'
import type { OwnAnswer } from '@muster/domain/emergency.ts'
import { formatClock } from '../../lib/format-time.ts'

export function ownAnswerText({
  state,
  words = '',
  at,
}: {
  state: OwnAnswer | 'undone' | 'not_there'
  words?: string | undefined
  at: string
}): string {
  const clock = formatClock(new Date(at), new Date())
  switch (state) {
    case 'help':
      return t`You asked for help at ${clock}.`
    case 'neutral':
      return t`You answered “${words}” at ${clock}.`
    case 'safe':
      return t`You answered “I’m safe” at ${clock}.`
    case 'not_there':
      return t`You answered “I’m not there” at ${clock}.`
    case 'undone':
      return t`You took back your call for help.`
  }
}

/** Says that an answer waits on this device. */
export const waitingAnswerText = (state: OwnAnswer | 'undone' | 'not_there'): string =>
  state === 'help'
    ? t`Not sent yet. Call someone now. It will be sent when you’re back online.`
    : t`Not sent yet. It will be sent when you’re back online.`
