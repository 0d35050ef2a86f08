import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Box, Flex, Group, Text, VisuallyHidden } from '@mantine/core'
import type { InsidePerson as Person, PresencePanel } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { IconMapPinOff } from '@tabler/icons-react'
import { type ReactNode, useContext, useId } from 'react'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { StaleContext } from '../../ui/live/stale-context.ts'
import { UnseenCount } from '../../ui/people/inside-split.tsx'
import { OverCapacity } from '../../ui/people/over-capacity.tsx'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { InsidePerson } from './inside-person.tsx'
import classes from './presence-panel.module.css'
import { useInside } from './use-inside.ts'

type Props = {
  panel: PresencePanel
  arrivals: ReadonlySet<string>
  /** Hides the heading visually, on a page whose title says the same. */
  headingHidden?: boolean
  /** Lists only people whose names contain, for each word of `q`, a word starting with it. The count still includes everybody. */
  q?: string
  /** Controls between the number and the names: search, print, export and map. */
  tools?: ReactNode
  /** Limits the list to `most` people, and renders `others`, a link to the rest, after it. */
  short?: { most: number; others: ReactNode }
  /** Renders a person's call button. Must be stable, or all rows render again. */
  actionFor?: (person: Person) => ReactNode
  /** The person whose details are open. */
  openId?: string | undefined
  /** Opens a zone member's details. Must be stable. */
  onOpen?: ((userId: string) => void) | undefined
}

/**
 * Shows the number of recently seen people as a large figure, and lists them, longest inside first. People not seen for a long time
 * are listed separately.
 */
export function CurrentlyInside({
  panel,
  arrivals,
  headingHidden,
  q,
  tools,
  short,
  actionFor,
  openId,
  onOpen,
}: Props) {
  const headingId = useId()
  const staleHeadingId = useId()
  const isStale = useContext(StaleContext)
  const { inside, maxCapacity } = panel
  const people = useInside(panel, q)
  const { fresh, stale, unseen } = people
  const shownFreshPeople = fresh.slice(0, short?.most)
  const shownStalePeople = short ? stale.slice(0, Math.max(0, short.most - fresh.length)) : stale
  const listedCount = shownFreshPeople.length + shownStalePeople.length
  const seenCount = Math.max(0, inside - unseen)
  const staleCount = formatCount(people.counts ? people.counts.stale : stale.length)
  const minutes = limits.presenceStaleMs / 60_000
  const renderRows = (rows: readonly Person[], labelledBy: string, isStale: boolean) =>
    rows.length > 0 && (
      <ul className={classes.list} aria-labelledby={labelledBy}>
        {rows.map(person => (
          <InsidePerson
            key={person.userId}
            zoneId={panel.zoneId}
            person={person}
            arrived={arrivals.has(person.userId)}
            stale={isStale}
            actionFor={actionFor}
            isOpen={person.userId === openId}
            // Internal admins enter without being members, so they have no details in the zone.
            onOpen={isInternalAdmin(person.role) ? undefined : onOpen}
          />
        ))}
      </ul>
    )
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={headingId}>
      <h2 id={headingId}>
        {headingHidden ? (
          <VisuallyHidden>
            <Trans>Currently Inside</Trans>
          </VisuallyHidden>
        ) : (
          t`Currently Inside`
        )}
      </h2>
      <LiveTint value={inside}>
        <Group align="baseline" gap="4px 12px" py={4}>
          <span className={classes.figure} data-testid="inside-count">
            {formatCount(seenCount)}
          </span>
          <Text span inherit c="dimmed">
            {figureText(seenCount, panel, unseen)}
          </Text>
          <OverCapacity inside={inside} max={maxCapacity} />
          <UnseenCount unseen={unseen} />
        </Group>
      </LiveTint>
      {tools}
      {people.failed && (
        <ErrorState
          title={t`Failed to load presence tracking data`}
          onRetry={people.retry}
          retrying={people.isFetching}
        />
      )}
      {inside > 0 && people.isPending && !people.failed && <ListSkeleton count={Math.min(inside, 3)} />}
      {inside === 0 && listedCount === 0 && (
        <Group gap="sm" p="md" bd="1px dashed var(--m-line)" bdrs="md" c="dimmed">
          <IconMapPinOff size="1.5rem" stroke={1.6} aria-hidden />
          {isStale ? t`Nobody was inside then.` : t`Nobody is inside right now.`}
        </Group>
      )}
      {inside > 0 && listedCount === 0 && people.isSearching && !people.isFetching && !people.failed && (
        <Text c="dimmed">
          <Trans>No results</Trans>
        </Text>
      )}
      {renderRows(shownFreshPeople, headingId, false)}
      {!short && !people.isPending && (
        <MorePeople list={people.lately} others={people.counts && people.counts.fresh - fresh.length} />
      )}
      {shownStalePeople.length > 0 && (
        <Box component="h3" id={staleHeadingId} mt="xs" fz="sm">
          <WarningWords>
            <Plural
              value={minutes}
              one={`Not seen for # minute: ${staleCount}`}
              other={`Not seen for # minutes: ${staleCount}`}
            />
          </WarningWords>
        </Box>
      )}
      {renderRows(shownStalePeople, staleHeadingId, true)}
      {!short && !people.isPending && (
        <MorePeople list={people.longAgo} others={people.counts && people.counts.stale - stale.length} />
      )}
      {short && inside > 0 && (
        <Group justify="space-between" gap="8px 12px" data-no-print>
          <Text span inherit c="dimmed">
            {inside > listedCount && !people.isPending && moreText(inside - listedCount)}
          </Text>
          {short.others}
        </Group>
      )}
    </Flex>
  )
}

/** Returns the text after the figure, with the zone's capacity if it has one. */
function figureText(seenCount: number, { inside, maxCapacity }: PresencePanel, unseen: number): string {
  if (maxCapacity === null) return plural(seenCount, { one: 'person inside', other: 'people inside' })
  const capacity = formatCapacity(inside, maxCapacity)
  // The figure excludes people not seen recently, who still count towards the capacity.
  return unseen > 0
    ? plural(seenCount, {
        one: `person inside, occupancy ${capacity}`,
        other: `people inside, occupancy ${capacity}`,
      })
    : plural(seenCount, {
        one: `person inside, capacity ${capacity}`,
        other: `people inside, capacity ${capacity}`,
      })
}

const moreText = (count: number) => plural(count, { one: 'And # more.', other: 'And # more.' })

/** The end of a list that can load more: a button with the number of remaining people, if known. */
function MorePeople({ list, others }: { list: PagedList<Person>; others: number | undefined }) {
  const pages = list.query.data?.pages.length ?? 0
  if (list.complete && pages < 2) return null
  return (
    <div data-no-print>
      <LoadMore
        list={list}
        describeCount={count => plural(count, { one: '# more person', other: '# more people' })}
      >
        {list.complete ? undefined : others !== undefined && others > 0 && moreText(others)}
      </LoadMore>
    </div>
  )
}
