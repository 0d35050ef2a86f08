import { createSearchParser, param, type SearchProps } from '../../../lib/search-props.ts'

export const captainTabs = ['people', 'areas', 'teams'] as const
export type CaptainTab = (typeof captainTabs)[number]

export const parseCaptainSearch = createSearchParser({
  /** The emergency, if there are several. */
  emergency: param.text,
  tab: param.word(...captainTabs),
  q: param.text,
  /** Lists only calls for help. */
  state: param.word('help'),
})
export type CaptainSearch = ReturnType<typeof parseCaptainSearch>
export type CaptainProps = SearchProps<CaptainSearch>
