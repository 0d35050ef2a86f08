import { plural, t } from '@lingui/core/macro'
import type { Hazard, HazardChange } from '@muster/contract/hazards.ts'
import { limits } from '@muster/domain/limits.ts'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime, isUnreachable } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { useUndoMany } from '../../ui/toast/use-undo-many.ts'

type Changes = { hazards: readonly Hazard[]; change: HazardChange }
type Result = { changed: number; skipped: number; undo: { to: HazardChange; ids: string[] }[] }

const invalidates = [orpc.hazards.key()]
const maxPerRequest = limits.hazardsChangedAtOnceMost

/** Some hazards were changed, but the requests for the others failed. */
class PartlyChangedError extends Error {
  readonly changed: number
  readonly failed: number
  constructor({ changed, failed }: { changed: number; failed: number }) {
    super(`${changed} hazards changed, ${failed} failed`)
    this.changed = changed
    this.failed = failed
  }
}

/** Splits hazards into requests: one per zone, or several if they are too many for one. */
const toRequests = (hazards: readonly Hazard[]) =>
  [...Map.groupBy(hazards, hazard => hazard.zoneId)].flatMap(([zoneId, zoneHazards]) =>
    Array.from({ length: Math.ceil(zoneHazards.length / maxPerRequest) }, (_, index) => ({
      zoneId,
      hazardIds: zoneHazards.slice(index * maxPerRequest, (index + 1) * maxPerRequest).map(({ id }) => id),
    })),
  )

/** Sends one change for several hazards. A failed request does not keep the others from being sent. */
async function changeHazards({ hazards, change }: Changes): Promise<Result> {
  const total: Result = { changed: 0, skipped: 0, undo: [] }
  let firstError: unknown
  for (const request of toRequests(hazards))
    try {
      const { changed, skipped, undo } = await api.hazards.changeMany({ ...request, change })
      total.changed += changed
      total.skipped += skipped
      total.undo.push(...undo)
    } catch (error) {
      firstError ??= error
      // The remaining requests would each wait for the same silent server.
      if (isUnreachable(error)) break
    }
  if (firstError === undefined) return total
  if (total.changed === 0) throw firstError
  throw new PartlyChangedError({
    changed: total.changed,
    failed: hazards.length - total.changed - total.skipped,
  })
}

export function useChangeHazards({ onDone }: { onDone: () => void }) {
  const notifyDone = useUndoMany<{ change: HazardChange; zoneId: string }>({
    call: async ({ to: { change, zoneId }, ids }) =>
      (await api.hazards.changeMany({ zoneId, hazardIds: ids, change })).skipped,
    invalidates,
  })
  return useAct({
    call: changeHazards,
    onDone: ({ changed, skipped, undo }, { hazards, change }) => {
      onDone()
      const zoneIds = new Map(hazards.map(({ id, zoneId }) => [id, zoneId]))
      notifyDone(
        describeChange(change, changed),
        skipped > 0
          ? t`${plural(skipped, { one: '# was left as it is, because it has been changed or removed.', other: '# were left as they are, because they have been changed or removed.' })}`
          : undefined,
        undo.map(({ to, ids }) => ({ to: { change: to, zoneId: zoneIds.get(ids[0] ?? '') ?? '' }, ids })),
      )
    },
    failed: getChangeFailureText,
    invalidates,
  })
}

export function getChangeFailureText(error: Error): string {
  if (!(error instanceof PartlyChangedError))
    return errorTextWithTime(error, t`The hazards couldn’t be changed. Try again.`)
  const { changed, failed } = error
  return t`${plural(changed, { one: '# changed', other: '# changed' })}, ${plural(failed, { one: '# couldn’t be changed', other: '# couldn’t be changed' })}. Try again.`
}

function describeChange(change: HazardChange, count: number): string {
  if ('assigneeId' in change)
    return change.assigneeId === null
      ? t`${plural(count, { one: '# hazard unassigned', other: '# hazards unassigned' })}`
      : t`${plural(count, { one: '# hazard assigned', other: '# hazards assigned' })}`
  if ('dueAt' in change)
    return change.dueAt === null
      ? t`${plural(count, { one: 'Due time removed from # hazard', other: 'Due time removed from # hazards' })}`
      : t`${plural(count, { one: 'Due time set for # hazard', other: 'Due time set for # hazards' })}`
  return change.status === 'closed'
    ? t`${plural(count, { one: '# hazard closed', other: '# hazards closed' })}`
    : t`${plural(count, { one: '# hazard in progress', other: '# hazards in progress' })}`
}
