import {
  createSearchParser,
  readTextParam,
  readWordParam,
  type SearchProps,
} from '../../../lib/search-props.ts'

export const captainTabs = ['people', 'areas', 'teams'] as const
export type CaptainTab = (typeof captainTabs)[number]

export const parseCaptainSearch = createSearchParser({
  /** The emergency, if there are several. */
  emergency: readTextParam,
  tab: readWordParam(...captainTabs),
  q: readTextParam,
  /** Lists only calls for help. */
  state: readWordParam('help'),
})
export type CaptainSearch = ReturnType<typeof parseCaptainSearch>
export type CaptainProps = SearchProps<CaptainSearch>
