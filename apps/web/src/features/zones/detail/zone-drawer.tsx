import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import type { ComponentProps } from 'react'
import { DetailDrawer } from '../../../ui/dialogs/detail-drawer.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { ZoneDetails } from './zone-details.tsx'
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
