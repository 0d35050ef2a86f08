import { plural, t } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import { useRef } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { callInBatches } from '../../lib/call-in-batches.ts'
import { errorTextWithReason } from '../../lib/error-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { describeShare } from '../../ui/layout/selection-bar.tsx'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { useUndoMany } from '../../ui/toast/use-undo-many.ts'
import { inactiveEffect, statusActions, suspensionEffects } from './status-acts.tsx'

type Props = {
  people: readonly { userId: string; name: string }[]
  to: 'active' | 'suspended'
  /** The number of people in the list; undefined until known. */
  total: number | undefined
  opened: boolean
  onClose: () => void
  /** Runs after a change, with the ids of those whose turn did not come because a request failed. */
  onDone: (leftIds: readonly string[]) => void
}

/** Admins receive no events about accounts, so the queries are invalidated here. */
const invalidates = [orpc.accounts.key(), orpc.security.key()]
/** Names shown in the confirmation. */
const maxNames = 5

/** Asks for confirmation before activating or suspending several accounts, and reports for how many it was refused. */
export function SetStatusesDialog({ people, to, total, opened, onClose, onDone }: Props) {
  const leftRef = useRef<readonly string[]>([])
  const notifyDone = useUndoMany<UserStatus>({
    call: async ({ to: status, ids }) =>
      (await api.security.setAccountStatuses({ userIds: ids, status })).refused.length,
    invalidates,
  })
  const count = people.length
  const more = count - maxNames
  const isActive = to === 'active'
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={
        isActive
          ? t`${plural(count, { one: 'Activate # account?', other: 'Activate # accounts?' })}`
          : t`${plural(count, { one: 'Suspend # account?', other: 'Suspend # accounts?' })}`
      }
      confirmLabel={statusActions[to].label}
      workingLabel={statusActions[to].working}
      destructive={!isActive}
      removes={[
        ...people.slice(0, maxNames).map(it => it.name),
        ...(more > 0 ? [t`${plural(more, { one: 'and # more', other: 'and # more' })}`] : []),
      ]}
      keeps={isActive ? [] : [{ title: t`This will end:`, lines: suspensionEffects }]}
      onConfirm={async () => {
        const { results, left } = await callInBatches(
          people.map(it => it.userId),
          limits.peopleChangedAtOnceMost,
          userIds => api.security.setAccountStatuses({ userIds, status: to }),
        )
        leftRef.current = left
        showResult(
          {
            setCount: results.reduce((sum, it) => sum + it.set.length, 0),
            refusedCount: results.reduce((sum, it) => sum + it.refused.length, left.length),
            undo: results.flatMap(it => it.undo),
          },
          { to, notifyDone },
        )
      }}
      onDone={() => onDone(leftRef.current)}
      invalidates={invalidates}
      failure={error => errorTextWithReason(error, t`Failed to update user`)}
    >
      {describeShare(count, total)} {statusActions[to].says} {!isActive && inactiveEffect}
    </ConfirmDialog>
  )
}

type Result = { setCount: number; refusedCount: number; undo: { to: UserStatus; ids: string[] }[] }

function showResult(
  { setCount, refusedCount, undo }: Result,
  { to, notifyDone }: { to: Props['to']; notifyDone: ReturnType<typeof useUndoMany<UserStatus>> },
): void {
  const refusedText =
    refusedCount > 0
      ? t`${plural(refusedCount, { one: '# account couldn’t be changed.', other: '# accounts couldn’t be changed.' })}`
      : undefined
  if (setCount === 0) notifyFailure(t`Failed to update user`, refusedText)
  else
    notifyDone(
      to === 'active'
        ? t`${plural(setCount, { one: '# account activated', other: '# accounts activated' })}`
        : t`${plural(setCount, { one: '# account suspended', other: '# accounts suspended' })}`,
      refusedText,
      undo,
    )
}
