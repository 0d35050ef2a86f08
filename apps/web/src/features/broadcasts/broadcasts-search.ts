import { type BroadcastPriority, broadcastPriorities } from '@muster/domain/broadcast.ts'
import { flagIn, type InAddress, textIn } from '../../lib/in-address.ts'

/** Search, filters and what is open, as kept in the address. */
export type BroadcastsSearch = {
  q?: string | undefined
  /** A group, or `none` for what went to all users. */
  group?: string | undefined
  priority?: BroadcastPriority | undefined
  /** Whose details are open. */
  broadcast?: string | undefined
  /** The filter of the recipients of the open broadcast (the name of its bar), and the search for a name. */
  who?: string | undefined
  name?: string | undefined
  /** The recipient whose details are open over those of the broadcast, and the zone in which they are looked at. */
  person?: string | undefined
  in?: string | undefined
  /** The dialog to send one is open. */
  send?: true | undefined
}

export type BroadcastsProps = InAddress<BroadcastsSearch>

/** What an address says; nonsense counts as nothing. */
export function broadcastsSearchOf(search: Record<string, unknown>): BroadcastsSearch {
  return {
    q: textIn(search.q),
    group: textIn(search.group),
    priority: broadcastPriorities.find(one => one === search.priority),
    broadcast: textIn(search.broadcast),
    who: textIn(search.who),
    name: textIn(search.name),
    person: textIn(search.person),
    in: textIn(search.in),
    send: flagIn(search.send),
  }
}
