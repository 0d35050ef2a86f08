import { plural, t } from '@lingui/core/macro'
import type { Hazard, HazardChange } from '@muster/contract/hazards.ts'
import { limits } from '@muster/domain/limits.ts'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'

type Changes = { hazards: readonly Hazard[]; change: HazardChange }
type Counts = { changed: number; skipped: number }

/** Sends one change for several hazards: a request per zone, or several if they are too many for one. */
async function changeHazards({ hazards, change }: Changes): Promise<Counts> {
  const total: Counts = { changed: 0, skipped: 0 }
  for (const [zoneId, ofZone] of Map.groupBy(hazards, hazard => hazard.zoneId))
    for (let start = 0; start < ofZone.length; start += limits.hazardsChangedAtOnceMost) {
      const hazardIds = ofZone.slice(start, start + limits.hazardsChangedAtOnceMost).map(({ id }) => id)
      const { changed, skipped } = await api.hazards.changeMany({ zoneId, hazardIds, change })
      total.changed += changed
      total.skipped += skipped
    }
  return total
}

/** Returns the action that changes several hazards at once. */
export function useChangeHazards({ onDone }: { onDone: () => void }) {
  return useAct({
    call: changeHazards,
    onDone,
    done: ({ changed, skipped }, { change }) => [
      describeChange(change, changed),
      skipped > 0
        ? t`${plural(skipped, { one: '# was left as it is, because it has been changed or removed.', other: '# were left as they are, because they have been changed or removed.' })}`
        : undefined,
    ],
    failed: t`The notifications couldn’t be changed. Try again.`,
    invalidates: [orpc.hazards.key()],
  })
}

function describeChange(change: HazardChange, count: number): string {
  if ('assigneeId' in change)
    return change.assigneeId === null
      ? t`${plural(count, { one: '# notification unassigned', other: '# notifications unassigned' })}`
      : t`${plural(count, { one: '# notification assigned', other: '# notifications assigned' })}`
  if ('dueAt' in change)
    return change.dueAt === null
      ? t`${plural(count, { one: 'Due time removed from # notification', other: 'Due time removed from # notifications' })}`
      : t`${plural(count, { one: 'Due time set for # notification', other: 'Due time set for # notifications' })}`
  return change.status === 'closed'
    ? t`${plural(count, { one: '# notification closed', other: '# notifications closed' })}`
    : t`${plural(count, { one: '# notification in progress', other: '# notifications in progress' })}`
}
