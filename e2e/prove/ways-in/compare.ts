import type { CsvFile } from '@muster/contract/csv-file.ts'
import type { PersonState, RollReason } from '@muster/domain/emergency.ts'
import { foldBadgeEvents } from '@muster/domain/testing/fold-badge-events.ts'
import { findHostName } from './come-in.ts'
import { CAPTAIN_NAME, type Person } from './people.ts'
import type { SentEvent } from './send-badges.ts'
import { GATE_NAME, LEFT_SEEN_BY, readAll, type Site } from './site.ts'

/** At most this many differences of one list are reported. */
const MOST_LISTED = 5

/** Compares two lists, whatever their order, and returns the differences. */
function diff(what: string, lines: readonly string[], truth: readonly string[]): string[] {
  const take = (from: readonly string[], without: readonly string[]) => {
    const rest = [...without]
    return from.filter(it => {
      const at = rest.indexOf(it)
      if (at >= 0) rest.splice(at, 1)
      return at < 0
    })
  }
  const problems = [
    ...take(truth, lines).map(it => `${what}: "${it}" is missing`),
    ...take(lines, truth).map(it => `${what}: "${it}" is listed`),
  ]
  const more = problems.length - MOST_LISTED
  return more > 0 ? [...problems.slice(0, MOST_LISTED), `and ${more} more`] : problems
}

const toCounts = (counts: Record<string, number>) => [JSON.stringify(counts)]

/** Compares Inside now, its counts, and the count before an emergency, with the truth. */
export async function findInsideProblems(site: Site, people: readonly Person[]): Promise<string[]> {
  const { call, captain, admin, zoneId } = site
  const byPhone = people.filter(it => it.isInside === 'by phone' || it.isInside === 'by both')
  const byBadge = people.filter(it => it.isInside === 'by badge' || it.isInside === 'by both')
  const visitors = people.filter(it => it.isInside === 'as visitor')
  const bothCount = people.filter(it => it.isInside === 'by both').length

  const insideRows = await readAll<{ name: string }>(site, captain, 'presence.inside', { zoneId })
  const badgeRows = await readAll<{ name: string | null; number: string; byPhone: boolean }>(
    ...([site, captain, 'badges.inside', { zoneId }] as const),
  )
  const panel = (await call(captain, 'presence.panel', { zoneId })) as { inside: number; parts: object }
  const everywhere = (await call(admin, 'presence.insideCounts', {})) as { people: number; parts: object }
  const parts = { byPhone: byPhone.length, byBadge: byBadge.length - bothCount, visitors: visitors.length }
  const everybody = people.filter(it => it.isInside).length
  const visits = await readAll<VisitRow>(site, captain, 'visitors.list', { zoneId, state: 'inside' })
  const past = await readAll<VisitRow>(site, captain, 'visitors.list', { zoneId, state: 'past' })
  const visitCounts = (await call(captain, 'visitors.counts', { zoneId })) as Record<string, number>
  const preview = (await call(captain, 'emergencies.preview', { zoneId, kind: 'evacuate' })) as {
    people: number
    reasons: { why: RollReason; people: number }[]
  }
  const onRoll = people.filter(it => it.why)
  const endedVisits = people.filter(it => it.ended)
  const toVisit = (it: Person) => `${it.name}, ${it.company}, ${findHostName(it)}, ${findVisitWay(it)}`
  return [
    ...diff(
      'inside by phone',
      insideRows.map(it => it.name),
      byPhone.map(it => it.name),
    ),
    ...diff(
      'inside by badge',
      badgeRows.map(it => `${it.name ?? it.number}${it.byPhone ? ', by phone too' : ''}`),
      byBadge.map(
        it =>
          `${it.holder === 'unknown' ? it.badges[0] : it.name}${it.isInside === 'by both' ? ', by phone too' : ''}`,
      ),
    ),
    ...diff(
      'everybody inside',
      toCounts({ people: panel.inside, ...panel.parts }),
      toCounts({ people: everybody, ...parts }),
    ),
    ...diff(
      'everybody inside, everywhere',
      toCounts({ people: everywhere.people, ...everywhere.parts }),
      toCounts({ people: everybody, ...parts }),
    ),
    ...diff(
      'visitors inside',
      visits.map(it => `${it.name}, ${it.company}, ${it.host.name}, ${it.way}`),
      visitors.map(toVisit),
    ),
    ...diff(
      'former visitors',
      past.map(it => `${it.name}, ${it.company}, ${it.host.name}, ${it.way}: ${it.ended}`),
      endedVisits.map(it => `${toVisit(it)}: ${it.ended}`),
    ),
    ...diff(
      'counts of visitors',
      toCounts(visitCounts),
      toCounts({
        inside: visitors.length,
        expected: people.filter(it => it.isExpected).length,
        past: endedVisits.length,
      }),
    ),
    ...diff(
      'people whom an emergency would call',
      [`${preview.people}`, ...preview.reasons.map(it => `${it.why}: ${it.people}`)],
      [`${onRoll.length}`, ...countReasons(onRoll)],
    ),
  ]
}

type VisitRow = { name: string; company: string; host: { name: string }; way: string; ended: string | null }
const findVisitWay = ({ way, hasPoster }: Person) => (hasPoster ? 'poster' : way)

const countReasons = (onRoll: readonly Person[]) =>
  [...Map.groupBy(onRoll, it => it.why)].map(([why, them]) => `${why}: ${them.length}`)

/** Compares the stays by badge with those that follow from the sorted events. */
export async function findStayProblems(site: Site, events: readonly SentEvent[]): Promise<string[]> {
  const rows = await readAll<{
    number: string
    cameInAt: string | null
    leftAt: string | null
    end: string
  }>(...([site, site.captain, 'badges.visits', { zoneId: site.zoneId }] as const))
  const toMs = (time: string | null) => time && Date.parse(time)
  const truth = [...Map.groupBy(events, it => it.badge)].flatMap(([number, its]) =>
    foldBadgeEvents(its.map(it => ({ ...it, sentAt: it.at }))).map(it =>
      [number, it.cameInAt, it.leftAt, it.end].join(),
    ),
  )
  return diff(
    'stays by badge',
    rows.map(it => [it.number, toMs(it.cameInAt), toMs(it.leftAt), it.end].join()),
    truth,
  )
}

export type RollRow = {
  readonly id: string
  readonly userId: string | null
  readonly name: string
  readonly note?: string
  readonly why: RollReason
  readonly state: PersonState
  readonly disputed: boolean
  readonly insideSince: string | null
  readonly position: object | null
  readonly badgeOut?: object
}

export type Moment = 'declared' | 'later' | 'accounted'

export const readRoll = (site: Site, emergencyId: string) =>
  readAll<RollRow>(site, site.captain, 'emergencies.people', { emergencyId })

/**
 * Compares the roll with the truth, person by person: everybody once, with reason, provenance and state. `peopleWithoutAccount` are those
 * whose account was deleted.
 */
export async function findRollProblems(
  site: Site,
  emergencyId: string,
  {
    people,
    at,
    peopleWithoutAccount,
  }: { people: readonly Person[]; at: Moment; peopleWithoutAccount?: ReadonlySet<Person> },
): Promise<string[]> {
  const rows = await readRoll(site, emergencyId)
  const toLine = (...parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
  const lines = rows.map(it =>
    toLine(
      it.name,
      it.why,
      it.note,
      it.userId !== null && 'with account',
      it.position !== null && 'with position',
      it.insideSince === null && 'since an unknown time',
      it.state,
      it.disputed && 'disputed',
      it.badgeOut && 'badge out',
    ),
  )
  const truth = people.flatMap(person => {
    const why = person.why ?? (at === 'declared' ? undefined : person.whyLater)
    if (!why) return []
    const { answer } = person
    const isAccounted = at === 'accounted' || (at === 'later' && answer.by === 'sign out')
    return toLine(
      person.rollName,
      why,
      why === 'visitor' && `${person.company} · ${findHostName(person)}`,
      person.hasAccount && !peopleWithoutAccount?.has(person) && 'with account',
      why !== 'visitor' && why !== 'badge' && 'with position',
      isAccounted ? answer.state : 'missing',
      isAccounted && answer.disputed && 'disputed',
      person.hasBadgeOut && at !== 'declared' && 'badge out',
    )
  })
  return diff(`the roll (${at})`, lines, truth)
}

/** Compares the list of those who left shortly before with the truth. */
export async function findLeaverProblems(
  site: Site,
  emergencyId: string,
  people: readonly Person[],
): Promise<string[]> {
  const rows = await readAll<{ name: string; badge: string | null }>(
    site,
    site.captain,
    'emergencies.leftBefore',
    { emergencyId },
  )
  return diff(
    'those who left before',
    rows.map(it => it.name || `Badge ${it.badge}`),
    people.filter(it => it.hasLeft).map(it => (it.holder === 'unknown' ? `Badge ${it.badges[0]}` : it.name)),
  )
}

/** Compares report, its rows and the record in the security log with the truth, after the all clear. */
export async function findReportProblems(
  site: Site,
  emergencyId: string,
  people: readonly Person[],
): Promise<string[]> {
  const { call, captain } = site
  const onRoll = people.filter(it => it.why ?? it.whyLater)
  const rows = await readAll<{
    name: string
    why: string
    state: string
    how: string
    by: string | null
    place: string
  }>(...([site, captain, 'emergencyReports.rows', { emergencyId }] as const))
  const report = (await call(captain, 'emergencies.report', { emergencyId })) as {
    accountedMs: (number | null)[]
    hows: { how: string; people: number }[]
    timeline: { what: string; name: string }[]
  }
  const { record } = (await call(captain, 'emergencyReports.record', { emergencyId })) as {
    record: { state: string; people: number } | null
  }
  const csv = (await call(captain, 'emergencyReports.exportCsv', { emergencyId })) as CsvFile
  const helpers = onRoll.filter(it => it.answer.by === 'help')
  return [
    ...diff(
      'the report',
      rows.map(it => [it.name, it.why, it.state, it.how, it.by, it.place].join()),
      onRoll.map(it => {
        const { answer } = it
        return [
          it.rollName,
          it.why ?? it.whyLater,
          answer.state,
          answer.how,
          findClaimant(it),
          findPlace(it),
        ].join()
      }),
    ),
    ...diff(
      'how people were accounted for',
      report.hows.map(it => `${it.how}: ${it.people}`),
      [...Map.groupBy(onRoll, it => it.answer.how)].map(([how, them]) => `${how}: ${them.length}`),
    ),
    ...diff(
      'calls for help',
      report.timeline.flatMap(it => (it.what === 'help' ? [it.name] : [])),
      helpers.map(it => it.rollName),
    ),
    ...diff('the record', [`${record?.state}: ${record?.people}`], [`matches: ${onRoll.length}`]),
    ...diff('the CSV file', [csv.headers['muster-rows']], [`${onRoll.length}`]),
    ...(report.accountedMs.every(it => it !== null) ? [] : ['the report: not everybody was accounted for']),
  ]
}

/** Whoever says that the person is safe or not on site. */
function findClaimant(person: Person): string | null {
  const { answer } = person
  if (answer.how === 'point') return null
  if (answer.how === 'own') return person.rollName
  return answer.by === 'sign out' && person.way === 'host' ? findHostName(person) : CAPTAIN_NAME
}

/** The place of a claim; for a visitor who was signed out, whoever saw them leave. */
const findPlace = ({ answer }: Person) =>
  answer.how === 'own'
    ? ''
    : answer.state === 'safe'
      ? GATE_NAME
      : answer.by === 'sign out'
        ? LEFT_SEEN_BY
        : ''
