import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { FeedEntry } from '../../live/entry.ts'
import { type WriteContext, write } from '../../live/write.ts'
import { emergencyDeclaredAlert } from './emergencies.alerts.ts'
import { emergenciesEvents, emergencyProgressEvent } from './emergencies.events.ts'
import { addNewcomers, listOpen } from './roll.queries.ts'

/** Milliseconds for which entries are gathered, so that a crowd at the gate is one statement. */
const GATHER_MS = 500

/**
 * Puts people who came in during an open emergency on its roll, and calls them. Without zones, all open emergencies are completed.
 * Runs as the database owner.
 */
export async function callNewcomers(
  { tx, publish, alert }: WriteContext,
  zoneIds?: readonly string[],
): Promise<number> {
  let count = 0
  for (const emergency of await listOpen(tx, zoneIds)) {
    const userIds = await addNewcomers(tx, emergency)
    count += userIds.length
    if (userIds.length === 0) continue
    alert(emergencyDeclaredAlert(emergency, userIds))
    publish(emergenciesEvents, emergencyProgressEvent(emergency))
  }
  return count
}

type Deps = { readonly db: Pick<Database, 'asOwner'>; readonly log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * Follows the entries in the feed on this node. While no emergency is open, a second with entries costs one look into a small index.
 * What a node misses is added by the job of every minute.
 */
export function createNewcomerFollower({ db, log }: Deps) {
  const zoneIds = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    timer = undefined
    const zones = [...zoneIds]
    zoneIds.clear()
    running = running
      .then(() => db.asOwner('everybody inside is called', tx => write(tx, its => callNewcomers(its, zones))))
      .catch(error => log.warn({ err: error }, 'Emergencies: people who came later could not be added yet'))
  }
  return {
    listener: {
      onEvents(entries: readonly FeedEntry[]) {
        for (const { kind, topic } of entries) {
          if (kind !== 'presence.changed' || !topic.startsWith('zone:')) continue
          zoneIds.add(topic.slice('zone:'.length))
        }
        if (zoneIds.size > 0) timer ??= setTimeout(run, GATHER_MS)
      },
    },
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}
