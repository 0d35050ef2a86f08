import type { ZonePerson } from '@muster/contract/users.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useUnlink } from './use-unlink.ts'
import { nameOf } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: ZonePerson
  opened: boolean
  onClose: () => void
  onUnlinked: () => void
}

/** Asks, in the specification's words, before somebody loses access to the zone. */
export function UnlinkUserDialog({ zone, user, opened, onClose, onUnlinked }: Props) {
  const unlink = useUnlink(zone, user, { title: 'User unlinked from zone successfully', onUnlinked })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Unlink ${nameOf(user)}`}
      confirmLabel="Unlink from Zone"
      workingLabel="Unlinking…"
      {...unlink}
      failure="Failed to unlink user from zone"
    >
      Are you sure you want to unlink this user from the zone? This action cannot be undone. The user will
      lose access to this zone and all associated data.
    </ConfirmDialog>
  )
}
