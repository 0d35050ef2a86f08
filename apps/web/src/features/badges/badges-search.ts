import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const badgeTabs = ['badges', 'visits', 'readers'] as const
export type BadgeTab = (typeof badgeTabs)[number]

export const parseBadgesSearch = createSearchParser({
  /** The open tab; omitted for badges. */
  tab: param.word('visits', 'readers'),
  q: param.text,
  only: param.word('assigned', 'unknown'),
})
export type BadgesSearch = ReturnType<typeof parseBadgesSearch>
export type BadgesProps = SearchProps<BadgesSearch>
