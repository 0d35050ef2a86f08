import { type BadgeEvent, type BadgeStayEnd, compareBadgeEvents } from '../badge.ts'

/** The time between an in and an out of one badge. `cameInAt` is null after an out without an in. */
type BadgeStay = {
  readonly cameInAt: number | null
  /** When the badge was read going out; null if it was not. */
  readonly leftAt: number | null
  readonly end: BadgeStayEnd
}

/**
 * Derives the stays of one badge from its events, whatever the order of their arrival. Repeated events change nothing.
 *
 * - An in begins a stay, which the next event ends. If that is another in, nobody saw the badge going out, and the end is unknown.
 * - An out that follows no in is a stay with an unknown begin.
 */
export function foldBadgeEvents(events: Iterable<BadgeEvent>): BadgeStay[] {
  const stays: BadgeStay[] = []
  let open: BadgeEvent | undefined
  for (const event of toOrdered(events)) {
    if (event.direction === 'out') stays.push({ cameInAt: open?.at ?? null, leftAt: event.at, end: 'out' })
    else if (open) stays.push({ cameInAt: open.at, leftAt: null, end: 'in_again' })
    open = event.direction === 'in' ? event : undefined
  }
  if (open) stays.push({ cameInAt: open.at, leftAt: null, end: 'open' })
  return stays
}

/** Sorts events and drops repeated ones. */
function toOrdered(events: Iterable<BadgeEvent>): BadgeEvent[] {
  const sortedEvents = [...events].sort(compareBadgeEvents)
  return sortedEvents.filter((event, index) => {
    const previousEvent = sortedEvents[index - 1]
    return !previousEvent || compareBadgeEvents(previousEvent, event) !== 0
  })
}
