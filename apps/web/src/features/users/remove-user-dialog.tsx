import type { ZonePerson } from '@muster/contract/users.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useUnlink } from './use-unlink.ts'
import { nameOf } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: ZonePerson
  opened: boolean
  onClose: () => void
  onRemoved: () => void
}

/** Asks before somebody is removed from a zone, and says what that means for them. */
export function RemoveUserDialog({ zone, user, opened, onClose, onRemoved }: Props) {
  const remove = useUnlink(zone, user, { title: 'User Removed', onUnlinked: onRemoved })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove ${nameOf(user)}?`}
      confirmLabel="Remove user"
      workingLabel="Removing…"
      removes={[
        'Their access to this zone',
        'Location tracking in this zone, which stops',
        'Their place in groups and activities of this zone',
      ]}
      {...remove}
      failure="Failed to remove user from zone"
    >
      {nameOf(user)} is removed from {zone.name} and loses, at once:
    </ConfirmDialog>
  )
}
