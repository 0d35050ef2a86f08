import { t } from '@lingui/core/macro'
import type { SystemStatus } from '@muster/contract/dashboards.ts'
import type { Health } from '@muster/domain/system-health.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatClock } from '../../lib/format-time.ts'

/** A line of the System Status: the word for its health, and its evidence. */
export type StatusLine = { name: string; health: Health; word: string; detail: string | undefined }

type Words = Record<Health, string>
const operational: Words = {
  good: t`Operational`,
  watch: t`Slow`,
  bad: t`Not working`,
  unknown: t`Not known`,
}

const plural = (count: number, one: string, more = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : more}`
const said = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(', ') || undefined
const clock = (at: string) => formatClock(new Date(at), new Date())

/** The status as lines of text; unknown parts are reported as unknown. The words for good health are specified. */
export function statusLines(status: SystemStatus): StatusLine[] {
  const { database, jobs, storage, mail, feed, connections } = status
  return [
    { name: 'Server', health: 'good', word: t`Online`, detail: undefined },
    line(t`Database`, { ...operational, good: t`Active` }, database, databaseDetail(database)),
    line(t`Jobs`, { ...operational, watch: t`Look at it` }, jobs, jobs.figures && jobsDetail(jobs.figures)),
    line(
      t`Storage`,
      { ...operational, watch: t`Nearly full` },
      storage,
      storage.figures && storageDetail(storage.figures),
    ),
    line(t`Mail`, { ...operational, watch: t`Trying again` }, mail, mail.figures && mailDetail(mail.figures)),
    line(t`Live feed`, operational, feed, feedDetail(feed)),
    line(
      t`Connections`,
      { ...operational, watch: t`Many`, bad: t`Nearly all used` },
      connections,
      usedDetail(connections),
    ),
  ]
}

function line(
  name: string,
  words: Words,
  { health }: { health: Health },
  detail?: string | null,
): StatusLine {
  return { name, health, word: words[health], detail: detail ?? undefined }
}

function databaseDetail({ answerMs, stores }: SystemStatus['database']): string {
  if (answerMs === null) return t`Does not answer`
  const answers = t`Answers in ${Math.max(1, answerMs)} ms`
  return stores ? answers : t`${answers}, but stores nothing`
}

function jobsDetail({ waitingMs, failing, lastDoneAt }: NonNullable<SystemStatus['jobs']['figures']>) {
  return said(
    waitingMs > 60_000 && t`The oldest waits ${formatDuration(waitingMs / 60_000)}`,
    failing > 0 && t`${formatCount(failing)} failed in the last 24 hours`,
    lastDoneAt ? `last done ${clock(lastDoneAt)}` : 'none done yet',
  )
}

function storageDetail({ freeBytes, totalBytes, writable }: NonNullable<SystemStatus['storage']['figures']>) {
  return said(
    !writable && t`Nothing can be written`,
    t`${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}`,
  )
}

function mailDetail({
  waiting,
  failing,
  givenUp,
  lastFailedAt,
}: NonNullable<SystemStatus['mail']['figures']>) {
  return said(
    waiting > 0 ? t`${plural(waiting, 'mail')} waiting` : t`None waiting`,
    failing > 0 && t`${formatCount(failing)} could not be sent yet`,
    givenUp > 0 && t`${formatCount(givenUp)} given up in the last hour`,
    lastFailedAt !== null && `last failure ${clock(lastFailedAt)}`,
  )
}

function feedDetail({ behindMs }: SystemStatus['feed']): string {
  if (behindMs === null) return t`Not followed by the server`
  return behindMs < 1_000
    ? t`Less than a second behind`
    : t`${plural(Math.round(behindMs / 1_000), 'second')} behind`
}

function usedDetail({ screens, database }: SystemStatus['connections']) {
  return said(
    `${plural(screens.open, 'live screen')}`,
    database && t`${formatCount(database.open)} of ${formatCount(database.most)} to the database`,
  )
}
