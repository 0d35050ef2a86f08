import { parseTopic } from '@muster/contract/topic.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { FeedEntry } from '../../live/entry.ts'
import { write } from '../../live/write.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import { callNewcomers } from './add-newcomers.ts'
import { noteArrivals } from './note-arrivals.ts'
import { noteBadges } from './note-badges.ts'
import { noteEntries } from './note-entries.ts'
import { noteSeenOutside } from './note-seen-outside.ts'
import { listOpen } from './roll.queries.ts'

/** Milliseconds for which readings are gathered, so that a crowd at the gate is one statement. */
const GATHER_MS = 2_000

const ownerReason = 'everybody inside is called'
const steps = [callNewcomers, noteBadges, noteEntries, noteArrivals, noteSeenOutside]
/** Events that may change who is inside a zone. */
const followedKinds: ReadonlySet<string> = new Set([
  'presence.changed',
  'presence.seen',
  'badge.changed',
  'visitors.changed',
])

type Deps = { readonly db: Pick<Database, 'asOwner'>; readonly log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * Completes the rolls of open emergencies: adds newcomers, counts people at assembly points as safe and people as missing who came in
 * after they were said to be elsewhere, and notes whose badge went out and who was seen outside. Each emergency and step has its own
 * transaction, so that one that fails stops no other.
 */
export async function completeRolls({ db, log }: Deps, zoneIds?: readonly string[]): Promise<void> {
  for (const emergency of await db.asOwner(ownerReason, tx => listOpen(tx, zoneIds)))
    for (const step of steps)
      try {
        await db.asOwner(ownerReason, tx => write(tx, context => step(context, emergency)))
      } catch (error) {
        withoutOutages(log).warn(
          { err: error, emergencyId: emergency.id },
          'Emergencies: a roll could not be completed yet',
        )
      }
}

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
  /** The current run. The next one begins after it, so that slow runs do not pile up. */
  let running: Promise<unknown> | undefined
  let isStopped = false
  const complete = async (zones: readonly string[]) => {
    const changesBefore = changes
    const open = await db.asOwner(ownerReason, tx => listOpen(tx))
    if (open.length > 0) await completeRolls({ db, log }, zones)
    else if (changes === changesBefore) knowsNoneOpen = true
  }
  const forget = () => {
    changes++
    knowsNoneOpen = false
  }
  const run = () => {
    timer = undefined
    const zones = [...zoneIds]
    zoneIds.clear()
    running = complete(zones)
      .catch(error =>
        withoutOutages(log).warn({ err: error }, 'Emergencies: the rolls could not be completed yet'),
      )
      .finally(() => {
        running = undefined
        startTimer()
      })
  }
  const startTimer = () => {
    if (zoneIds.size > 0 && running === undefined && !isStopped) timer ??= setTimeout(run, GATHER_MS)
  }
  return {
    listener: {
      onEvents(entries: readonly FeedEntry[]) {
        for (const { kind, topic } of entries) {
          if (kind === 'emergency.changed') forget()
          if (knowsNoneOpen || !followedKinds.has(kind)) continue
          const zoneTopic = parseTopic(topic)
          if (zoneTopic?.kind === 'zone') zoneIds.add(zoneTopic.id)
        }
        startTimer()
      },
      onSkipped: forget,
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
