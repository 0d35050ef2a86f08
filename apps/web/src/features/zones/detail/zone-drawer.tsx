import type { Zone } from '@muster/contract/zones.ts'
import type { ComponentProps } from 'react'
import { DetailDrawer } from '../../../ui/dialogs/detail-drawer.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { ZoneDetails } from './zone-details.tsx'
import { ZoneNotFound } from './zone-not-found.tsx'

type Props = Pick<ComponentProps<typeof ZoneDetails>, 'screen' | 'open'> & {
  /** As `detailsIn` gives it. */
  drawer: Pick<ComponentProps<typeof DetailDrawer>, 'opened' | 'onClose' | 'of'>
  opened: {
    zone: Zone | undefined
    /** Its row, whose name shows while the rest is asked for. */
    listed?: { name: string } | undefined
    missing: boolean
    failed: boolean
    askAgain: () => void
    asking: boolean
  }
}

/** The details of a zone of a list, beside or over it; closed until something is known about the zone. */
export function ZoneDrawer({ drawer, opened, ...props }: Props) {
  const { zone, listed, missing, failed } = opened
  return (
    <DetailDrawer
      {...drawer}
      opened={drawer.opened && Boolean(zone || listed || missing || failed)}
      title={(zone ?? listed)?.name ?? 'Zone'}
    >
      {zone ? (
        <ZoneDetails zone={zone} {...props} />
      ) : missing ? (
        <ZoneNotFound />
      ) : failed ? (
        <ErrorState title="Failed to load zone details" onRetry={opened.askAgain} retrying={opened.asking} />
      ) : (
        <ListSkeleton count={3} />
      )}
    </DetailDrawer>
  )
}
