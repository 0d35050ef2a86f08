import { readTextParam, type SearchProps } from '../../lib/search-props.ts'

export const badgeTabs = ['badges', 'visits', 'readers'] as const
export type BadgeTab = (typeof badgeTabs)[number]

/** The page of badges: the tab (badges by default), the search text and the filter. */
export type BadgesSearch = {
  tab?: Exclude<BadgeTab, 'badges'> | undefined
  q?: string | undefined
  only?: 'assigned' | 'unknown' | undefined
}
export type BadgesProps = SearchProps<BadgesSearch>

export const parseBadgesSearch = ({ tab, q, only }: Record<string, unknown>): BadgesSearch => ({
  tab: tab === 'visits' || tab === 'readers' ? tab : undefined,
  q: readTextParam(q),
  only: only === 'assigned' || only === 'unknown' ? only : undefined,
})
