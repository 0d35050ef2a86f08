import { t } from '@lingui/core/macro'
import { formatList } from '../../lib/format-list.ts'
import { formatClock } from '../../lib/format-time.ts'

type Help = { readonly alerted: number; readonly seenBy: readonly string[] }
type SentPosition = { readonly at: string; readonly accuracyMeters: number | null }

/** Who has seen the call for help. */
export function helpStatusText(help: Help | null | undefined): string {
  if (!help) return t`Your managers are being alerted.`
  const { alerted, seenBy } = help
  if (seenBy.length > 0) return t`Seen by ${{ names: formatList(seenBy) }}.`
  return alerted > 0
    ? t`Your managers were alerted. Nobody has opened it yet.`
    : t`No zone manager could be alerted. Call for help now.`
}

/** The position that those who were alerted see. */
export function positionText(position: SentPosition | null): string {
  if (!position) return t`They don’t have your position. Say where you are when you call.`
  const clock = formatClock(new Date(position.at), new Date())
  const accuracy = position.accuracyMeters === null ? null : Math.round(position.accuracyMeters)
  return accuracy === null
    ? t`They have your position of ${clock}.`
    : t`They have your position of ${clock} (±${accuracy} m).`
}
