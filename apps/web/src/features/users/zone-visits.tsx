import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import { IconMapPinCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { OpenVisitTag } from '../../ui/badges/open-visit-tag.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

export function useZoneVisits(zoneId: string, userId: string) {
  return useQuery(orpc.presence.visitsOf.queryOptions({ input: { zoneId, userId } }))
}

export function ZoneVisits({ query }: { query: ReturnType<typeof useZoneVisits> }) {
  const headingId = useId()
  const visits = query.data?.visits
  return (
    <section aria-labelledby={headingId}>
      <Box component="h3" id={headingId} mb="xs">
        {t`Recent zone visits`}
      </Box>
      <Loaded query={query} failure={t`Failed to load presence history`} skeleton={2} />
      <AgeGrey stale={query.isError}>
        {visits?.length === 0 && <Text c="dimmed">{t`No visits yet.`}</Text>}
        {visits && visits.length > 0 && (
          <Rows aria-labelledby={headingId}>
            {visits.map(({ id, entryTime, exitTime, lastSeen, durationMinutes, source, mock }) => (
              <li key={id} data-figures>
                <div>
                  <Trans>
                    Entry <RelativeTime at={entryTime} form="clock" />
                  </Trans>
                  {exitTime && (
                    <>
                      {' · '}
                      <Trans>
                        Exit <RelativeTime at={exitTime} form="clock" />
                      </Trans>
                    </>
                  )}
                  <Text c="dimmed">{sourceLabels[source]}</Text>
                  <MockMark mock={mock} />
                </div>
                {exitTime === null ? (
                  <OpenVisitTag
                    visit={{ entryTime, lastSeen }}
                    icon={IconMapPinCheck}
                    label={t`Currently in Zone`}
                  />
                ) : (
                  <span>{durationMinutes === null ? t`Completed` : formatDuration(durationMinutes)}</span>
                )}
              </li>
            ))}
          </Rows>
        )}
      </AgeGrey>
    </section>
  )
}

const sourceLabels = { manual: t`Manual check`, automatic: t`Automatic`, device: t`Location app` } as const
