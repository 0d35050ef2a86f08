import type { ZonePerson } from '@muster/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { patchPages, withoutRows } from '../../live/patch-pages.ts'
import { sayUnlinked } from './say-unlinked.ts'

/** The act of a `ConfirmDialog` that ends somebody's membership and says so under `title`, with a way back. */
export function useUnlink(
  zone: { id: string; name: string },
  user: ZonePerson,
  { title, onUnlinked }: { title: string; onUnlinked: () => void },
) {
  const client = useQueryClient()
  return {
    onConfirm: () => api.users.unlink({ zoneId: zone.id, userId: user.userId }),
    onDone: () => {
      // Gone from the lists at once; the event, which counts them out too, finds them gone.
      patchPages<ZonePerson, unknown>(client, orpc.users.inZone.key({ input: { zoneId: zone.id } }), list =>
        withoutRows(list, row => row.userId === user.userId),
      )
      sayUnlinked(client, zone, user, title)
      onUnlinked()
    },
    invalidatesUnlessLive: [orpc.users.key()],
  }
}
