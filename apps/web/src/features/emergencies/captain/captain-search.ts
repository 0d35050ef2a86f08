import { readTextParam, type SearchProps } from '../../../lib/search-props.ts'

export const captainTabs = ['people', 'areas', 'teams'] as const
export type CaptainTab = (typeof captainTabs)[number]

/** The page of a captain: the emergency if there are several, its part, the search for a name, and whether only calls for help are listed. */
export type CaptainSearch = {
  emergency?: string | undefined
  tab?: CaptainTab | undefined
  q?: string | undefined
  state?: 'help' | undefined
}
export type CaptainProps = SearchProps<CaptainSearch>

export const parseCaptainSearch = (search: Record<string, unknown>): CaptainSearch => ({
  emergency: readTextParam(search.emergency),
  tab: captainTabs.find(tab => tab === search.tab),
  q: readTextParam(search.q),
  state: search.state === 'help' ? 'help' : undefined,
})
