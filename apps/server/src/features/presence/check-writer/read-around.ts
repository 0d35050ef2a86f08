import type { LoggedReading } from '@muster/domain/logged-reading.ts'
import { lookBackMs, type Reading, type TrackingSource, toKind } from '@muster/domain/presence.ts'
import type { AmendContext, KnownStay } from '@muster/domain/presence-amend.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import type { WidthAt } from '@muster/domain/zone-width.ts'
import type pg from 'pg'
import type { Track } from './batch-plan.ts'
import * as sql from './check-batch.sql.ts'
import { prepareStatement, roundMs, type Statement, sendTogether } from './statements.ts'

/** The source and accuracy of a reading, or of the reading that began a visit. */
export type Origin = {
  readonly accuracyMeters: number | null
  readonly source: TrackingSource
  /** True if the device itself reported that another app faked the position. */
  readonly mock: boolean
}

/** A stored visit. `exitMock` is true if the reading that ended it was faked. */
export type ExistingVisit = KnownStay & { readonly origin: Origin; readonly exitMock: boolean }

/** A logged or late reading, with the data stored for a visit that begins with it. */
export type StoredReading = LoggedReading & { readonly origin: Origin }

/** More cannot matter, because a series of uncertain readings is settled within two minutes. */
const MAX_READINGS_BEFORE = 256

/** A locked state row of a person with late readings, the time of the first of them and the zone's current width. */
export type ReadRequest = { readonly track: Track; readonly begin: number; readonly zoneWidthAt: WidthAt }

export type Surroundings = AmendContext<StoredReading> & { readonly stays: readonly ExistingVisit[] }

/** Two round trips. At most `limit` readings after each moment: the next that decides the presence is rarely far away. */
export async function readAround(
  client: pg.Client,
  requests: readonly ReadRequest[],
  limit: number,
): Promise<Surroundings[]> {
  const readingResults = await sendTogether(
    client,
    requests.flatMap(it => [
      selectReadings('before', it, MAX_READINGS_BEFORE),
      selectReadings('after', it, limit),
    ]),
  )
  const ranges = requests.map(({ track, begin, zoneWidthAt }, n) => {
    const [earlier = [], after = []] = readingResults
      .slice(2 * n, 2 * n + 2)
      .map(({ rows }) => rows.map(row => toReading(row as unknown as ReadingRow, zoneWidthAt)))
    const before = earlier.reverse()
    const isComplete = after.length < limit
    const start = before[0]?.capturedAt ?? begin
    const end = isComplete ? findLastKnownTime(track, begin) : (after.at(-1)?.capturedAt ?? begin)
    return { track, before, after, complete: isComplete, from: start, to: end }
  })
  const visitResults = await sendTogether(
    client,
    ranges.map(({ track: { userId, zoneId }, from, to }) =>
      prepareStatement('check-read-stays', sql.readStays, [userId, zoneId, `${from}`, `${to}`]),
    ),
  )
  return ranges.map(({ track: { state }, before, after, complete }, n) => {
    const stays = (visitResults[n]?.rows ?? []).map(row => toExistingVisit(row as unknown as StayRow))
    return { before, after, complete, stays, state }
  })
}

/** Returns the time of the newest reading, the end of the last visit or `begin`, whichever is latest. */
const findLastKnownTime = ({ state: { capturedAt, exitTime } }: Track, begin: number) =>
  Math.max(capturedAt ?? begin, exitTime ?? begin, begin)

/** Capture times go a day ahead, because a device's clock may be fast. Prepared only for current days, as in `findStored`. */
function selectReadings(side: 'before' | 'after', { track, begin }: ReadRequest, limit: number): Statement {
  const [firstMs, lastMs] =
    side === 'before' ? [begin - lookBackMs, begin] : [begin, findLastKnownTime(track, begin)]
  const [firstDay, endDay] = [Math.floor(firstMs / DAY_MS), Math.floor(lastMs / DAY_MS) + 2]
  const text = sql.readAround(side, (firstDay * DAY_MS) / 1000, (endDay * DAY_MS) / 1000)
  const values = [track.userId, track.zoneId, `${firstMs}`, `${lastMs}`, `${limit}`]
  const today = Math.floor(Date.now() / DAY_MS)
  if (firstDay < today - 4 || endDay > today + 3) return { text, values, rowMode: 'array' }
  return prepareStatement(`check-around-${side}-${firstDay}-${endDay}`, text, values)
}

type ReadingRow = [
  id: string,
  capturedAt: number,
  inside: boolean,
  certain: boolean,
  source: TrackingSource,
  accuracyMeters: number | null,
  distanceToEdgeM: number,
  lat: number,
  lng: number,
  mock: boolean | null,
]

function toReading(row: ReadingRow, zoneWidthAt: WidthAt): StoredReading {
  const [id, capturedAt, inside, certain, source, accuracyMeters, distanceToEdgeM, lat, lng, mock] = row
  const certainty: Reading['certainty'] = certain ? 'certain' : 'uncertain'
  return {
    id,
    capturedAt: Math.round(capturedAt),
    inside,
    certainty,
    source: toKind(source),
    accuracyMeters,
    distanceToEdgeM,
    zoneWidthM: zoneWidthAt({ lat, lng }),
    place: { lat, lng, accuracyMeters },
    origin: { accuracyMeters, source, mock: mock ?? false },
  }
}

type StayRow = [
  id: string,
  entryTime: number,
  exitTime: number | null,
  accuracyMeters: number | null,
  source: TrackingSource,
  entryMock: boolean | null,
  exitMock: boolean | null,
]

const toExistingVisit = ([id, entryTime, exitTime, ...moreColumns]: StayRow): ExistingVisit => {
  const [accuracyMeters, source, entryMock, exitMock] = moreColumns
  return {
    id,
    entryTime: Math.round(entryTime),
    exitTime: roundMs(exitTime),
    origin: { accuracyMeters, source, mock: entryMock ?? false },
    exitMock: exitMock ?? false,
  }
}
