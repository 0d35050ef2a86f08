import { t } from '@lingui/core/macro'
import { IconClipboardCheck } from '@tabler/icons-react'
import { Page } from '../../../ui/layout/page.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ZoneClock } from '../../../ui/time/zone-clock.tsx'
import { CaptainBefore } from './captain-before.tsx'
import { CaptainDuring } from './captain-during.tsx'
import type { CaptainProps } from './captain-search.ts'
import { useCaptainEmergencies, useCaptainList, useIsCaptain } from './use-captain.ts'

export function CaptainPage(address: CaptainProps) {
  const isCaptain = useIsCaptain()
  const list = useCaptainList()
  const emergencies = useCaptainEmergencies()
  const emergency =
    emergencies.data?.open.find(it => it.id === address.search.emergency) ?? emergencies.data?.open[0]
  if (emergency)
    return (
      <ZoneClock timeZone={emergency.timeZone}>
        <CaptainDuring
          key={emergency.id}
          emergency={emergency}
          others={emergencies.data?.open ?? []}
          list={list.data}
          read={emergencies}
          {...address}
        />
      </ZoneClock>
    )
  if (list.data && list.data.zones.length > 0)
    return <CaptainBefore list={list.data} recent={emergencies.data?.recent ?? []} {...address} />
  return (
    <Page title={t`Captain`}>
      {list.data || !isCaptain ? (
        <EmptyState
          icon={IconClipboardCheck}
          title={t`You’re not a captain`}
          text={t`Managers choose the captains of a zone. Captains account for its people in an emergency.`}
        />
      ) : (
        <Loaded query={list} failure={t`Failed to load the list`} skeleton={4} />
      )}
    </Page>
  )
}
