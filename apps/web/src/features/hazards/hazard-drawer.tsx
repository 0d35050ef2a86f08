import { t } from '@lingui/core/macro'
import type { Hazard } from '@muster/contract/hazards.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { hasCode, isNotFound } from '../../lib/error-text.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { EnterZone } from '../../ui/states/enter-zone.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { HazardDetails } from './hazard-details.tsx'

type Props = {
  drawer: { opened: boolean; onClose: () => void; of: string | undefined }
  /** The zone of the hazard; undefined while it is unknown. */
  zoneId: string | undefined
  row: Hazard | undefined
}

export function HazardDrawer({ drawer, zoneId, row }: Props) {
  const { of: hazardId = '' } = drawer
  const query = useQuery({
    ...orpc.hazards.get.queryOptions({ input: { zoneId: zoneId ?? '', hazardId } }),
    enabled: drawer.opened && zoneId !== undefined,
  })
  const { data: hazard, error } = query
  return (
    <DetailDrawer {...drawer} title={hazard?.title ?? row?.title ?? t`Hazard`}>
      {hazard ? (
        <HazardDetails hazard={hazard} />
      ) : hasCode(error, 'ZONE_ENTRY_REQUIRED') ? (
        <EnterZone zoneId={zoneId ?? ''} />
      ) : isNotFound(error) || (drawer.opened && zoneId === undefined) ? (
        <NotAllowed
          title={t`This hazard isn’t available`}
          text={t`It was removed, or it’s in a zone you’re not a member of.`}
        />
      ) : (
        <Loaded query={query} failure={t`Failed to load notifications`} skeleton={3} />
      )}
    </DetailDrawer>
  )
}
