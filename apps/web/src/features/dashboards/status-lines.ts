import { plural, t } from '@lingui/core/macro'
import type { SystemStatus } from '@muster/contract/dashboards.ts'
import type { Health } from '@muster/domain/system-health.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatClock, formatUpcoming } from '../../lib/format-time.ts'
import { language } from '../../lib/language.ts'

/** A line of the System Status: the label for its health, and its evidence. */
export type StatusLine = { name: string; health: Health; word: string; detail: string | undefined }

type HealthLabels = Record<Health, string>
const operationalLabels: HealthLabels = {
  good: t`Operational`,
  watch: t`Slow`,
  bad: t`Not working`,
  unknown: t`Unknown`,
}

const listFormat = new Intl.ListFormat(language, { type: 'unit' })
const joinDetails = (...details: (string | false | null)[]) =>
  listFormat.format(details.filter(detail => typeof detail === 'string'))
const formatTime = (at: string) => formatClock(new Date(at), new Date())

/**
 * Converts the status to lines of text; unknown parts are reported as unknown. The specification defines the labels for good
 * health.
 */
export function statusLines(status: SystemStatus): StatusLine[] {
  const { version, database, jobs, storage, mail, feed, connections, backups, proxy } = status
  return [
    { name: t`Server`, health: 'good', word: t`Online`, detail: t`Version ${version}` },
    toLine(t`Database`, { ...operationalLabels, good: t`Active` }, database, databaseDetail(database)),
    toLine(
      t`Jobs`,
      { ...operationalLabels, watch: t`Needs attention` },
      jobs,
      jobs.figures && jobsDetail(jobs.figures),
    ),
    toLine(
      t`Storage`,
      { ...operationalLabels, watch: t`Almost full` },
      storage,
      storage.figures && storageDetail(storage.figures),
    ),
    toLine(
      t`Email`,
      { ...operationalLabels, watch: t`Retrying` },
      mail,
      mail.figures && mailDetail(mail.figures),
    ),
    toLine(t`Live feed`, operationalLabels, feed, feedDetail(feed)),
    toLine(
      t`Connections`,
      { ...operationalLabels, watch: t`Many in use`, bad: t`Almost all in use` },
      connections,
      connectionsDetail(connections),
    ),
    toLine(
      t`Backups`,
      {
        good: t`Up to date`,
        watch: t`Last one failed`,
        bad: t`Too old`,
        unknown: backups.figures ? (backups.figures.nextAt ? t`None yet` : t`Off`) : t`Unknown`,
      },
      backups,
      backups.figures && backupsDetail(backups.figures),
    ),
    toLine(
      t`Proxy`,
      { good: t`Nothing wrong`, watch: t`Needs attention`, bad: t`Set up incorrectly`, unknown: t`Unknown` },
      proxy,
    ),
  ]
}

function toLine(
  name: string,
  labels: HealthLabels,
  { health }: { health: Health },
  detail?: string | null,
): StatusLine {
  return { name, health, word: labels[health], detail: detail ?? undefined }
}

function databaseDetail({ answerMs, stores }: SystemStatus['database']): string {
  if (answerMs === null) return t`No response`
  const milliseconds = formatCount(Math.max(1, answerMs))
  return stores ? t`Responds in ${milliseconds} ms` : t`Responds in ${milliseconds} ms, but can’t save data`
}

function jobsDetail({ waitingMs, failing, lastDoneAt }: NonNullable<SystemStatus['jobs']['figures']>) {
  const wait = formatDuration(waitingMs / 60_000)
  const lastDone = lastDoneAt && formatTime(lastDoneAt)
  return joinDetails(
    waitingMs > 60_000 && t`Longest wait: ${wait}`,
    failing > 0 && t`${plural(failing, { one: '# failed', other: '# failed' })} in the last 24 hours`,
    lastDone ? t`last job finished ${lastDone}` : t`no jobs finished yet`,
  )
}

function storageDetail({ freeBytes, totalBytes, writable }: NonNullable<SystemStatus['storage']['figures']>) {
  const free = formatBytes(freeBytes)
  const total = formatBytes(totalBytes)
  return joinDetails(!writable && t`Files can’t be saved`, t`${free} free of ${total}`)
}

function mailDetail({
  waiting,
  failing,
  givenUp,
  lastFailedAt,
}: NonNullable<SystemStatus['mail']['figures']>) {
  const lastFailure = lastFailedAt && formatTime(lastFailedAt)
  return joinDetails(
    waiting > 0
      ? t`${plural(waiting, { one: '# email waiting', other: '# emails waiting' })}`
      : t`No emails waiting`,
    failing > 0 && t`${plural(failing, { one: '# being retried', other: '# being retried' })}`,
    givenUp > 0 &&
      t`${plural(givenUp, { one: '# not delivered', other: '# not delivered' })} in the last hour`,
    lastFailure && t`last failure ${lastFailure}`,
  )
}

function feedDetail({ behindMs }: SystemStatus['feed']): string {
  if (behindMs === null) return t`The server isn’t receiving updates`
  if (behindMs < 1_000) return t`Less than a second behind`
  const seconds = Math.round(behindMs / 1_000)
  return t`${plural(seconds, { one: '# second behind', other: '# seconds behind' })}`
}

function connectionsDetail({ screens, database }: SystemStatus['connections']) {
  const screenCount = screens.open
  const live = t`${plural(screenCount, { one: '# live screen', other: '# live screens' })}`
  if (!database) return live
  const open = formatCount(database.open)
  const limit = formatCount(database.most)
  return joinDetails(live, t`${open} of ${limit} database connections`)
}

function backupsDetail({
  lastAt,
  storedBytes,
  encrypted,
  nextAt,
  lastCheck,
}: NonNullable<SystemStatus['backups']['figures']>) {
  const last = lastAt && formatTime(lastAt)
  const size = storedBytes !== null && formatBytes(storedBytes)
  const next = nextAt && formatUpcoming(new Date(nextAt), new Date())
  const checked = lastCheck && formatTime(lastCheck.at)
  return joinDetails(
    last && t`last good one ${last}`,
    size,
    last !== null && (encrypted ? t`encrypted` : t`not encrypted`),
    next && t`next one ${next}`,
    checked && (lastCheck.passed ? t`checked ${checked}` : t`check failed ${checked}`),
  )
}
