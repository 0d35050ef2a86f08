import { id, instant } from '@muster/contract/ids.ts'
import { maxDayShifts, maxZoneDayPageRows, type PersonDay } from '@muster/contract/presence-days.ts'
import type { ConsentStatus } from '@muster/contract/presence-word.ts'
import { thinDay } from '@muster/domain/day-track.ts'
import { limits } from '@muster/domain/limits.ts'
import { HOUR_MS } from '@muster/domain/time-units.ts'
import type { Tx } from '../../../db/database.ts'
import { createRecentKeys } from '../../../lib/once-per.ts'
import { api, inZone } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { createCursors } from '../../../rpc/paging.ts'
import { noteAccess } from '../../security/index.ts'
import { listShiftsOfPerson, listShiftsOfZone } from '../../shifts/index.ts'
import { retentionStart } from '../retention-start.ts'
import {
  type DayReadingRow,
  findConsent,
  findMemberName,
  findName,
  listDayReadings,
  listDayVisits,
  type NameRow,
  type Span,
} from './days.queries.ts'
import {
  dayReadingView,
  dayShiftView,
  dayVisitView,
  zoneDayPlaceView,
  zoneDayVisitView,
} from './days.view.ts'
import { countZoneDayVisits, listZoneDayPlaces, listZoneDayVisits } from './zone-day.queries.ts'

const READINGS_PER_PAGE = 4_000
/** Time in milliseconds during which repeated views of a day count as one. */
const VIEW_WINDOW_MS = HOUR_MS
/**
 * Width of the buckets (ms) to which the midpoints of viewed spans are rounded down. Without buckets, a span shifted by a
 * millisecond would count as another day with its own log entry.
 */
const VIEW_BUCKET_MS = HOUR_MS

/** One person's positions, only their visits if positions are withheld, everybody's positions inside, and all visits. */
const events = {
  person_day: 'location_access:day',
  person_day_visits: 'data_access:day',
  zone_day_places: 'location_access:zone_day',
  zone_day: 'data_access:zone_day',
} as const

type Reading = DayReadingRow & { readonly at: number }

/** Thinned in pages along the way, so that even a reading every second needs only the memory of a few pages. */
async function readDay(
  tx: Tx,
  person: { readonly zoneId: string; readonly userId: string },
  span: Span,
): Promise<{ readings: Reading[]; total: number }> {
  let readings: Reading[] = []
  let total = 0
  let after: { at: string; id: string } | undefined
  for (;;) {
    const page = await listDayReadings(tx, person, span, { after, limit: READINGS_PER_PAGE })
    total += page.length
    readings.push(...page.map(row => ({ ...row, at: Math.round(row.at_ms) })))
    // Thin only when necessary: thinning every page would drop turns that a day with fewer readings can keep.
    if (readings.length > limits.dayReadingsMost + READINGS_PER_PAGE) readings = thinDay(readings)
    const lastRow = page.at(-1)
    if (page.length < READINGS_PER_PAGE || !lastRow) return { readings: thinDay(readings), total }
    after = { at: lastRow.at_exact, id: lastRow.id }
  }
}

const dayCursors = createCursors('zone day', { at: [instant, 'at_exact'], id })

/** Views of other people's days are logged; views of the actor's own day are not. */
export function daysProcedures({
  retentionDays,
  timeZone,
}: {
  readonly retentionDays: number
  /** The installation's time zone. */
  readonly timeZone: string
}) {
  const recentViews = createRecentKeys(VIEW_WINDOW_MS)
  /**
   * Logs a view of one person (`of`) or of everybody; `day` identifies the day by the hour of its midpoint.
   */
  const noteView = (
    { tx, actor, zone, afterCommit }: ViewContext,
    kind: keyof typeof events,
    { from, to }: Span,
    of: string | null = null,
  ) => {
    const middle = (from.getTime() + to.getTime()) / 2
    const day = new Date(Math.floor(middle / VIEW_BUCKET_MS) * VIEW_BUCKET_MS).toISOString()
    const metadata = { accessType: kind, zoneId: zone.id, day }
    return noteAccess(tx, { actor, looks: recentViews, afterCommit }, [{ event: events[kind], of, metadata }])
  }
  const getRetentionStart = () => retentionStart(retentionDays)
  /** Limits a day to the part within the retention period. */
  const limitToRetention = (day: { from: string; to: string }): Span => {
    const from = new Date(Math.max(Date.parse(day.from), getRetentionStart().getTime()))
    return { from, to: new Date(Math.max(Date.parse(day.to), from.getTime())) }
  }
  /**
   * Reads a person's day. Row-level security returns another person's readings only inside the zone; `outsideToo` says whether
   * readings outside the zone are included.
   */
  const readPersonDay = async (
    tx: Tx,
    person: DayPerson,
    span: Span,
    outsideToo: boolean,
  ): Promise<PersonDay> => {
    const { readings, total } = await readDay(tx, person, span)
    const visits = await listDayVisits(tx, person.zoneId, person.userId, span)
    const shifts = await listShiftsOfPerson(tx, person, span, timeZone)
    const { first_name, last_name } = person.name
    return {
      consent: person.consent,
      person: { userId: person.userId, name: `${first_name} ${last_name}`.trim() },
      readings: readings.map(dayReadingView),
      total,
      outsideToo,
      visits: visits.map(dayVisitView),
      shifts: shifts.slice(0, maxDayShifts).map(dayShiftView),
      keptSince: getRetentionStart().toISOString(),
    }
  }
  return {
    myDay: api.presence.myDay.use(inZone(null)).handler(async ({ context: { tx, actor, zone }, input }) => {
      const name = await findName(tx, actor.userId)
      if (!name) throw fail('FORBIDDEN')
      return readPersonDay(
        tx,
        { zoneId: zone.id, userId: actor.userId, name, consent: 'given' },
        limitToRetention(input),
        true,
      )
    }),

    dayOf: api.presence.dayOf.use(inZone('track_live_locations')).handler(async ({ context, input }) => {
      const { tx, actor, zone } = context
      const { userId } = input
      const name = await findMemberName(tx, zone.id, userId)
      if (!name) throw fail('NOT_ASSIGNED')
      const span = limitToRetention(input)
      const person = { zoneId: zone.id, userId, name }
      if (userId === actor.userId) return readPersonDay(tx, { ...person, consent: 'given' }, span, true)
      const consent = await findConsent(tx, zone.id, userId)
      // Without consent the readings are withheld, but not the visits.
      const kind = consent === 'given' ? 'person_day' : 'person_day_visits'
      await noteView(context, kind, span, userId)
      return readPersonDay(tx, { ...person, consent }, span, false)
    }),

    zoneDay: api.presence.zoneDay.use(inZone('view_attendance')).handler(async ({ context, input }) => {
      const { tx, zone } = context
      const { cursor } = input
      const span = limitToRetention(input)
      await noteView(context, 'zone_day', span)
      const page = await dayCursors.read({ cursor, limit: maxZoneDayPageRows }, it =>
        listZoneDayVisits(tx, zone.id, span, it),
      )
      return {
        ...page.map(zoneDayVisitView),
        total: cursor ? null : await countZoneDayVisits(tx, zone.id, span),
        shifts: cursor
          ? []
          : (await listShiftsOfZone(tx, zone.id, span, timeZone, maxDayShifts)).map(dayShiftView),
        keptSince: getRetentionStart().toISOString(),
      }
    }),

    zoneDayPlaces: api.presence.zoneDayPlaces
      .use(inZone('track_live_locations'))
      .handler(async ({ context, input }) => {
        const { tx, actor, zone } = context
        const span = limitToRetention(input)
        const rows = await listZoneDayPlaces(tx, zone.id, span, new Date(input.moment))
        if (rows.some(row => row.user_id !== actor.userId)) await noteView(context, 'zone_day_places', span)
        return { people: rows.map(zoneDayPlaceView) }
      }),
  }
}

type ViewContext = Omit<Parameters<typeof noteAccess>[1], 'looks'> & {
  readonly tx: Tx
  readonly zone: { readonly id: string }
}

type DayPerson = {
  readonly zoneId: string
  readonly userId: string
  readonly name: NameRow
  /** Any value but `given` hides the readings from other people. People always see their own. */
  readonly consent: ConsentStatus
}
