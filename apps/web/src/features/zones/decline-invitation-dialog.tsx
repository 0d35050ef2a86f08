import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }

/** Confirms before an invitation to a zone is declined. */
export function DeclineInvitationDialog({ zone, opened, onClose }: Props) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Decline ${zone.name}`}
      confirmLabel="Decline"
      workingLabel="Declining…"
      onConfirm={() => api.users.declineInvitation({ zoneId: zone.id })}
      onDone={() => changeOwnZone(client, zone.id, () => undefined)}
      done={['Invitation declined', `${zone.name} is no longer in your list.`]}
      invalidatesUnlessLive={ownZonesKeys()}
      failure="Failed to decline the invitation"
    >
      The zone leaves your list, and its managers see you no longer. To work there later, somebody has to add
      you again.
    </ConfirmDialog>
  )
}
