import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import type { PageRequest } from '../../lib/page-request.ts'
import { SharePosition } from '../sharing/public.ts'
import type { OptionalShape } from './check-drawing.tsx'
import { CheckPosition } from './check-position.tsx'
import { MyZonePresence } from './my-zone-presence.tsx'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'status'> & OptionalShape
  screen: 'member' | 'zone'
  /** Maximum number of entries and exits listed. */
  recent?: number
  onlyOnceChecked?: boolean
  unknown?: string
  label?: string
  /** Renders the large primary button of the screen. */
  large?: boolean
  /** Leaves out the person's own state, which the screen shows elsewhere. */
  hidesState?: boolean
  /** Shows the measured position as well. */
  showPlace?: boolean
  /** The request of a menu item to check; it is consumed. */
  request?: PageRequest | undefined
}

/**
 * Shows the check button, a button to share the position (for members) and the user's own presence in the zone. By default the check
 * button comes first, so that it does not move. Inactive zones accept no checks, so a text replaces the buttons.
 */
export function ZoneCheck({
  zone,
  screen,
  recent = 0,
  onlyOnceChecked = false,
  unknown,
  label,
  large,
  hidesState = false,
  showPlace,
  request,
}: Props) {
  return (
    <Stack gap="sm" flex={1}>
      {zone.status === 'active' ? (
        <>
          <CheckPosition
            zone={zone}
            screen={screen}
            label={label}
            large={large}
            showPlace={showPlace}
            request={request}
          />
          {screen === 'member' && <SharePosition zone={zone} />}
        </>
      ) : (
        <p>{t`This zone isn’t active, so you can’t check your position here.`}</p>
      )}
      {!hidesState && (
        <MyZonePresence
          zoneId={zone.id}
          recent={recent}
          onlyOnceChecked={onlyOnceChecked}
          unknown={unknown}
        />
      )}
    </Stack>
  )
}
