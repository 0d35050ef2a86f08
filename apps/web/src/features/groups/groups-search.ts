import type { InAddress } from '../../lib/in-address.ts'

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
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    q: textOf(search.q),
    all: search.all === true || search.all === 1 ? true : undefined,
    group: textOf(search.group),
    chat: textOf(search.chat),
    create: search.create === true || search.create === 1 ? true : undefined,
  }
}
