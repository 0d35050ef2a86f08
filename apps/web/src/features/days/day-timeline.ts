import type { DayReading, DayShift, PersonDay } from '@muster/contract/presence-days.ts'
import { accuracyBand } from '@muster/domain/accuracy.ts'
import { splitPieces } from '@muster/domain/day-track.ts'
import { limits } from '@muster/domain/limits.ts'
import type { MapTrack } from '../../map/public.tsx'

/** A stretch of time, in milliseconds. */
export type Span = { readonly from: number; readonly to: number }

/**
 * The part of a day that is shown: from the first planned shift or, if earlier, the full hour (on the reader's clock) of the first
 * event, to the end of the day or now. With the planned shifts, as far as they are on it.
 */
export type DayAxis = Span & { readonly shifts: readonly Span[] }

/** `firstEvent` is in milliseconds. */
export function toDayAxis(
  { from, to }: Span,
  firstEvent: number,
  plannedShifts: readonly DayShift[],
): DayAxis {
  const shifts = plannedShifts
    .map(shift => ({ from: Math.max(from, Date.parse(shift.from)), to: Math.min(to, Date.parse(shift.to)) }))
    .filter(shift => shift.to > shift.from)
  const firstHour = new Date(firstEvent).setMinutes(0, 0, 0)
  const start = Math.max(from, Math.min(firstHour, shifts[0]?.from ?? to, to - 1))
  return { from: start, to: Math.max(start + 1, to), shifts }
}

/** A reading as used by the screen; `at` is in milliseconds. */
export type TimelineReading = Omit<DayReading, 'at'> & {
  readonly id: string
  readonly at: number
  readonly poor: boolean
}

/** A row of the list: a reading, or a period that is unknown or hidden. */
export type DayRow =
  | ({ readonly kind: 'reading' } & TimelineReading)
  | { readonly kind: 'gap' | 'away'; readonly id: string; readonly from: number; readonly to: number }

/** A stretch of the strip above the slider. */
type DayBar = Span & { readonly verdict: DayVerdict }
type DayVerdict = 'inside' | 'outside' | 'vague'
const toVerdict = ({ inside, vague }: TimelineReading): DayVerdict =>
  vague ? 'vague' : inside ? 'inside' : 'outside'

export type DayTimeline = DayAxis & {
  readonly readings: readonly TimelineReading[]
  readonly rows: readonly DayRow[]
  readonly bars: readonly DayBar[]
  readonly track: MapTrack
}

/** The list, the slider and the map all show this, so that they agree. */
export function toDayTimeline(
  { readings: sentReadings, visits, shifts, outsideToo }: PersonDay,
  span: Span,
): DayTimeline {
  const readings = sentReadings.map((reading, n): TimelineReading => {
    const { accuracyMeters } = reading
    const isPoor = accuracyMeters !== null && accuracyBand(accuracyMeters) === 'poor'
    return { ...reading, at: Date.parse(reading.at), id: String(n), poor: isPoor }
  })
  const exitTimes = outsideToo
    ? []
    : visits.flatMap(({ exitTime }) => (exitTime ? [Date.parse(exitTime)] : []))
  const pieces = splitPieces(readings, exitTimes)
  const [first, last] = [readings[0], readings.at(-1)]
  const rows = pieces.flatMap((piece): DayRow[] =>
    piece.kind === 'line' ? piece.readings.map(reading => ({ kind: 'reading', ...reading })) : [toRow(piece)],
  )
  const finalExit = last && exitTimes.find(end => end >= last.at && end < span.to)
  const firstEntry = visits.reduce((min, { entryTime }) => Math.min(min, Date.parse(entryTime)), Infinity)
  const axis = toDayAxis(span, Math.min(first?.at ?? span.from, firstEntry), shifts)
  const edgeRows = {
    // A visit that began before the first reading leaves a gap; before it there is nothing to show.
    before: first && createGap(Math.max(axis.from, Math.min(firstEntry, first.at)), first.at),
    after:
      finalExit === undefined
        ? last && createGap(last.at, span.to)
        : toRow({ kind: 'away', from: finalExit, to: span.to }),
  }
  const lines = pieces.flatMap(piece => (piece.kind === 'line' ? [piece.readings] : []))
  return {
    ...axis,
    readings,
    rows: [edgeRows.before, ...rows, edgeRows.after].filter(row => row !== undefined),
    bars: lines.flatMap(toBars),
    track: {
      lines,
      // Time away has no track, because its line would lead through walls to where the person returned.
      gaps: pieces.flatMap((piece, n) => {
        const [a, b] = [lastReading(pieces[n - 1]), firstReading(pieces[n + 1])]
        return piece.kind === 'gap' && a && b ? [[a, b] as const] : []
      }),
      points: readings.map(({ id, lat, lng, inside, mock, poor, vague }) => ({
        id,
        lat,
        lng,
        look: mock || poor || vague ? 'doubtful' : inside ? 'inside' : 'outside',
      })),
    },
  }
}

type Piece = ReturnType<typeof splitPieces<TimelineReading>>[number] | undefined
const firstReading = (piece: Piece) => (piece?.kind === 'line' ? piece.readings[0] : undefined)
const lastReading = (piece: Piece) => (piece?.kind === 'line' ? piece.readings.at(-1) : undefined)

const toRow = ({ kind, from, to }: { kind: 'gap' | 'away'; from: number; to: number }): DayRow => ({
  kind,
  id: `${kind} ${from}`,
  from,
  to,
})
const createGap = (from: number, to: number) =>
  to - from > limits.presenceStaleMs ? toRow({ kind: 'gap', from, to }) : undefined

/** Splits a line of readings into stretches with the same verdict, each of which lasts until the next begins. */
function toBars(line: readonly TimelineReading[]): DayBar[] {
  const bars: DayBar[] = []
  for (const reading of line) {
    const { at } = reading
    const verdict = toVerdict(reading)
    const bar = bars.at(-1)
    if (bar) bars[bars.length - 1] = { ...bar, to: at }
    if (bar?.verdict !== verdict) bars.push({ from: at, to: at, verdict })
  }
  return bars
}

/** Returns the state at a moment: the last reading, or the gap that contains the moment; undefined before the first row. */
export function rowAt({ rows }: DayTimeline, moment: number): DayRow | undefined {
  let latestRow: DayRow | undefined
  for (const row of rows) {
    if ((row.kind === 'reading' ? row.at : row.from) > moment) break
    // A gap begins right after a reading, which still counts for its own minute.
    if (row.kind !== 'reading' && latestRow?.kind === 'reading' && moment - latestRow.at < 60_000) continue
    latestRow = row
  }
  return latestRow
}
