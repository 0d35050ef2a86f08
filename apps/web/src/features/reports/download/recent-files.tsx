import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Divider, Text } from '@mantine/core'
import type { ReportRun } from '@muster/contract/report-runs.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/api.ts'
import { errorTextWithTime } from '../../../lib/error-text.ts'
import { formatDate } from '../../../lib/format-time.ts'
import { zoneNames } from '../../../lib/session/own-zones.ts'
import { staleSince } from '../../../lib/stale-since.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { FailedLine } from '../../../ui/states/failed-line.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { formatDay } from '../format-cell.ts'
import { kindLabels } from '../report-words.ts'
import { formatNames } from './format-names.ts'
import { isOver, openRun } from './report-watch.ts'

/** Files listed at a time. */
const shown = 5
/** Milliseconds between polls while a file is in progress. */
const AGAIN = 3_000

/** The reader's earlier files, as long as they are stored, so that a finished file can be found after a reload. */
export function RecentFiles() {
  const query = useQuery({
    ...orpc.reportRuns.list.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.runs.every(isOver) ? false : AGAIN),
  })
  const runs = query.data?.runs.filter(({ state }) => state !== 'cancelled').slice(0, shown)
  return (
    <>
      {query.isError && (
        <FailedLine
          text={t`Failed to load recent files`}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          staleSince={staleSince(query)}
        />
      )}
      {runs && runs.length > 0 && (
        <section aria-label={t`Recent files`}>
          <Divider mb="md" />
          <h3>
            <Trans>Recent files</Trans>
          </h3>
          <Rows>
            {runs.map(run => (
              <RecentFile key={run.id} run={run} />
            ))}
          </Rows>
        </section>
      )}
    </>
  )
}

function RecentFile({ run }: { run: ReportRun }) {
  const open = useAct({ call: () => openRun(run.id) })
  const { kind, zoneId, format, from, to } = run
  // Without a zone, a report on one person is the reader's own.
  const ofNone = run.userId ? 'my own' : 'all zones'
  const subject = zoneId ? (zoneNames.get(zoneId) ?? 'one zone') : ofNone
  const narrowed = zoneId && (run.groupId ? ', one group' : run.userId ? ', one person' : '')
  const name = `${kindLabels[kind]}, ${subject}${narrowed || ''}${run.isFiltered ? ', some rows' : ''}`
  return (
    <li>
      <div>
        <div dir="auto">{name}</div>
        <Text component="div" size="xs" c="dimmed">
          {formatNames[format][0]} ·{' '}
          {from === to ? formatDay(from) : t`${formatDay(from)} to ${formatDay(to)}`} · {stateWords(run)}
        </Text>
        {open.isError && (
          <ProblemAlert>
            {errorTextWithTime(open.error, t`The file could not be downloaded. Please try again.`)}
          </ProblemAlert>
        )}
      </div>
      {run.state === 'done' && (
        <Button
          variant="default"
          loading={open.isPending}
          onClick={() => open.mutate()}
          aria-label={t`Download ${name}, ${from} to ${to}, ${formatNames[format][0]}`}
        >
          <Trans>Download</Trans>
        </Button>
      )}
    </li>
  )
}

function stateWords({ state, percent, problem, expiresAt }: ReportRun): string {
  if (state === 'done') return expiresAt ? `kept until ${formatDate(new Date(expiresAt))}` : 'ready'
  if (state === 'failed') return problem ?? 'could not be made'
  return state === 'waiting' ? 'waiting' : `being made, ${percent} %`
}
