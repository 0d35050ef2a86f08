import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const parseBroadcastsSearch = createSearchParser({
  q: param.text,
  /** A group id, or `none` for broadcasts to all users. */
  group: param.text,
  priority: param.word(...broadcastPriorities),
  /** The broadcast whose details are open. */
  broadcast: param.text,
  /** The filter of the open broadcast's recipients (the key of its bar), and the search for a name. */
  who: param.text,
  name: param.text,
  /** The recipient whose details are open over the broadcast's details, and the zone in which they are viewed. */
  person: param.text,
  in: param.text,
  /** Opens the dialog for a new broadcast. */
  send: param.flag,
  /** Fills the new broadcast to call everyone inside: urgent, to the people inside, with a question. */
  call: param.flag,
})
export type BroadcastsSearch = ReturnType<typeof parseBroadcastsSearch>
export type BroadcastsProps = SearchProps<BroadcastsSearch>
