import { t } from '@lingui/core/macro'
import type { UserStatus } from '@muster/domain/user-status.ts'
import { type Icon, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithReason } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'

type StatusAction = {
  icon: Icon
  label: string
  working: string
  /** Returns the label of the action, with the person's name. */
  of: (who: string) => string
  question: (who: string) => string
  says: string
}

/** The status that an administrator sets: an account is in use or suspended. */
export type SetStatus = Exclude<UserStatus, 'inactive'>

export const statusActions: Record<SetStatus, StatusAction> = {
  active: {
    icon: IconUserCheck,
    label: t`Activate`,
    working: t`Activating…`,
    of: who => t`Activate ${who}`,
    question: who => t`Activate ${who}?`,
    says: t`They can sign in again as before.`,
  },
  suspended: {
    icon: IconUserOff,
    label: t`Suspend`,
    working: t`Suspending…`,
    of: who => t`Suspend ${who}`,
    question: who => t`Suspend ${who}?`,
    says: t`For someone who isn’t working here at the moment, or an account with a problem, such as a stolen password.`,
  },
}

/** Explains the effect of every status except active. */
export const inactiveEffect = t`They can’t sign in until someone reactivates their account. They’ll see “This account isn’t active. Contact your administrator.” They keep their zones and records.`

export const suspensionEffects = [
  t`All their sessions; every device is signed out immediately`,
  t`Their access to zones entered with a PIN`,
  t`Positions from their location apps`,
]

type Props = {
  userId: string
  /** The name or email, as shown on the screen. */
  who: string
  status: UserStatus
  onSet?: () => void
}

/** Does not check permission; render it only for people who may change the status. */
export function StatusActs({ userId, who, status, onSet }: Props) {
  const dialog = useDialog()
  const [to, setTo] = useState<SetStatus>('active')
  const nextStatus = status === 'active' ? 'suspended' : 'active'
  const { icon: StatusIcon, label, of } = statusActions[nextStatus]
  // Kept until the dialog opens again, so that a closing dialog does not change its text.
  const action = statusActions[to]
  const open = () => {
    setTo(nextStatus)
    dialog.open()
  }
  return (
    <>
      <Button variant="default" icon={StatusIcon} aria-label={of(who)} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={action.question(who)}
        removes={to === 'suspended' ? suspensionEffects : []}
        confirmLabel={action.label}
        workingLabel={action.working}
        destructive={to !== 'active'}
        onConfirm={() => api.security.setAccountStatus({ userId, status: to })}
        onDone={onSet}
        done={[
          t`User updated successfully`,
          to === 'active' ? t`${who} can sign in again.` : t`${who} is signed out everywhere.`,
        ]}
        // Admins receive no events about accounts, so the queries are invalidated here.
        invalidates={[orpc.accounts.key(), orpc.security.key()]}
        failure={error => errorTextWithReason(error, t`Failed to update user`)}
      >
        {action.says} {to === 'suspended' && `${inactiveEffect} ${t`This will end:`}`}
      </ConfirmDialog>
    </>
  )
}
