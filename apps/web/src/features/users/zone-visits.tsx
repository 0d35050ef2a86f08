import { formatDuration } from '@muster/domain/duration.ts'
import { IconMapPinCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { orpc } from '../../lib/api.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { MadeUpMark } from '../../ui/badges/made-up-mark.tsx'
import { OpenVisitTag } from '../../ui/badges/open-visit-tag.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './zone-visits.module.css'

/** Somebody's last ten visits to the zone. */
export function useZoneVisits(zoneId: string, userId: string) {
  return useQuery(orpc.presence.visitsOf.queryOptions({ input: { zoneId, userId } }))
}

/** The visits as a list: entry, exit, how the readings came, how long. */
export function ZoneVisits({ query }: { query: ReturnType<typeof useZoneVisits> }) {
  const headingId = useId()
  const visits = query.data?.visits
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        Recent zone visits
      </h3>
      {query.isPending && <ListSkeleton count={2} />}
      {query.isError && (
        <ErrorState
          title="Failed to load presence history"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          staleSince={staleSince(query)}
        />
      )}
      <AgeGrey stale={query.isError}>
        {visits?.length === 0 && <p className={classes.quiet}>No visits yet.</p>}
        {visits && visits.length > 0 && (
          <ul className={classes.visits} aria-labelledby={headingId}>
            {visits.map(({ id, entryTime, exitTime, lastSeen, durationMinutes, source, mock }) => (
              <li key={id} className={classes.visit}>
                <span>
                  Entry <RelativeTime at={entryTime} form="clock" />
                  {exitTime && (
                    <>
                      {' · '}
                      Exit <RelativeTime at={exitTime} form="clock" />
                    </>
                  )}
                </span>
                <span className={classes.quiet}>{sources[source]}</span>
                {exitTime === null ? (
                  <OpenVisitTag
                    visit={{ entryTime, lastSeen }}
                    icon={IconMapPinCheck}
                    label="Currently in Zone"
                  />
                ) : (
                  <span>{durationMinutes === null ? 'Completed' : formatDuration(durationMinutes)}</span>
                )}
                <MadeUpMark mock={mock} />
              </li>
            ))}
          </ul>
        )}
      </AgeGrey>
    </section>
  )
}

const sources = { manual: 'Manual check', automatic: 'Automatic', device: 'Location app' } as const
