import { t } from '@lingui/core/macro'
import { Card, Flex, Stack } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { shapeCorners, shapeDiagonalMeters } from '@muster/domain/geo/shape-bounds.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../../lib/api.ts'
import { hasCode, isNotFound } from '../../../lib/error-text.ts'
import { formatMeters } from '../../../lib/format-accuracy.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { paths } from '../../../lib/paths.ts'
import { useSelectedZone } from '../../../lib/session/use-selected-zone.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { getStaleSince } from '../../../lib/stale-since.ts'
import { useFeedTopic } from '../../../live/use-feed.ts'
import { ZoneStatusBadge } from '../../../ui/badges/zone-status-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AgeGrey } from '../../../ui/live/age-grey.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { NotAllowed } from '../../../ui/states/not-allowed.tsx'
import { CardGridSkeleton } from '../../../ui/states/skeletons.tsx'
import { LiveMap, PresencePanel, useZoneRights, ZoneCheck } from '../../presence/public.ts'
import { useZoneDialogs } from '../use-zone-dialogs.tsx'
import { ZoneButtons } from '../zone-buttons.tsx'
import { ZoneBoundaries } from './zone-boundaries.tsx'
import { DetailBlock, ZoneCapacity, ZoneDates, ZoneDescription } from './zone-facts.tsx'
import { ZoneMapCard } from './zone-map-card.tsx'
import { ZoneNotFound } from './zone-not-found.tsx'

const backLink = (
  <Button component={Link} to={paths.zones} variant="default" icon={IconArrowLeft} points>
    {t`Back to zones`}
  </Button>
)

/** Shows the details of a zone as a page. A zone in the person's own list needs no extra request, except for internal admins. */
export function ZonePage({ zoneId }: { zoneId: string }) {
  const { profile } = useMe()
  const zoneSelection = useSelectedZone()
  const rights = useZoneRights()
  const { open, dialogs } = useZoneDialogs()
  const listedZone = zoneSelection.availableZones.find(({ id }) => id === zoneId)
  const query = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId } }),
    enabled: zoneSelection.status !== 'loading' && (!listedZone || isInternalAdmin(profile.role)),
  })
  // Once the zone is listed, the query is disabled, and its outdated result must not take precedence.
  const zone: Zone | undefined = isInternalAdmin(profile.role)
    ? (query.data ?? listedZone)
    : (listedZone ?? query.data)
  // Subscribe only once the zone is known to exist: the URL may contain anything.
  useFeedTopic(zone && zoneTopic(zone.id))
  if (zone) {
    const { watches, tracks } = rights(zone.id)
    const failedSince = zone === listedZone ? zoneSelection.staleSince : getStaleSince(query)
    return (
      <Page
        title={zone.name}
        subtitle={
          <AgeGrey stale={failedSince !== undefined}>
            <Flex component="span" wrap="wrap" align="center" gap="xs">
              <ZoneStatusBadge status={zone.status} />
            </Flex>
          </AgeGrey>
        }
        secondary={backLink}
      >
        {failedSince && (
          <ErrorState
            title={t`Failed to load zone details`}
            error={zone === listedZone ? zoneSelection.error : query.error}
            onRetry={zone === listedZone ? zoneSelection.retry : () => void query.refetch()}
            retrying={zone === listedZone ? zoneSelection.retrying : query.isFetching}
            staleSince={failedSince}
          />
        )}
        {tracks && (
          <Card>
            <DetailBlock title={t`Live map`}>
              <LiveMap zone={zone} />
            </DetailBlock>
          </Card>
        )}
        <AgeGrey stale={failedSince !== undefined}>
          <Columns>
            {watches && (
              <Card>
                <PresencePanel zone={zone} />
              </Card>
            )}
            <Stack gap="var(--m-gap)" data-whole={!watches || undefined}>
              <Card>
                <DetailBlock title={t`Your Location Status`}>
                  <ZoneCheck zone={zone} screen="zone" recent={3} showPlace />
                </DetailBlock>
              </Card>
              <Card>
                <ZoneCapacity zone={zone} />
              </Card>
              <Card>
                <ZoneDates zone={zone} />
              </Card>
              <Card>
                <ZoneDescription zone={zone} />
              </Card>
              <Card>
                <ZoneLocation zone={zone} />
              </Card>
              <Card>
                <ZoneBoundaries zone={zone} />
              </Card>
            </Stack>
          </Columns>
        </AgeGrey>
        <Card>
          <ZoneMapCard zone={zone} search />
        </Card>
        <ZoneButtons zone={zone} open={open} />
        {dialogs}
      </Page>
    )
  }
  return (
    // The not-found state has its own link back, so the header shows none.
    <Page title={t`Zone`} secondary={!isMissing(query.error) && backLink}>
      <MissingZone error={query.error} pending={query.isPending} onRetry={() => void query.refetch()} />
    </Page>
  )
}

const isMissing = (error: unknown) => isNotFound(error) && !hasCode(error, 'FORBIDDEN')

type MissingZoneProps = { error: unknown; pending: boolean; onRetry: () => void }

function MissingZone({ error, pending, onRetry }: MissingZoneProps) {
  if (pending) return <CardGridSkeleton count={2} />
  if (hasCode(error, 'FORBIDDEN')) return <NotAllowed />
  // Also shown if the URL contains no valid zone id, which the server rejects.
  if (isMissing(error)) return <ZoneNotFound>{backLink}</ZoneNotFound>
  return <ErrorState title={t`Failed to load zone details`} error={error} onRetry={onRetry} />
}

/** The two corners stored with a zone, and the distance between them. */
function ZoneLocation({ zone: { shape } }: { zone: Pick<Zone, 'shape'> }) {
  const { start, end } = shapeCorners(shape)
  return (
    <DetailBlock title={t`Location`}>
      <Facts>
        <Fact name={t`Start point`}>{formatPlace(start)}</Fact>

        <Fact name={t`End point`}>{formatPlace(end)}</Fact>

        <Fact name={t`Diagonal distance`}>{formatMeters(Math.round(shapeDiagonalMeters(shape)))}</Fact>
      </Facts>
    </DetailBlock>
  )
}
