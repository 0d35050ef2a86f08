import { createSearchParser, readTextParam, readWordParam, type SearchProps } from '../../lib/search-props.ts'

export const badgeTabs = ['badges', 'visits', 'readers'] as const
export type BadgeTab = (typeof badgeTabs)[number]

export const parseBadgesSearch = createSearchParser({
  /** The open tab; omitted for badges. */
  tab: readWordParam('visits', 'readers'),
  q: readTextParam,
  only: readWordParam('assigned', 'unknown'),
})
export type BadgesSearch = ReturnType<typeof parseBadgesSearch>
export type BadgesProps = SearchProps<BadgesSearch>
