import { parseTopic } from '@muster/contract/topic.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Tx } from '../../db/database.ts'
import type { FeedEntry } from '../../live/entry.ts'
import { write } from '../../live/write.ts'
import { callNewcomers } from './add-newcomers.ts'
import { noteArrivals } from './note-arrivals.ts'
import { listOpen } from './roll.queries.ts'

/** Milliseconds for which readings are gathered, so that a crowd at the gate is one statement. */
const GATHER_MS = 500

/** Adds newcomers to the rolls of open emergencies, and counts people at assembly points as safe. Runs as the database owner. */
export const completeRolls = (tx: Tx, zoneIds?: readonly string[]) =>
  write(tx, async context => {
    await callNewcomers(context, zoneIds)
    await noteArrivals(context, zoneIds)
  })

type Deps = { readonly db: Pick<Database, 'asOwner'>; readonly log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * Follows the presence of people in the feed on this node. It remembers that no emergency is open until an event about one arrives, so
 * that readings cost nothing meanwhile. What a node misses is done by the job of every minute.
 */
export function createPresenceFollower({ db, log }: Deps) {
  const zoneIds = new Set<string>()
  let knowsNoneOpen = false
  /** Counts what may have opened an emergency, so that an older answer of the database is not remembered. */
  let changes = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> = Promise.resolve()
  const complete = (zones: readonly string[]) =>
    db.asOwner('everybody inside is called', async tx => {
      const changesBefore = changes
      if ((await listOpen(tx)).length > 0) await completeRolls(tx, zones)
      else if (changes === changesBefore) knowsNoneOpen = true
    })
  const forget = () => {
    changes++
    knowsNoneOpen = false
  }
  const run = () => {
    timer = undefined
    const zones = [...zoneIds]
    zoneIds.clear()
    running = running
      .then(() => complete(zones))
      .catch(error => log.warn({ err: error }, 'Emergencies: the rolls could not be completed yet'))
  }
  return {
    listener: {
      onEvents(entries: readonly FeedEntry[]) {
        for (const { kind, topic } of entries) {
          if (kind === 'emergency.changed') forget()
          if (knowsNoneOpen || (kind !== 'presence.changed' && kind !== 'presence.seen')) continue
          const zoneTopic = parseTopic(topic)
          if (zoneTopic?.kind === 'zone') zoneIds.add(zoneTopic.id)
        }
        if (zoneIds.size > 0) timer ??= setTimeout(run, GATHER_MS)
      },
      onSkipped: forget,
    },
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}
