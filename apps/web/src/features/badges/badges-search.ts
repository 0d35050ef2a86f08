import { readTextParam, type SearchProps } from '../../lib/search-props.ts'

export const badgeTabs = ['badges', 'visits', 'readers'] as const
export type BadgeTab = (typeof badgeTabs)[number]

/** The page of badges: the zone viewed by an internal admin, the tab (badges by default), the search text and the filter. */
export type BadgesSearch = {
  zone?: string | undefined
  tab?: Exclude<BadgeTab, 'badges'> | undefined
  q?: string | undefined
  only?: 'assigned' | 'unknown' | undefined
}
export type BadgesProps = SearchProps<BadgesSearch>

export const parseBadgesSearch = ({ zone, tab, q, only }: Record<string, unknown>): BadgesSearch => ({
  zone: readTextParam(zone),
  tab: tab === 'visits' || tab === 'readers' ? tab : undefined,
  q: readTextParam(q),
  only: only === 'assigned' || only === 'unknown' ? only : undefined,
})
