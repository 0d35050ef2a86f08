import { createSearchParser, readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

export const parseGroupsSearch = createSearchParser({
  q: readTextParam,
  /** Shows all groups of the zone instead of the user's own. */
  all: readFlagParam,
  /** The group whose details are open. */
  group: readTextParam,
  /** The group whose chat is open. */
  chat: readTextParam,
  /** Opens the form for a new group. */
  create: readFlagParam,
})
export type GroupsSearch = ReturnType<typeof parseGroupsSearch>
export type GroupsProps = SearchProps<GroupsSearch>
