import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const parseGroupsSearch = createSearchParser({
  q: param.text,
  /** Shows all groups of the zone instead of the user's own. */
  all: param.flag,
  /** The group whose details are open. */
  group: param.text,
  /** The group whose chat is open. */
  chat: param.text,
  /** Opens the form for a new group. */
  create: param.flag,
})
export type GroupsSearch = ReturnType<typeof parseGroupsSearch>
export type GroupsProps = SearchProps<GroupsSearch>
