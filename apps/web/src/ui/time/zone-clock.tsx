import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { type ReactNode, useContext, useMemo } from 'react'
import { createZoneClock } from '../../lib/zone-clock.ts'
import { ClockContext } from './clock-context.ts'

/** Shows the times below as they are in an IANA time zone, such as that of the zone whose emergency a page is about. */
export function ZoneClock({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const clock = useMemo(() => createZoneClock(timeZone), [timeZone])
  return <ClockContext value={clock}>{children}</ClockContext>
}

/** Names the time zone of the times around it, once a page. Nothing for the device's own. */
export function TimeZoneNote() {
  const { timeZone } = useContext(ClockContext)
  return (
    timeZone && (
      <Text c="dimmed">
        <Trans>Times are in {timeZone}.</Trans>
      </Text>
    )
  )
}
