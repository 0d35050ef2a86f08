import type { BadgeEventInput, badgeAnswer, badgeRefusals } from '@muster/contract/badges.ts'
import type { EventOf } from '@muster/contract/feed.ts'
import { compareBadgeEvents } from '@muster/domain/badge.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { write } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { isReceived } from '../webhooks/index.ts'
import {
  findKnownNumbers,
  insertEvents,
  type StoredBadgeEvent,
  takeUnknownNumbers,
  updateStates,
} from './badge-events.queries.ts'
import { type BadgeSender, countDayEvents, lockBadges, lockSenderZone } from './badge-keys.queries.ts'
import { keyFullAlert } from './badges.alerts.ts'
import { badgesEvents } from './badges.events.ts'

type BadgeAnswer = z.input<typeof badgeAnswer>
export type BadgeResult = BadgeAnswer['results'][number]

/** An event, or the refusal of one that is invalid. */
export type ParsedEvent = BadgeEventInput | { readonly refusal: BadgeResult }

/**
 * Events up to this far (ms) in the future, from a clock with the wrong time zone, are dated by their arrival; those further ahead are
 * refused. The same bound as for position readings.
 */
const MAX_AHEAD_MS = DAY_MS

const refuse = (
  { id = null }: { id?: string | null | undefined },
  code: (typeof badgeRefusals)[number],
): BadgeResult => ({ id, result: 'refused', known: false, code })

/** Identifies an event as the unique index does. */
const toKey = (number: string, direction: string, sentAt: number) => `${sentAt} ${direction} ${number}`

/**
 * One transaction with the same few statements however many events; results in order. Throws UNAUTHORIZED if the key was removed
 * meanwhile, ZONE_NOT_ACTIVE, and TOO_MANY_REQUESTS over the key's daily limit.
 */
export function storeEvents(
  db: Pick<Database, 'asOwner'>,
  sender: BadgeSender,
  events: readonly ParsedEvent[],
): Promise<BadgeResult[]> {
  return db.asOwner('a reader is no person, and acts in the zone of its key', tx =>
    write(tx, async ({ publish, alert }) => {
      const { zoneId } = sender
      // One batch of a zone at a time: concurrent batches with the same badges would wait for each other in different orders.
      await lockBadges(tx, zoneId)
      const zone = await lockSenderZone(tx, sender)
      if (!zone) throw fail('UNAUTHORIZED')
      if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
      if (zone.full_until) throw fail('TOO_MANY_REQUESTS', { retryAt: zone.full_until.toISOString() })

      const now = Date.now()
      const findRefusal = (event: ParsedEvent): BadgeResult | undefined => {
        if ('refusal' in event) return event.refusal
        const age = now - Date.parse(event.at)
        if (age > zone.days * DAY_MS) return refuse(event, 'EVENT_TOO_OLD')
        return age < -MAX_AHEAD_MS ? refuse(event, 'EVENT_IN_FUTURE') : undefined
      }
      const invalid = events.map(findRefusal)
      const validEvents = selectUsable(events, invalid)
      if (validEvents.length === 0) return invalid as BadgeResult[]

      const known = await findKnownNumbers(tx, zoneId, [...new Set(validEvents.map(it => it.badge))])
      const newNumbers = new Set(
        validEvents.map(it => it.badge).filter(it => !known.assigned.has(it) && !known.read.has(it)),
      )
      const allowedCount = await takeUnknownNumbers(tx, sender.keyId, newNumbers.size)
      const excess = new Set([...newNumbers].slice(allowedCount))
      const refusals = events.map(
        (event, index) =>
          invalid[index] ??
          ('refusal' in event || !excess.has(event.badge) ? undefined : refuse(event, 'TOO_MANY_UNKNOWN')),
      )
      const usableEvents = selectUsable(events, refusals)
      if (usableEvents.length === 0) return refusals as BadgeResult[]
      const storedEvents = await insertEvents(
        tx,
        sender,
        usableEvents.map(({ badge, direction, at, reader, id }) => ({
          number: badge,
          direction,
          // Whole milliseconds, as everything behind the contract compares them.
          sentAt: new Date(at).toISOString(),
          reader,
          eventId: id ?? null,
        })),
      )
      if (storedEvents.length > 0) {
        const newestEvents = selectNewest(storedEvents)
        const updatedNumbers = await updateStates(tx, zoneId, newestEvents)
        publish(badgesEvents, { kind: 'badge.changed', zoneId })
        const fullKey = await countDayEvents(tx, sender.keyId, storedEvents.length)
        if (fullKey) alert(keyFullAlert(fullKey, { id: zoneId, name: zone.name }))
        if (await isReceived(tx, zoneId, ['badge.in', 'badge.out'])) {
          const latestEvents = new Set(newestEvents.filter(it => updatedNumbers.has(it.number)))
          for (const event of storedEvents)
            publish(badgesEvents, toReadEvent(zoneId, event, latestEvents.has(event)))
        }
      }
      const newKeys = new Set(storedEvents.map(it => toKey(it.number, it.direction, it.sent_at.getTime())))
      return events.map((event, index): BadgeResult => {
        const refusal = refusals[index]
        if (refusal || 'refusal' in event) return refusal as BadgeResult
        // The first of several equal events in the batch is the one that was stored.
        const isNew = newKeys.delete(toKey(event.badge, event.direction, Date.parse(event.at)))
        return {
          id: event.id ?? null,
          result: isNew ? 'stored' : 'repeated',
          known: known.assigned.has(event.badge),
        }
      })
    }),
  )
}

const selectUsable = (events: readonly ParsedEvent[], refusals: readonly (BadgeResult | undefined)[]) =>
  events.filter(
    (event, index): event is BadgeEventInput => refusals[index] === undefined && !('refusal' in event),
  )

const toReadEvent = (
  zoneId: string,
  { number, direction, at, reader, user_id, holder }: StoredBadgeEvent,
  latest: boolean,
): EventOf<'badge.read'> => ({
  kind: 'badge.read',
  zoneId,
  number,
  direction,
  at: at.toISOString(),
  reader,
  accountId: user_id,
  name: user_id === null ? holder || null : null,
  latest,
})

/** Returns the newest event of each badge. */
function selectNewest(events: readonly StoredBadgeEvent[]): StoredBadgeEvent[] {
  const toTimes = ({ direction, at, sent_at }: StoredBadgeEvent) => ({
    direction,
    at: at.getTime(),
    sentAt: sent_at.getTime(),
  })
  const newestByNumber = new Map<string, StoredBadgeEvent>()
  for (const event of events) {
    const newest = newestByNumber.get(event.number)
    if (!newest || compareBadgeEvents(toTimes(newest), toTimes(event)) < 0)
      newestByNumber.set(event.number, event)
  }
  return [...newestByNumber.values()]
}
