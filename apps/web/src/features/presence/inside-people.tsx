import { plural, t } from '@lingui/core/macro'
import { Flex, Text, VisuallyHidden } from '@mantine/core'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { type ReactNode, useId } from 'react'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { InsideByBadge, useBadgesInside } from '../badges/public.ts'
import { EmptyTab } from './empty-tab.tsx'
import { InsideFigure } from './inside-figure.tsx'
import { InsideRows, MorePeople, type RowActions } from './inside-rows.tsx'
import { type InsideTab, InsideTabs } from './inside-tabs.tsx'
import { LeftPeople } from './left-people.tsx'
import { useInside } from './use-inside.ts'
import { useLeft } from './use-left.ts'

type Props = {
  panel: PresencePanel
  arrivals: ReadonlySet<string>
  tab: InsideTab
  onTab: (tab: InsideTab) => void
  /** Searches all tabs at once for people whose names contain, for each word of `q`, a word starting with it. */
  q: string | undefined
  /** Controls between the number and the tabs: search, print, export and map. */
  tools: ReactNode
  /** The map on narrow screens. */
  above: ReactNode
  actions: RowActions
}

export function InsidePeople({ panel, arrivals, tab, onTab, q, tools, above, actions }: Props) {
  const people = useInside(panel, q)
  const left = useLeft(panel.zoneId, q)
  const allLeft = useLeft(panel.zoneId, undefined)
  const badges = useBadgesInside(panel.zoneId, q)
  const { fresh, stale, unseen, isSearching } = people
  // The people of the tabs, judged by the newest readings: the server counts who was seen lately once a minute.
  const listed = panel.inside - panel.parts.visitors
  const unseenListed = Math.min(listed, unseen + panel.unseenByBadge)
  const counts = { inside: listed - unseenListed, unseen: unseenListed, left: allLeft.total }
  const showsInside = isSearching || tab !== 'left'
  const showsLeft = isSearching || tab === 'left'
  const isPending = (showsInside && people.isPending) || (showsLeft && left.list.query.isPending)
  const isFetching = (showsInside && people.isFetching) || (showsLeft && left.list.retrying)
  const hasFailed = (showsInside && people.failed) || (showsLeft && left.list.failed)
  const error = (showsInside && people.error) || (showsLeft && left.list.error) || null
  const matchCount =
    fresh.length + stale.length + left.people.length + badges.fresh.length + badges.stale.length
  const retry = () => {
    if (showsInside) people.retry()
    if (showsLeft) left.list.retry()
  }
  const rowProps = { zoneId: panel.zoneId, arrivals, ...actions }
  const emptyTab = (
    <EmptyTab
      tab={tab}
      inside={listed}
      visitors={panel.parts.visitors}
      unseen={counts.unseen}
      onUnseen={() => onTab('unseen')}
    />
  )
  const sections: Readonly<Record<InsideTab, ReactNode>> = {
    unseen: (
      <Section
        key="unseen"
        tab="unseen"
        hidesEmpty={isSearching || hasFailed}
        isTitled={isSearching}
        isEmpty={stale.length + badges.stale.length === 0}
        empty={emptyTab}
      >
        {headingId => (
          <>
            <InsideRows {...rowProps} people={stale} labelledBy={headingId} stale />
            <InsideByBadge people={badges.stale} stale />
            {!isPending && (
              <MorePeople list={people.longAgo} others={countOthers(unseen, stale, isSearching)} />
            )}
          </>
        )}
      </Section>
    ),
    inside: (
      <Section
        key="inside"
        tab="inside"
        hidesEmpty={isSearching || hasFailed}
        isTitled={isSearching}
        isEmpty={fresh.length + badges.fresh.length === 0}
        empty={emptyTab}
      >
        {headingId => (
          <>
            <InsideRows {...rowProps} people={fresh} labelledBy={headingId} stale={false} />
            <InsideByBadge people={badges.fresh} />
            {!isPending && (
              <MorePeople
                list={people.lately}
                others={countOthers(Math.max(0, panel.parts.byPhone - unseen), fresh, isSearching)}
              />
            )}
          </>
        )}
      </Section>
    ),
    left: (
      <Section
        key="left"
        tab="left"
        hidesEmpty={isSearching || hasFailed}
        isTitled={isSearching}
        isEmpty={left.people.length === 0}
        empty={emptyTab}
      >
        {headingId => (
          <>
            <LeftPeople {...actions} people={left.people} labelledBy={headingId} />
            {!isPending && (
              <MorePeople list={left.list} others={countOthers(left.total, left.people, isSearching)} />
            )}
          </>
        )}
      </Section>
    ),
  }
  return (
    <Flex direction="column" gap="xs">
      <InsideFigure panel={panel} unseen={unseen} />
      {tools}
      {above}
      {!isSearching && <InsideTabs tab={tab} counts={counts} onTab={onTab} />}
      {hasFailed && (
        <ErrorState
          title={t`Failed to load presence tracking data`}
          error={error}
          onRetry={retry}
          retrying={isFetching}
        />
      )}
      {badges.failed && (
        <ErrorState
          title={t`Failed to load who is inside by badge`}
          error={badges.error}
          onRetry={badges.retry}
          retrying={badges.isFetching}
          staleSince={badges.staleSince}
        />
      )}
      {isPending && !hasFailed ? (
        <ListSkeleton count={3} />
      ) : isSearching ? (
        <>
          {sections.unseen}
          {sections.inside}
          {sections.left}
          {matchCount === 0 && !isFetching && !hasFailed && <Text c="dimmed">{t`No results`}</Text>}
        </>
      ) : (
        sections[tab]
      )}
    </Flex>
  )
}

const countOthers = (total: number | undefined, rows: readonly unknown[], isSearching: boolean) =>
  isSearching || total === undefined ? undefined : total - rows.length

type SectionProps = {
  tab: InsideTab
  /** True in a search, where a heading says which tab the people are in. */
  isTitled: boolean
  isEmpty: boolean
  /** Shown above the rest of a list of which no person is loaded. */
  empty: ReactNode
  hidesEmpty: boolean
  children: (headingId: string) => ReactNode
}

function Section({ tab, isTitled, isEmpty, empty, hidesEmpty, children }: SectionProps) {
  const headingId = useId()
  if (isEmpty && hidesEmpty) return null
  const heading = <SectionHeading tab={tab} />
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={headingId}>
      {isTitled ? (
        <h2 id={headingId}>{heading}</h2>
      ) : (
        <VisuallyHidden component="h2" id={headingId}>
          {heading}
        </VisuallyHidden>
      )}
      {isEmpty && empty}
      {children(headingId)}
    </Flex>
  )
}

function SectionHeading({ tab }: { tab: InsideTab }) {
  if (tab === 'inside') return t`Currently Inside`
  if (tab === 'left') return t`Recently Left`
  const minutes = limits.presenceStaleMs / 60_000
  return (
    <WarningWords>
      {plural(minutes, { one: 'Not seen for # minute', other: 'Not seen for # minutes' })}
    </WarningWords>
  )
}
