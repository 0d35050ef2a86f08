import { t } from '@lingui/core/macro'
import { Flex, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { orpc } from '../../lib/api.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { announce } from '../../ui/live/live-region.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './security.module.css'
import { noFilters, type SecuritySearch } from './security-search.ts'
import type { DashboardQuery } from './use-dashboard.ts'

const dayMs = 86_400_000

/** Each figure with the event type that it counts; the first counts all types. */
const figures = [
  { key: 'events', label: t`Events`, type: undefined },
  { key: 'failedSignIns', label: t`Failed sign-ins`, type: 'login_failed' },
  { key: 'successfulSignIns', label: t`Successful sign-ins`, type: 'login_successful' },
  { key: 'failedPins', label: t`Failed PIN attempts`, type: 'zone_pin_failed' },
  { key: 'locationAccesses', label: t`Location accesses`, type: 'location_access' },
] as const

type Props = {
  dashboard: DashboardQuery
  search: SecuritySearch
  onSearch: (changes: SecuritySearch) => void
}

/** The statistics of the last 24 hours. Clicking a figure shows the events it counts; clicking it again shows all events. */
export function DayFigures({ dashboard, search, onSearch }: Props) {
  const client = useQueryClient()
  const headingId = useId()
  const { data, isError, dataUpdatedAt } = dashboard
  const showsLast24Hours = !search.section && search.from !== undefined && search.to === undefined
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: orpc.security.dashboard.key() }),
      client.invalidateQueries({ queryKey: orpc.security.events.key() }),
      client.invalidateQueries({ queryKey: orpc.security.breachNotices.key() }),
      client.invalidateQueries({ queryKey: orpc.security.auditRlsCompliance.key() }),
    ])
    announce(t`Refreshed`)
  }
  return (
    <Flex component="section" direction="column" gap={4} aria-labelledby={headingId}>
      <Group wrap="nowrap" justify="space-between" gap="sm">
        <h2 id={headingId}>{t`Last 24 hours`}</h2>
        <Flex component="span" align="center" gap={4} fz="xs" c="dimmed">
          {data && (
            <span>
              {t`Updated`} <RelativeTime at={new Date(dataUpdatedAt).toISOString()} />
            </span>
          )}
          <ActionIcon
            icon={IconRefresh}
            iconSize="1.125rem"
            aria-label={t`Refresh`}
            onClick={() => void refresh()}
            loading={dashboard.isRefetching}
          />
        </Flex>
      </Group>
      <div className={classes.cards}>
        <AgeGrey stale={isError}>
          <StatGrid>
            {figures.map(({ key, label, type }) => {
              const isSelected = showsLast24Hours && search.type === type
              return (
                <StatCard
                  key={key}
                  label={label}
                  hidesZero
                  value={data ? data.last24Hours[key] : isError ? null : undefined}
                  selected={isSelected}
                  onSelect={() =>
                    onSearch({
                      ...noFilters,
                      section: undefined,
                      event: undefined,
                      notice: undefined,
                      ...(isSelected ? {} : { type, from: new Date(Date.now() - dayMs).toISOString() }),
                    })
                  }
                />
              )
            })}
          </StatGrid>
        </AgeGrey>
      </div>
    </Flex>
  )
}
