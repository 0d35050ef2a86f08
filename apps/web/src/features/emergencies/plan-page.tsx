import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PickZone } from '../../ui/pick-zone.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { AssemblyPointsSection } from './assembly-points-section.tsx'
import { SweepAreasSection } from './captains/sweep-areas-section.tsx'
import { DrillSection } from './drill-section.tsx'
import { MemberListSection } from './member-list-section.tsx'
import { PlansSection } from './plans-section.tsx'

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

function CaptainsSection({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.zoneCaptains.list.queryOptions({ input: { zoneId } }))
  return (
    <MemberListSection
      zoneId={zoneId}
      title={t`Captains`}
      text={t`During an emergency, captains see who is on the list of this zone and mark people. Any member can be one.`}
      addLabel={t`Add captain`}
      emptyText={t`No captains yet`}
      query={query}
      loadFailure={t`Failed to load the captains`}
      members={query.data?.captains.map(({ userId, name }) => ({ userId, name }))}
      membersMost={limits.captainsMost}
      onSave={(entries, expectedIds) =>
        api.zoneCaptains.set({ zoneId, userIds: entries.map(it => it.userId), expectedIds })
      }
      saveFailure={t`The captains couldn’t be saved. Try again.`}
      invalidates={[orpc.zoneCaptains.key()]}
    />
  )
}

/** The people of a zone who are called in an emergency, but do not count as missing. */
function UncountedSection({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.zoneUncounted.list.queryOptions({ input: { zoneId } }))
  return (
    <MemberListSection
      zoneId={zoneId}
      title={t`Not counted`}
      text={t`These people are called too, but never count as missing: for example guards at the gate. If they ask for help, they count.`}
      addLabel={t`Add person`}
      emptyText={t`Everybody counts`}
      query={query}
      loadFailure={t`Failed to load the list`}
      members={query.data?.people.map(({ userId, name, reason }) => ({ userId, name, reason }))}
      membersMost={limits.uncountedMost}
      onSave={(entries, expectedIds) =>
        api.zoneUncounted.set({
          zoneId,
          people: entries.map(({ userId, reason = '' }) => ({ userId, reason })),
          expectedIds,
        })
      }
      saveFailure={t`The list couldn’t be saved. Try again.`}
      invalidates={[orpc.zoneUncounted.key()]}
      reason={{ label: t`Reason`, placeholder: t`Guard at the gate` }}
    />
  )
}
