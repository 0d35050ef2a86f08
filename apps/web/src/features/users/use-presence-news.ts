import { t } from '@lingui/core/macro'
import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import type { ZonePerson } from '@muster/contract/users.ts'
import { useEffect, useRef } from 'react'
import { announce } from '../../ui/live/live-region.tsx'
import { toPresence } from './people-rows.ts'
import { formatName } from './zone-user-words.ts'

type Presence = PresenceStatus

function newsText(name: string, before: Presence, now: Presence, zoneName: string): string {
  if (now === 'inside') return t`${name} entered ${zoneName}`
  return before === 'inside' ? t`${name} left ${zoneName}` : t`${name} is outside ${zoneName}`
}

/** Announces presence changes to screen readers, but not on the first load and not for people who are added or removed. */
export function usePresenceNews(users: readonly ZonePerson[] | undefined, zoneName: string) {
  const previousRef = useRef<{ zoneName: string; words: ReadonlyMap<string, Presence> }>(undefined)
  useEffect(() => {
    if (!users) return
    const previousState = previousRef.current
    previousRef.current = { zoneName, words: new Map(users.map(user => [user.userId, toPresence(user)])) }
    if (previousState?.zoneName !== zoneName) return
    for (const user of users) {
      const previousPresence = previousState.words.get(user.userId)
      const currentPresence = toPresence(user)
      if (previousPresence === undefined || previousPresence === currentPresence) continue
      announce(newsText(formatName(user), previousPresence, currentPresence, zoneName))
    }
  }, [users, zoneName])
}
