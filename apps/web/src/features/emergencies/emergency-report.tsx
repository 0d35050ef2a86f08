import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid, Text, Title } from '@mantine/core'
import { accountedShares } from '@muster/domain/emergency.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatClock } from '../../lib/format-time.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { howLabels } from './emergency-words.ts'

const momentLabels = {
  declared: t`Declared`,
  help: t`Asked for help`,
  message_sent: t`Message to the missing`,
  link_created: t`Link for responders created`,
  link_opened: t`Link for responders opened`,
  link_revoked: t`Link for responders revoked`,
  all_clear: t`All clear`,
}

/** The report after the all clear: times, how people answered, the timeline and who was missing longest. */
export function EmergencyReport({ emergencyId }: { emergencyId: string }) {
  const query = useQuery(orpc.emergencies.report.queryOptions({ input: { emergencyId } }))
  const { data } = query
  if (!data)
    return query.isError ? (
      <ErrorState
        title={t`Failed to load the report`}
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <ListSkeleton count={2} />
    )
  return (
    <Panel component="section" aria-label={t`Report`}>
      <Title order={2} size="h3">
        <Trans>Report</Trans>
      </Title>
      <SimpleGrid cols={3}>
        {accountedShares.map((share, index) => {
          const ms = data.accountedMs[index] ?? null
          const percent = share * 100
          return (
            <div key={share}>
              <Text size="sm" c="dimmed">{t`${percent}% accounted for`}</Text>
              <Text fw={600} size="lg">
                {ms === null ? '–' : formatElapsed(ms)}
              </Text>
            </div>
          )
        })}
      </SimpleGrid>
      <Rows>
        {data.hows.map(({ how, people }) => (
          <li key={how}>
            <span>{howLabels[how]}</span>
            <strong>{t`${plural(people, { one: '# person', other: '# people' })}`}</strong>
          </li>
        ))}
      </Rows>
      <Title order={3} size="h4">
        <Trans>Timeline</Trans>
      </Title>
      <Rows>
        {data.timeline.map(({ at, what, name }) => (
          <li key={`${at} ${what} ${name}`}>
            <span>
              {momentLabels[what]}
              {what !== 'link_opened' && (
                <>: {name === '' ? t`ended by itself after 24 hours` : <Name>{name}</Name>}</>
              )}
            </span>
            <time dateTime={at}>{formatClock(new Date(at), new Date())}</time>
          </li>
        ))}
      </Rows>
      <Title order={3} size="h4">
        <Trans>Missing longest</Trans>
      </Title>
      <Rows>
        {data.longest.slice(0, 10).map(({ name, missingMs, accounted }, index) => (
          // Two people may have the same name and time.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered on the screen
          <li key={`${name} ${missingMs} ${index}`}>
            <Name>{name}</Name>
            <span>{accounted ? formatElapsed(missingMs) : t`never accounted for`}</span>
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

const secondMs = 1_000

/** Formats minutes and seconds: `4:05`. */
function formatElapsed(ms: number): string {
  const seconds = Math.round(ms / secondMs)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
