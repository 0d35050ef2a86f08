import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { unlinkRefusals, ZonePerson } from '@muster/contract/users.ts'
import { limits } from '@muster/domain/limits.ts'
import { codeAssignableRoles } from '@muster/domain/role.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { callInBatches } from '../../lib/call-in-batches.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { patchPages, removeRows } from '../../live/patch-pages.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { describeShare } from '../../ui/layout/selection-bar.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { formatName, type NamedPerson } from './zone-user-words.ts'

type Zone = { id: string; name: string }
type Props = {
  zone: Zone
  people: readonly NamedPerson[]
  /** The number of people in the list; undefined until known. */
  total: number | undefined
  /** True if the viewer selected themselves as well, and is left out. */
  leavesOutSelf: boolean
  opened: boolean
  onClose: () => void
  /** Runs after a removal, with the ids of those whose turn did not come because a request failed. */
  onDone: (leftIds: readonly string[]) => void
}
type Refusal = (typeof unlinkRefusals)[number]
type Result = {
  removed: string[]
  refusals: { userId: string; reason: Refusal }[]
  /** The people who were not reached because a request failed. */
  left: readonly string[]
}

const maxPerRequest = limits.peopleChangedAtOnceMost
/** Names shown in the confirmation. */
const maxNames = 5
/** Duration of a toast in milliseconds that offers to add people back, or says who stayed. */
const resultToastMs = 15_000

const refusalTexts: Readonly<Record<Refusal, string>> = {
  SELF_UNLINK: t`You can’t remove yourself.`,
  ZONE_ROLE_FORBIDDEN: t`Their role is above yours.`,
  LAST_MANAGER: t`They are the last manager of the zone.`,
  NOT_ASSIGNED: t`They no longer belong to the zone.`,
}

/** Asks for confirmation before removing several people from a zone, and reports who could not be removed. */
export function UnlinkPeopleDialog({ zone, people, total, leavesOutSelf, opened, onClose, onDone }: Props) {
  const client = useQueryClient()
  const leftRef = useRef<readonly string[]>([])
  const zoneName = zone.name
  const count = people.length
  const more = count - maxNames
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`${plural(count, { one: 'Remove # person?', other: 'Remove # people?' })}`}
      confirmLabel={t`${plural(count, { one: 'Remove # person', other: 'Remove # people' })}`}
      workingLabel={t`Removing…`}
      failure={t`Failed to remove users from zone`}
      removes={[
        ...people.slice(0, maxNames).map(formatName),
        ...(more > 0 ? [t`${plural(more, { one: 'and # more', other: 'and # more' })}`] : []),
      ]}
      onConfirm={async () => {
        const result = await unlinkPeople(
          zone.id,
          people.map(it => it.userId),
        )
        leftRef.current = result.left
        showResult(client, zone, people, result)
      }}
      onDone={() => onDone(leftRef.current)}
      invalidatesUnlessLive={[orpc.users.key()]}
    >
      {describeShare(count, total)}{' '}
      <Trans>
        They lose access to {zoneName} and its groups, and are notified. The removal itself cannot be undone;
        you can invite them again.
      </Trans>
      {leavesOutSelf && ` ${refusalTexts.SELF_UNLINK}`}
    </ConfirmDialog>
  )
}

/** Removes people in as many requests as needed. */
async function unlinkPeople(zoneId: string, userIds: readonly string[]): Promise<Result> {
  const { results, left } = await callInBatches(userIds, maxPerRequest, batch =>
    api.users.unlinkMany({ zoneId, userIds: batch }),
  )
  return {
    removed: results.flatMap(it => it.removed),
    refusals: results.flatMap(it => it.refusals),
    left,
  }
}

function showResult(client: QueryClient, zone: Zone, people: readonly NamedPerson[], result: Result): void {
  const removedIds = new Set(result.removed)
  // Removed from the lists immediately; the events then find no rows and only update the counts.
  patchPages<ZonePerson, unknown>(client, orpc.users.inZone.key({ input: { zoneId: zone.id } }), list =>
    removeRows(list, row => removedIds.has(row.userId)),
  )
  const namesById = new Map(people.map(person => [person.userId, formatName(person)]))
  const refusalLines = result.refusals.map(
    ({ userId, reason }) => `${namesById.get(userId) ?? ''}: ${refusalTexts[reason]}`,
  )
  const [firstRefusal, ...otherRefusals] = refusalLines
  const others = otherRefusals.length
  const refusalText =
    firstRefusal &&
    (others > 0
      ? t`${firstRefusal} ${plural(others, { one: '# other person also stayed.', other: '# others also stayed.' })}`
      : firstRefusal)
  const leftCount = result.left.length
  const leftText =
    leftCount > 0
      ? t`${plural(leftCount, { one: '# person is left and still selected. Try again.', other: '# people are left and still selected. Try again.' })}`
      : undefined
  const text = [leftText, refusalText].filter(Boolean).join(' ') || undefined
  const removedCount = removedIds.size
  if (removedCount === 0) {
    notifyFailure(t`Nobody was removed`, text)
    return
  }
  const returning = people.filter(
    person => removedIds.has(person.userId) && codeAssignableRoles.some(role => role === person.zoneRole),
  )
  notify.success(t`${plural(removedCount, { one: '# person removed', other: '# people removed' })}`, text, {
    durationMs: resultToastMs,
    ...(returning.length > 0 && {
      next: t`If you add them back, they’ll be invited again.`,
      action: { label: t`Add back`, run: () => void addBack(client, zone, returning) },
    }),
  })
}

/** Invites removed people again, one after the other, and reports for how many it worked. */
async function addBack(client: QueryClient, zone: Zone, people: readonly NamedPerson[]): Promise<void> {
  let invitedCount = 0
  let limitText = ''
  for (const { userCode, zoneRole } of people) {
    const role = codeAssignableRoles.find(candidate => candidate === zoneRole)
    if (!role) continue
    try {
      await api.users.addByCode({ zoneId: zone.id, userCode, role })
      invitedCount += 1
    } catch (error) {
      // Counted below: somebody may have declined before, or the zone is full.
      if (!hasCode(error, 'TOO_MANY_REQUESTS')) continue
      limitText = ` ${errorTextWithTime(error, '')}`
      break
    }
  }
  reloadUnlessLive(client, orpc.users.key())
  const failedCount = people.length - invitedCount
  const invitedText = t`${plural(invitedCount, { one: '# person invited again', other: '# people invited again' })}`
  if (failedCount === 0) notify.success(invitedText)
  else
    notifyFailure(
      invitedText,
      t`${plural(failedCount, { one: '# person couldn’t be added back.', other: '# people couldn’t be added back.' })}` +
        limitText,
    )
}
