import { Button } from '@mantine/core'
import type { Suspicion } from '@muster/contract/security.ts'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'

type Props = {
  userId: string
  /** Name or email, as the row says it. */
  who: string
  account: NonNullable<Suspicion['account']>
  /** It is another status now. */
  onSet?: () => void
}

/** What is to be done about a suspicious account: suspend it, or take that back. For those who may; the others see its status. */
export function AccountAct({ userId, who, account: { status, maySetStatus }, onSet }: Props) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const isActive = status === 'active'
  const set = async () => {
    await api.security.setAccountStatus({ userId, status: isActive ? 'suspended' : 'active' })
    if (isActive) notify.success('Account suspended', `${who} is signed out everywhere.`)
    else notify.success('Suspension lifted', `${who} can sign in again.`)
    onSet?.()
    await client.invalidateQueries({ queryKey: orpc.security.key() })
  }
  return (
    <>
      {!isActive && <StatusBadge status={status} />}
      {maySetStatus && (
        <Button
          variant="default"
          leftSection={
            isActive ? <IconUserOff size={18} aria-hidden /> : <IconUserCheck size={18} aria-hidden />
          }
          aria-label={isActive ? `Suspend ${who}` : `Lift the suspension of ${who}`}
          onClick={() => setAsking(true)}
        >
          {isActive ? 'Suspend' : 'Lift suspension'}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={isActive ? `Suspend ${who}?` : `Lift the suspension of ${who}?`}
        removes={
          isActive
            ? [
                'Every session on every device: they are signed out at once',
                'Every zone they have entered with their PIN',
              ]
            : []
        }
        confirmLabel={isActive ? 'Suspend account' : 'Lift suspension'}
        workingLabel={isActive ? 'Suspending…' : 'Lifting…'}
        destructive={isActive}
        onConfirm={set}
        failure={error => errorText(error, 'The account could not be changed. Please try again.')}
      >
        {isActive
          ? 'They cannot sign in until the suspension is lifted. Their memberships and records stay. This ends:'
          : 'They can sign in again with their password.'}
      </ConfirmDialog>
    </>
  )
}
