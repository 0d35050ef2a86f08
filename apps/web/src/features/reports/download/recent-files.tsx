import { t } from '@lingui/core/macro'
import { Button, Divider, Text } from '@mantine/core'
import type { ReportRun } from '@muster/contract/report-runs.ts'
import { isRollKind } from '@muster/domain/report.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format-day.ts'
import { formatClock } from '../../../lib/format-time.ts'
import { language } from '../../../lib/language.ts'
import { zoneNamesById } from '../../../lib/session/own-zones.ts'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { FailedLine } from '../../../ui/states/failed-line.tsx'
import { formatDay } from '../format-cell.ts'
import { kindLabels } from '../report-words.ts'
import { formatNames } from './format-names.ts'
import { isFinished, openRun } from './report-watch.ts'

/** Maximum number of files listed. */
const maxShownRuns = 5
/** Milliseconds between polls while a file is in progress. */
const POLL_INTERVAL_MS = 3_000

/** Lists the reader's latest files while they are stored, so that a finished file can be found after a reload. */
export function RecentFiles() {
  const query = useQuery({
    ...orpc.reportRuns.list.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.runs.every(isFinished) ? false : POLL_INTERVAL_MS),
  })
  const runs = query.data?.runs.filter(({ state }) => state !== 'cancelled').slice(0, maxShownRuns)
  return (
    <>
      {query.isError && <FailedLine text={t`Failed to load recent files`} query={query} />}
      {runs && runs.length > 0 && (
        <section aria-label={t`Recent files`}>
          <Divider mb="md" />
          <h3>{t`Recent files`}</h3>
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
  const openAction = useAct({ call: () => openRun(run.id) })
  const [format] = formatNames[run.format]
  const name = fileName(run)
  const days = isRollKind(run.kind) ? formatClock(new Date(run.askedAt), new Date()) : formatDays(run)
  return (
    <li>
      <div>
        <div dir="auto">{name}</div>
        <Text component="div" size="xs" c="dimmed">
          {format} · {days} · {formatState(run)}
        </Text>
        <FailedAct act={openAction} failed={t`The file couldn’t be downloaded. Try again.`} />
      </div>
      {run.state === 'done' && (
        <Button
          variant="default"
          loading={openAction.isPending}
          onClick={() => openAction.mutate()}
          aria-label={t`Download ${name}, ${days}, ${format}`}
        >
          {t`Download`}
        </Button>
      )}
    </li>
  )
}

const fileLabels = { ...kindLabels, inside: t`Inside now`, missing: t`Missing people` }

const listFormat = new Intl.ListFormat(language, { type: 'unit' })

function fileName({ kind, zoneId, groupId, userId, isFiltered }: ReportRun): string {
  // Without a zone, a report on one person is the reader's own.
  const labelWithoutZone = userId ? t`my records` : kind === 'missing' ? t`several zones` : t`all zones`
  const parts = [fileLabels[kind], zoneId ? (zoneNamesById.get(zoneId) ?? t`one zone`) : labelWithoutZone]
  if (zoneId && groupId) parts.push(t`one group`)
  else if (zoneId && userId) parts.push(t`one person`)
  if (isFiltered) parts.push(t`filtered rows`)
  return listFormat.format(parts)
}

function formatDays({ from, to }: ReportRun): string {
  const first = formatDay(from)
  const last = formatDay(to)
  return from === to ? first : t`${first} to ${last}`
}

const percentFormat = new Intl.NumberFormat(language, { style: 'percent' })

function formatState({ state, percent, problem, expiresAt }: ReportRun): string {
  if (state === 'done') {
    const end = expiresAt && formatDate(new Date(expiresAt))
    return end ? t`available until ${end}` : t`ready`
  }
  if (state === 'failed') return problem ?? t`couldn’t be created`
  if (state === 'waiting') return t`waiting`
  const progress = percentFormat.format(percent / 100)
  return t`creating, ${progress}`
}
