import { Trans } from '@lingui/react/macro'
import { useNow } from '../../ui/time/use-now.ts'
import { formatCountdown } from './captain/captain-words.ts'

/** The time since the call, running: “07:42 since the call”. */
export function RunningTime({ since }: { since: string }) {
  const elapsed = formatCountdown(Math.max(0, useNow(true) - Date.parse(since)))
  return (
    <span role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Trans>{elapsed} since the call</Trans>
    </span>
  )
}
