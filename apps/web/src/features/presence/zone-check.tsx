import { Stack } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { SharePosition } from '../sharing/public.ts'
import type { ShapeOrNot } from './check-drawing.tsx'
import { CheckPosition } from './check-position.tsx'
import { MyZonePresence } from './my-zone-presence.tsx'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'status'> & ShapeOrNot
  screen: 'member' | 'zone'
  /** How many comings and goings are listed. */
  recent?: number
  onlyOnceChecked?: boolean
  unknown?: string
  label?: string
  /** The one large button of the screen. */
  large?: boolean
  /** Says where the person was found, too. */
  showPlace?: boolean
}

/**
 * The button that checks one's position, first so that nothing moves it, and one's own presence in the zone. Zones that are
 * not active take no checks.
 */
export function ZoneCheck({
  zone,
  screen,
  recent = 0,
  onlyOnceChecked = false,
  unknown,
  label,
  large,
  showPlace,
}: Props) {
  return (
    <Stack gap="sm" flex={1}>
      {zone.status === 'active' ? (
        <>
          <CheckPosition zone={zone} screen={screen} label={label} large={large} showPlace={showPlace} />
          {screen === 'member' && <SharePosition zone={zone} />}
        </>
      ) : (
        <p>This zone is not active, so positions are not checked.</p>
      )}
      <MyZonePresence zoneId={zone.id} recent={recent} onlyOnceChecked={onlyOnceChecked} unknown={unknown} />
    </Stack>
  )
}
