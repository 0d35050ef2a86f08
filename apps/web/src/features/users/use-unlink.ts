import type { ZonePerson } from '@muster/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { patchPages, withoutRows } from '../../live/patch-pages.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { sayUnlinked } from './say-unlinked.ts'

/** Ends somebody's membership, and says so under `title`, with a way back. Rejects when the server refuses. */
export function useUnlink(zone: { id: string; name: string }, user: ZonePerson, title: string) {
  const client = useQueryClient()
  return async () => {
    await api.users.unlink({ zoneId: zone.id, userId: user.userId })
    // Gone from the lists at once; the event, which counts them out too, finds them gone.
    patchPages<ZonePerson, unknown>(client, orpc.users.inZone.key({ input: { zoneId: zone.id } }), list =>
      withoutRows(list, row => row.userId === user.userId),
    )
    reloadUnlessLive(client, orpc.users.key())
    sayUnlinked(client, zone, user, title)
  }
}
