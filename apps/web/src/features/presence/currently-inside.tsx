import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Box, Flex, Group, Text } from '@mantine/core'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { InsideByBadge, useBadgesInside } from '../badges/public.ts'
import { InsideFigure } from './inside-figure.tsx'
import { formatOthers, InsideRows, MorePeople } from './inside-rows.tsx'
import { NobodyInside } from './nobody-inside.tsx'
import { useInside } from './use-inside.ts'

type Props = {
  panel: PresencePanel
  arrivals: ReadonlySet<string>
  /** Limits the list to `most` people, with less about each on a phone, and renders `others`, a link to the rest, after it. */
  short?: { most: number; isPhone: boolean; others: ReactNode }
}

/**
 * Shows the number of recently seen people as a large figure, and lists them, longest inside first. People not seen for a long time
 * are listed separately; a short list shows only them, if there are any.
 */
export function CurrentlyInside({ panel, arrivals, short }: Props) {
  const headingId = useId()
  const staleHeadingId = useId()
  const { inside, parts, zoneId } = panel
  const people = useInside(panel, undefined)
  const badges = useBadgesInside(zoneId)
  const { fresh, stale, unseen } = people
  const shownStalePeople = stale.slice(0, short?.most)
  // A short list has room only for the people whom somebody should look for, if there are any.
  const shownFreshPeople = short && stale.length > 0 ? [] : fresh.slice(0, short?.most)
  const listedCount = shownFreshPeople.length + shownStalePeople.length
  const staleCount = formatCount(people.counts ? people.counts.stale : stale.length)
  const minutes = limits.presenceStaleMs / 60_000
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={headingId}>
      <h2 id={headingId}>{t`Currently Inside`}</h2>
      <InsideFigure panel={panel} unseen={unseen} />
      {people.failed && (
        <ErrorState
          title={t`Failed to load presence tracking data`}
          error={people.error}
          onRetry={people.retry}
          retrying={people.isFetching}
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
      {parts.byPhone > 0 && people.isPending && !people.failed && (
        <ListSkeleton count={Math.min(parts.byPhone, 3)} />
      )}
      {inside === 0 && listedCount === 0 && <NobodyInside />}
      <InsideRows
        zoneId={zoneId}
        people={shownFreshPeople}
        labelledBy={headingId}
        stale={false}
        arrivals={arrivals}
        short={short?.isPhone}
      />
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
      <InsideRows
        zoneId={zoneId}
        people={shownStalePeople}
        labelledBy={staleHeadingId}
        stale
        arrivals={arrivals}
        short={short?.isPhone}
      />
      {!short && !people.isPending && (
        <MorePeople list={people.longAgo} others={people.counts && people.counts.stale - stale.length} />
      )}
      <InsideByBadge people={badges.fresh.slice(0, short && Math.max(0, short.most - listedCount))} />
      {short && inside > 0 && (
        <Group justify="space-between" gap="8px 12px" data-no-print>
          {parts.byPhone > listedCount && !people.isPending && (
            <Text span inherit c="dimmed">
              {formatOthers(parts.byPhone - listedCount)}
            </Text>
          )}
          <Group gap="xs">{short.others}</Group>
        </Group>
      )}
    </Flex>
  )
}
