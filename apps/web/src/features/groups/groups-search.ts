import { readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

/** Search and open dialogs, as stored in the URL. */
export type GroupsSearch = {
  q?: string | undefined
  /** Shows all groups of the zone instead of the user's own. */
  all?: true | undefined
  /** The group whose details are open. */
  group?: string | undefined
  /** The group whose chat is open. */
  chat?: string | undefined
  /** Opens the form for a new group. */
  create?: true | undefined
}

export type GroupsProps = SearchProps<GroupsSearch>

/** Parses the search parameters, dropping invalid values. */
export function parseGroupsSearch(search: Record<string, unknown>): GroupsSearch {
  return {
    q: readTextParam(search.q),
    all: readFlagParam(search.all),
    group: readTextParam(search.group),
    chat: readTextParam(search.chat),
    create: readFlagParam(search.create),
  }
}
