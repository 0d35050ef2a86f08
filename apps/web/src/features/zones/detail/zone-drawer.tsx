import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { DetailDrawer } from '../../../ui/dialogs/detail-drawer.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { PresencePanel, useZoneRights } from '../../presence/public.ts'
import type { ZoneAction } from '../use-zone-dialogs.tsx'
import { ZoneButtons } from '../zone-buttons.tsx'
import { ZoneBoundaries } from './zone-boundaries.tsx'
import { ZoneInformation } from './zone-facts.tsx'
import { ZoneMapCard } from './zone-map-card.tsx'
import { ZoneNotFound } from './zone-not-found.tsx'

type Props = Pick<ComponentProps<typeof ZoneDetails>, 'screen' | 'open'> & {
  /** The drawer state from `readDetails`. */
  drawer: Pick<ComponentProps<typeof DetailDrawer>, 'opened' | 'onClose' | 'of'>
  opened: {
    zone: Zone | undefined
    /** The zone's row, whose name is shown while the rest loads. */
    listed?: { name: string } | undefined
    missing: boolean
    failed: boolean
    error: Error | null
    refetch: () => void
    asking: boolean
  }
}

/** Stays closed until there is something to show: the zone, its row, or an error. */
export function ZoneDrawer({ drawer, opened, ...props }: Props) {
  const { zone, listed, missing, failed } = opened
  return (
    <DetailDrawer
      {...drawer}
      opened={drawer.opened && Boolean(zone || listed || missing || failed)}
      title={(zone ?? listed)?.name ?? t`Zone`}
    >
      {zone ? (
        <ZoneDetails zone={zone} {...props} />
      ) : missing ? (
        <ZoneNotFound />
      ) : failed ? (
        <ErrorState
          title={t`Failed to load zone details`}
          error={opened.error}
          onRetry={opened.refetch}
          retrying={opened.asking}
        />
      ) : (
        <ListSkeleton count={3} />
      )}
    </DetailDrawer>
  )
}

type ZoneDetailsProps = {
  zone: Zone
  /** The screen whose timeouts Check Location uses. */
  screen: 'member' | 'zone'
  /** Opens a dialog about the zone; if omitted, the buttons that change the zone are hidden. */
  open?: (act: ZoneAction, zone: Zone) => void
}

function ZoneDetails({ zone, screen, open }: ZoneDetailsProps) {
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
        {t`Open full page`}
      </Button>
    </Stack>
  )
}
