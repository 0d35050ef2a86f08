import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import {
  createSearchParser,
  readFlagParam,
  readTextParam,
  readWordParam,
  type SearchProps,
} from '../../lib/search-props.ts'

export const parseBroadcastsSearch = createSearchParser({
  q: readTextParam,
  /** A group id, or `none` for broadcasts to all users. */
  group: readTextParam,
  priority: readWordParam(...broadcastPriorities),
  /** The broadcast whose details are open. */
  broadcast: readTextParam,
  /** The filter of the open broadcast's recipients (the key of its bar), and the search for a name. */
  who: readTextParam,
  name: readTextParam,
  /** The recipient whose details are open over the broadcast's details, and the zone in which they are viewed. */
  person: readTextParam,
  in: readTextParam,
  /** Opens the dialog for a new broadcast. */
  send: readFlagParam,
  /** Fills the new broadcast to call everyone inside: urgent, to the people inside, with a question. */
  call: readFlagParam,
})
export type BroadcastsSearch = ReturnType<typeof parseBroadcastsSearch>
export type BroadcastsProps = SearchProps<BroadcastsSearch>
