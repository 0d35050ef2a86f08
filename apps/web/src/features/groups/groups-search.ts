import { flagIn, type InAddress, textIn } from '../../lib/in-address.ts'

/** Search and what is open, as kept in the address. */
export type GroupsSearch = {
  q?: string | undefined
  /** All groups of the zone, not only one's own. */
  all?: true | undefined
  /** Whose details are open. */
  group?: string | undefined
  /** Whose chat is open. */
  chat?: string | undefined
  /** The form of a new group is open. */
  create?: true | undefined
}

export type GroupsProps = InAddress<GroupsSearch>

/** What an address says; nonsense counts as nothing. */
export function groupsSearchOf(search: Record<string, unknown>): GroupsSearch {
  return {
    q: textIn(search.q),
    all: flagIn(search.all),
    group: textIn(search.group),
    chat: textIn(search.chat),
    create: flagIn(search.create),
  }
}
