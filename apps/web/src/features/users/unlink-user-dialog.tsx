import type { ZonePerson } from '@muster/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { patchPages, withoutRows } from '../../live/patch-pages.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { sayUnlinked } from './say-unlinked.ts'
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
  const client = useQueryClient()
  const unlink = async () => {
    await api.users.unlink({ zoneId: zone.id, userId: user.userId })
    // Gone from the lists at once; the event, which counts them out too, finds them gone.
    patchPages<ZonePerson, unknown>(client, orpc.users.inZone.key({ input: { zoneId: zone.id } }), list =>
      withoutRows(list, row => row.userId === user.userId),
    )
    reloadUnlessLive(client, orpc.users.key())
    sayUnlinked(client, zone, user)
    onUnlinked()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Unlink ${nameOf(user)}`}
      confirmLabel="Unlink from Zone"
      workingLabel="Unlinking…"
      onConfirm={unlink}
      failure={error => errorText(error, 'Failed to unlink user from zone')}
    >
      Are you sure you want to unlink this user from the zone? This action cannot be undone. The user will
      lose access to this zone and all associated data.
    </ConfirmDialog>
  )
}
