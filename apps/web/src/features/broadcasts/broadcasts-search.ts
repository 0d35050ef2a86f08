import { type BroadcastPriority, broadcastPriorities } from '@muster/domain/broadcast.ts'
import { readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

/** Search, filters and the open broadcast, as stored in the URL. */
export type BroadcastsSearch = {
  q?: string | undefined
  /** A group id, or `none` for broadcasts to all users. */
  group?: string | undefined
  priority?: BroadcastPriority | undefined
  /** The broadcast whose details are open. */
  broadcast?: string | undefined
  /** The filter of the open broadcast's recipients (the key of its bar), and the search for a name. */
  who?: string | undefined
  name?: string | undefined
  /** The recipient whose details are open over the broadcast's details, and the zone in which they are viewed. */
  person?: string | undefined
  in?: string | undefined
  /** Opens the dialog for a new broadcast. */
  send?: true | undefined
  /** Fills the new broadcast to call everyone inside: urgent, to the people inside, with a question. */
  call?: true | undefined
}

export type BroadcastsProps = SearchProps<BroadcastsSearch>

/** Parses the search parameters, dropping invalid values. */
export function parseBroadcastsSearch(search: Record<string, unknown>): BroadcastsSearch {
  return {
    q: readTextParam(search.q),
    group: readTextParam(search.group),
    priority: broadcastPriorities.find(option => option === search.priority),
    broadcast: readTextParam(search.broadcast),
    who: readTextParam(search.who),
    name: readTextParam(search.name),
    person: readTextParam(search.person),
    in: readTextParam(search.in),
    send: readFlagParam(search.send),
    call: readFlagParam(search.call),
  }
}
