import { parseTopic } from '@muster/contract/topic.ts'
import { callsPeopleInside, type EmergencyKind, uncertainAboveMeters } from '@muster/domain/emergency.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import type { FeedEntry } from '../../live/entry.ts'
import { type WriteContext, write } from '../../live/write.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import { callNewcomers } from './add-newcomers.ts'
import type { BadgeScope } from './badge-roll.queries.ts'
import { publishProgress } from './emergencies.events.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { readTarget } from './emergency-zones.queries.ts'
import { endAlerts, listAlertsToEnd } from './end-alerts.ts'
import { breakOffDrill } from './end-emergency.ts'
import { findEntries } from './entries.queries.ts'
import { claimReadings, noteArrivals } from './note-arrivals.ts'
import { countUnlisted, noteBadges } from './note-badges.ts'
import { listBesideReal, listOpen, lockOpen } from './roll.queries.ts'
import { runForEach } from './run-for-each.ts'

/**
 * By an accurate reading since the call. Changes no state, because nobody has seen the person; a later reading inside removes it.
 * Runs after the arrivals, as the database owner. Returns how many notes changed.
 */
export async function noteSeenOutside(context: WriteContext, emergency: EmergencyRow): Promise<number> {
  const { id, kind, declared_at } = emergency
  if (!callsPeopleInside(kind as EmergencyKind)) return 0
  const rows = await many(context.tx)<{ zone_id: string | null }>`
    with seen as (
      select p.id, bool_or(t.is_inside_zone) as is_inside, max(t.captured_at) filter (where t.zone_id = p.zone_id) as at
      from emergency_people p join presence_tracking t on t.user_id = p.user_id
      where p.emergency_id = ${id} and p.state in ('missing', 'help')
        and (t.zone_id = p.zone_id or t.zone_id in (select z.zone_id from emergency_zones z where z.emergency_id = ${id}))
        and t.latitude is not null and t.consent = 'given' and t.mock is not true
        and t.captured_at > greatest(${declared_at}::timestamptz, p.state_at) and t.accuracy_meters <= ${uncertainAboveMeters}
      group by p.id)
    update emergency_people p set seen_outside_at = case when not s.is_inside then s.at end
    from seen s
    where p.id = s.id and s.at is not null and case when s.is_inside then p.seen_outside_at is not null
      else p.seen_outside_at is null or s.at >= p.seen_outside_at + interval '1 minute' end
    returning p.zone_id`
  if (rows.length > 0)
    publishProgress(
      context,
      emergency,
      rows.map(it => it.zone_id),
    )
  return rows.length
}

/** Maximum people per run; the next reading or the job of every minute finds the others. */
const MAX_ENTRIES = 500

/** People said to be off site who came in since are missing again, because nobody else looks for them. Returns how many. */
export async function noteEntries(context: WriteContext, { id }: { readonly id: string }): Promise<number> {
  const emergency = await lockOpen(context.tx, id)
  if (!emergency) return 0
  const entries = await findEntries(context.tx, id, await readTarget(context.tx, emergency), MAX_ENTRIES)
  return claimReadings(context, emergency, entries, { state: 'missing', how: 'entry' })
}

/** Milliseconds for which readings are gathered, so that a crowd at the gate is one statement. */
const GATHER_MS = 2_000

const ownerReason = 'everybody inside is called'
/** Answers `more` if it did a part and should run again. */
type Step<Emergency> = (context: WriteContext, emergency: Emergency, scope: BadgeScope) => Promise<unknown>
const badgeSteps: readonly Step<{ readonly id: string }>[] = [noteBadges, countUnlisted]
const steps: readonly Step<EmergencyRow>[] = [
  callNewcomers,
  ...badgeSteps,
  noteEntries,
  noteArrivals,
  noteSeenOutside,
]
/** The job of every minute goes on after so many waits for a lock in vain. */
const MAX_LOCK_TIMEOUTS = 5
const isLockTimeout = (error: unknown) => (error as { code?: unknown } | null)?.code === '55P03'
/** Bounds the runs of a step that has more to do; the job of every minute goes on. */
const MAX_RUNS = 100
/** All clears and answers wait for the locks of each step, so it gives up and comes again instead of holding them. */
const lockSettings = sql`select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '4s', true)`
/** Events that may change who is inside a zone. */
const followedKinds: ReadonlySet<string> = new Set([
  'presence.changed',
  'presence.seen',
  'badge.changed',
  'visitors.changed',
])

type Deps = { readonly db: Pick<Database, 'asOwner'>; readonly log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * Newcomers, arrivals at points, entries of people said to be away, badges out, people seen outside. Each emergency and step has its
 * own transaction, so a failure stops no other. With zones, only badges that changed lately are read.
 */
export async function completeRolls(deps: Deps, zoneIds?: readonly string[]): Promise<void> {
  const scope = { isRecent: zoneIds !== undefined }
  for (const emergency of await deps.db.asOwner(ownerReason, tx => listOpen(tx, zoneIds)))
    for (const step of steps) await runStep(deps, step, emergency, scope)
}

/** For an emergency that was just declared. If the process ends meanwhile, `completeRolls` does it. */
export async function addPeopleByBadge(deps: Deps, emergency: { readonly id: string }): Promise<void> {
  for (const step of badgeSteps) await runStep(deps, step, emergency, { isRecent: false })
}

/**
 * Breaks off the open drills in whose zones a real emergency is open. After its call, because a drill may be locked or its end may fail;
 * the job of every minute tries again.
 */
export async function breakOffDrills(deps: Deps): Promise<void> {
  try {
    for (const drill of await deps.db.asOwner(ownerReason, listBesideReal))
      await runStep(deps, breakOffDrill, drill, { isRecent: false })
    await announceAllClears(deps)
  } catch (error) {
    withoutOutages(deps.log).warn({ err: error }, 'Emergencies: no drill could be broken off yet')
  }
}

/**
 * Announces the all clears of which nobody was told yet. Without the limits of a step, because nobody waits for the alerts of thousands. The
 * job of every minute does what fails.
 */
export const announceAllClears = (deps: Deps): Promise<void> =>
  runForEach(deps, {
    reason: 'everybody who was called is told that it is over',
    list: listAlertsToEnd,
    run: endAlerts,
    failure: 'Emergencies: an all clear could not be announced yet',
  })

async function runStep<Emergency extends { readonly id: string }>(
  { db, log }: Deps,
  step: Step<Emergency>,
  emergency: Emergency,
  scope: BadgeScope,
): Promise<void> {
  const runOnce = () =>
    db.asOwner(ownerReason, async tx => {
      await lockSettings.execute(tx)
      return write(tx, context => step(context, emergency, scope))
    })
  let lockTimeouts = 0
  try {
    for (let run = 0; run < MAX_RUNS; run++) {
      const outcome = await runOnce().catch(error => {
        if (!isLockTimeout(error) || ++lockTimeouts === MAX_LOCK_TIMEOUTS) throw error
        return 'more'
      })
      if (outcome !== 'more') return
    }
  } catch (error) {
    withoutOutages(log).warn(
      { err: error, emergencyId: emergency.id },
      'Emergencies: a roll could not be completed yet',
    )
  }
}

/** Remembers that no emergency is open, so readings cost nothing. The next start and the job of every minute do what it missed. */
export function createPresenceFollower({ db, log }: Deps) {
  const zoneIds = new Set<string>()
  let knowsNoneOpen = false
  /** Counts what may have opened an emergency, so that an older answer of the database is not remembered. */
  let changes = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The current run. The next one begins after it, so that slow runs do not pile up. */
  let running: Promise<unknown> | undefined
  let isStopped = false
  const complete = async (zones?: readonly string[]) => {
    if (zones === undefined) await announceAllClears({ db, log })
    const changesBefore = changes
    const open = await db.asOwner(ownerReason, tx => listOpen(tx))
    if (open.length > 0) await completeRolls({ db, log }, zones)
    else if (changes === changesBefore) knowsNoneOpen = true
  }
  const forget = () => {
    changes++
    knowsNoneOpen = false
  }
  const run = (zones?: readonly string[]) => {
    const before = running
    const current = (before ? before.then(() => complete(zones)) : complete(zones))
      .catch(error =>
        withoutOutages(log).warn({ err: error }, 'Emergencies: the rolls could not be completed yet'),
      )
      .finally(() => {
        if (running === current) running = undefined
        startTimer()
      })
    running = current
  }
  const runGathered = () => {
    timer = undefined
    const zones = [...zoneIds]
    zoneIds.clear()
    run(zones)
  }
  const startTimer = () => {
    if (zoneIds.size > 0 && running === undefined && !isStopped) timer ??= setTimeout(runGathered, GATHER_MS)
  }
  return {
    /** Beside the queue, which after a crash waits minutes for the last run: nobody else calls those who came in just before. */
    start: () => run(),
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
