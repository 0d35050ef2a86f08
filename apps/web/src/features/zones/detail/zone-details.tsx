import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { useNavigate } from '@tanstack/react-router'
import { PresencePanel, useZoneRights } from '../../presence/public.ts'
import type { ZoneAction } from '../use-zone-dialogs.tsx'
import { ZoneButtons } from '../zone-buttons.tsx'
import { ZoneBoundaries } from './zone-boundaries.tsx'
import { ZoneInformation } from './zone-facts.tsx'
import { ZoneMapCard } from './zone-map-card.tsx'

type Props = {
  zone: Zone
  /** The screen whose timeouts Check Location uses. */
  screen: 'member' | 'zone'
  /** Opens a dialog about the zone; if omitted, the buttons that change the zone are hidden. */
  open?: (act: ZoneAction, zone: Zone) => void
}

export function ZoneDetails({ zone, screen, open }: Props) {
  const navigate = useNavigate()
  const { watches, checks } = useZoneRights()(zone.id)
  return (
    <Stack gap={20}>
      {watches && <PresencePanel zone={zone} check={checks ? screen : undefined} />}
      <ZoneInformation zone={zone} />
      <ZoneBoundaries zone={zone} />
      <ZoneMapCard zone={zone} />
      {open && <ZoneButtons zone={zone} open={open} />}
      <Button
        variant="default"
        onClick={() => void navigate({ to: '/zones/$zoneId', params: { zoneId: zone.id } })}
      >
        <Trans>Open full page</Trans>
      </Button>
    </Stack>
  )
}
