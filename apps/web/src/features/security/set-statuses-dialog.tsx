import { plural, t } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithReason } from '../../lib/error-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { inactiveEffect, statusActions, suspensionEffects } from './status-acts.tsx'

type Props = {
  people: readonly { userId: string; name: string }[]
  to: 'active' | 'suspended'
  opened: boolean
  onClose: () => void
  onDone: () => void
}

const maxPerRequest = limits.peopleChangedAtOnceMost
/** Names shown in the confirmation. */
const maxNames = 5

/** Asks for confirmation before activating or suspending several accounts, and reports for how many it was refused. */
export function SetStatusesDialog({ people, to, opened, onClose, onDone }: Props) {
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
      onConfirm={async () => showResult(await setStatuses(people, to), to)}
      onDone={onDone}
      // Admins receive no events about accounts, so the queries are invalidated here.
      invalidates={[orpc.accounts.key(), orpc.security.key()]}
      failure={error => errorTextWithReason(error, t`Failed to update user`)}
    >
      {statusActions[to].says} {!isActive && inactiveEffect}
    </ConfirmDialog>
  )
}

/** Sets the statuses in as many requests as needed, and returns how many were set and refused. */
async function setStatuses(people: Props['people'], status: Props['to']) {
  const total = { setCount: 0, refusedCount: 0 }
  for (let start = 0; start < people.length; start += maxPerRequest) {
    const userIds = people.slice(start, start + maxPerRequest).map(it => it.userId)
    const { set, refused } = await api.security.setAccountStatuses({ userIds, status })
    total.setCount += set.length
    total.refusedCount += refused.length
  }
  return total
}

function showResult(
  { setCount, refusedCount }: Awaited<ReturnType<typeof setStatuses>>,
  to: Props['to'],
): void {
  const refusedText =
    refusedCount > 0
      ? t`${plural(refusedCount, { one: '# account couldn’t be changed.', other: '# accounts couldn’t be changed.' })}`
      : undefined
  if (setCount === 0) notifyFailure(t`Failed to update user`, refusedText)
  else
    notify.success(
      to === 'active'
        ? t`${plural(setCount, { one: '# account activated', other: '# accounts activated' })}`
        : t`${plural(setCount, { one: '# account suspended', other: '# accounts suspended' })}`,
      refusedText,
    )
}
