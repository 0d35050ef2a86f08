import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { ComponentType } from 'react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PickZone } from '../../ui/pick-zone.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { AssemblyPointsSection } from './assembly-points-section.tsx'
import { SweepAreasSection } from './captain/sweep-areas-section.tsx'
import { CaptainsSection } from './captains-section.tsx'
import { DrillSection } from './drill-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { UncountedSection } from './uncounted-section.tsx'

type PlanPart = {
  id: string
  Section: ComponentType<{ zoneId: string }>
  /** True if people who may see who is inside may read it; the other sections are for those who may call people. */
  isReadable?: true
}

/** The sections of the page. Each loads and saves its own part of the plan. */
const sections: readonly PlanPart[] = [
  { id: 'plans', Section: PlansSection, isReadable: true },
  { id: 'points', Section: AssemblyPointsSection },
  { id: 'captains', Section: CaptainsSection },
  { id: 'areas', Section: SweepAreasSection },
  { id: 'uncounted', Section: UncountedSection },
  { id: 'drills', Section: DrillSection, isReadable: true },
]

export function PlanPage() {
  const { zone, may, isZoneBound, select } = useSelectedZone()
  // Changes by others appear at once.
  useFeedTopic(zone && may('view_attendance') ? zoneTopic(zone.id) : undefined)
  const title = t`Emergency plan`
  if (!may('view_attendance'))
    return (
      <Page title={title}>
        <NotAllowed />
      </Page>
    )
  if (!zone)
    return (
      <Page title={title}>
        <PickZone of="emergencyPlan" onPick={isZoneBound ? undefined : select} />
      </Page>
    )
  return (
    <Page title={title}>
      <Stack maw={840}>
        {sections
          .filter(it => it.isReadable || may('broadcast'))
          .map(({ id, Section }) => (
            // A section keeps no state of another zone.
            <Section key={`${zone.id}:${id}`} zoneId={zone.id} />
          ))}
      </Stack>
    </Page>
  )
}
