import type { ZoneUser } from '@muster/contract/users.ts'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'

/**
 * Notes in the security log that somebody looked at where a member was last seen: once for each time the details are
 * opened. That the note could not be made is no reason to keep the details back; the server logs its own failures.
 */
export function useNoteAccess(zoneId: string, user: ZoneUser, isSelf: boolean): void {
  const { userId } = user
  const noted = !isSelf && user.position !== null
  useEffect(() => {
    if (!noted) return
    api.security
      .logLocationAccess({ accessedUserId: userId, accessType: 'user_details', zoneId })
      .catch(() => undefined)
  }, [noted, userId, zoneId])
}
