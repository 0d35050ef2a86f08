import { badgeEventsMost } from '@muster/domain/badge.ts'
import { createRandom } from '../rollcall/random.ts'
import { oldestStoryMinutes, type Person } from './people.ts'
import { createId, type Site } from './site.ts'

export type SentEvent = { readonly badge: string; readonly direction: 'in' | 'out'; readonly at: number }

const MINUTE_MS = 60_000
/** Earlier events fall on so few moments that many are at the same time. */
const MOMENTS = 2_000
/** One of so many batches is sent again, as if its answer had been lost. */
const REPEATED = 8
const BATCHES_AT_ONCE = 3
const SEED = 20_261_127

/**
 * Sends badge events in random order, in batches of random size, several at once and some twice, with further ones of the days before
 * until there are `count`. Returns them, and how many were sent again. Throws if the door refuses an event or stores it twice.
 */
export async function sendBadgeEvents(
  { post, badgeKey, startedAt }: Site,
  people: readonly Person[],
  events: readonly SentEvent[],
  count: number,
): Promise<{ sentEvents: SentEvent[]; repeats: number }> {
  const random = createRandom(SEED)
  const pick = (max: number) => Math.floor(random() * max)
  const byKey = new Map(events.map(it => [toKey(it), it]))
  const numbers = people.flatMap(it => it.badges)
  while (byKey.size < count) {
    const earlier: SentEvent = {
      badge: numbers[pick(numbers.length)] ?? '',
      direction: pick(2) === 0 ? 'in' : 'out',
      at: startedAt - (oldestStoryMinutes + pick(MOMENTS) * 10) * MINUTE_MS,
    }
    byKey.set(toKey(earlier), earlier)
  }
  const sentEvents = [...byKey.values()]
  const waiting = sentEvents.map(it => ({ it, order: random() }))
  waiting.sort((one, other) => one.order - other.order)
  const batches: SentEvent[][] = []
  while (waiting.length > 0) batches.push(waiting.splice(0, 1 + pick(badgeEventsMost)).map(({ it }) => it))
  let repeats = 0
  let storedCount = 0
  const sendNext = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const body = {
        events: batch.map(it => ({
          ...{ badge: it.badge, direction: it.direction, at: new Date(it.at).toISOString() },
          ...{ reader: 'Gate 2', id: createId() },
        })),
      }
      const isRepeated = batches.length % REPEATED === 0
      for (let n = 0; n < (isRepeated ? 2 : 1); n++) {
        const answer = await post('/ingest/badges', { authorization: `Bearer ${badgeKey}` }, body)
        const { results } = answer as { results: { result: string }[] }
        const refused = results.find(it => it.result === 'refused')
        if (refused) throw new Error(`A badge event was refused: ${JSON.stringify(refused)}`)
        storedCount += results.filter(it => it.result === 'stored').length
        repeats += results.filter(it => it.result === 'repeated').length
      }
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, sendNext))
  if (storedCount !== sentEvents.length)
    throw new Error(`${storedCount} badge events were stored instead of ${sentEvents.length}`)
  return { sentEvents, repeats }
}

const toKey = ({ badge, direction, at }: SentEvent) => `${badge} ${direction} ${at}`
