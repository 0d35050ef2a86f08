import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }

/** Asks before the zone one was added to leaves one's list. */
export function DeclineInvitationDialog({ zone, opened, onClose }: Props) {
  const client = useQueryClient()
  const decline = async () => {
    await api.users.declineInvitation({ zoneId: zone.id })
    changeOwnZone(client, zone.id, () => undefined)
    for (const key of ownZonesKeys()) reloadUnlessLive(client, key)
    notify.success('Invitation declined', `${zone.name} is no longer in your list.`)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Decline ${zone.name}`}
      confirmLabel="Decline"
      workingLabel="Declining…"
      onConfirm={decline}
      failure={error => errorText(error, 'Failed to decline the invitation')}
    >
      The zone leaves your list, and its managers see you no longer. To work there later, somebody has to add
      you again.
    </ConfirmDialog>
  )
}
