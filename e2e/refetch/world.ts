import { adminTopic, everyoneTopic, groupTopic, zoneTopic } from '@muster/contract/topic.ts'
import { sql } from 'kysely'
import { createFeedAccess } from '../../apps/server/src/app/feed-access.ts'
import type { Database } from '../../apps/server/src/db/database.ts'
import { toEntry } from '../../apps/server/src/live/entry.ts'
import { hashSecret } from '../../apps/server/src/rpc/hashing.ts'
import { createSessions } from '../../apps/server/src/rpc/sessions.ts'
import { createCaller } from '../../apps/server/src/testing/caller.ts'
import { defaultClientId, type TestUser } from '../../apps/server/src/testing/factories.ts'
import { createTestServices } from '../../apps/server/src/testing/test-services.ts'
import { createFootprints } from './footprints.ts'
import { createReads, type Read } from './reads.ts'
import { readRights } from './rights.ts'
import { readFeature, selectReads } from './selection.ts'
import { type Difference, type MakeRead, type OpenViewer, openViewer, type Viewer } from './viewer.ts'

/** The password of the worker, who manages their own account. */
export const password = 'seven-orange-birds'
export const origin = 'https://muster.example'
/** Returns a time zone in which it is between 12:00 and 13:00, so that no day of the test data ends during a step. */
function findNoonTimeZone(): string {
  const offsetHours = 12 - new Date().getUTCHours()
  // These names count hours west of Greenwich.
  return `Etc/GMT${offsetHours > 0 ? '-' : '+'}${Math.abs(offsetHours)}`
}
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Creates the test data and its viewers: an admin outside and one inside the zone, a client admin, a manager and a worker. */
export async function createWorld() {
  const muster = await createTestServices({
    env: { PUBLIC_URL: origin, PUSH_ALLOW_PRIVATE: true, TIME_ZONE: findNoonTimeZone() },
  })
  const passwordHash = await hashSecret(password)
  const { make, db, services } = muster
  const zone = await make.zone({ name: 'North yard' })
  const otherZone = await make.zone({ name: 'South yard' })
  const people = {
    admin: await make.user({ role: 'super_admin', firstName: 'Ada' }),
    otherAdmin: await make.user({ role: 'super_admin', firstName: 'Sam' }),
    clientAdmin: await make.user({ role: 'client_admin', firstName: 'Cleo' }),
    manager: await make.user({ firstName: 'Mia' }),
    otherManager: await make.user({ firstName: 'Max' }),
    worker: await make.user({ firstName: 'Wes', passwordHash, pinHash: await hashSecret('2468') }),
    otherWorker: await make.user({ firstName: 'Ann' }),
  }
  await make.assign(people.clientAdmin, zone, 'client_admin')
  await make.assign(people.manager, zone, 'zone_manager_rw')
  await make.assign(people.otherManager, zone, 'zone_manager_rw')
  await make.assign(people.worker, zone)
  await make.assign(people.otherWorker, zone)
  /** Input values for reads; steps add the ids of what they create. */
  const fields: Record<string, unknown> = {
    ...{ zoneId: zone.id, userId: people.worker.id, organisationId: defaultClientId },
    ...{
      today: hoursFromNow(-12),
      week: hoursFromNow(-7 * 24),
      from: hoursFromNow(-12),
      to: hoursFromNow(12),
    },
    ...{ moment: hoursFromNow(1), day: hoursFromNow(-24), year: new Date().getFullYear() },
    ...{ kind: 'attendance', version: 1, search: 'valve' },
  }

  const footprints = await createFootprints(db.pool)
  const call = muster.call
  /** The sessions of the viewers, cached during a step: their clock stands still, so that none of them expires. */
  const startedAt = Date.now()
  const sessions = createSessions({ db, sessionDays: 30, now: () => startedAt })
  let changedTables: ReadonlySet<string> = new Set()
  const server = {
    access: createFeedAccess(db, () => path => `/files/${path}`),
    sessions,
    /** Makes the reads in one transaction, because a transaction for each took half of their round trips. */
    async readAs(user: TestUser, work: (read: MakeRead) => Promise<void>): Promise<void> {
      const makeReads = (readDb: Database) => {
        const calls = createCaller(services.router, readDb, sessions)(user) as unknown as Calls
        return work(read => footprints.record(read.name, () => makeCall(calls, read)))
      }
      const session = await sessions.resolve(user.token)
      if (!session) return makeReads(db)
      await db.asActor(session, async tx => {
        // A connection plans each named statement once, instead of first trying five plans for its values.
        await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
        await footprints.shareStatements(() => makeReads({ ...db, asActor: (_actor, run) => run(tx) }))
      })
    },
    async readRights(user: TestUser): Promise<string | undefined> {
      const session = await sessions.resolve(user.token)
      return session ? footprints.recordRights(() => readRights(db, session, zone.id)) : undefined
    },
    mayChangeRights: () => footprints.rightsDependOn(changedTables),
    isAffected: (read: Read) => footprints.dependsOn(read.name, changedTables),
  }
  const groupTopics = () => (typeof fields.groupId === 'string' ? [groupTopic(fields.groupId)] : [])
  const zoneTopics = () => [zoneTopic(zone.id), ...groupTopics()]
  let reads: Read[] = []
  let fieldsOfReads = ''
  function createAllReads(): Read[] {
    const currentFields = JSON.stringify(fields)
    if (currentFields !== fieldsOfReads) reads = createReads(fields)
    fieldsOfReads = currentFields
    return reads
  }
  /**
   * Returns true if the read does not belong to a single zone, because its input contains no id. Excludes lists of zones, because
   * each of their cards follows its own zone.
   */
  const isZoneFree = ({ name, input }: Read) =>
    !name.startsWith('zones.') && !Object.keys(input).some(field => field.endsWith('Id'))
  const createViewer = (
    name: string,
    user: TestUser,
    topics: () => string[] = zoneTopics,
    reads: () => Read[] = createAllReads,
  ): Viewer => ({ name, user, topics: () => [everyoneTopic, ...topics()], reads })
  // In the order of their roles, the lowest last.
  const viewers: OpenViewer[] = [
    createViewer(
      'an admin',
      people.admin,
      () => [adminTopic],
      () => createAllReads().filter(isZoneFree),
    ),
    createViewer(
      'an admin in the zone',
      people.admin,
      () => [adminTopic, ...zoneTopics()],
      () => createAllReads().filter(read => !isZoneFree(read)),
    ),
    createViewer('a client admin', people.clientAdmin),
    createViewer('a manager', people.manager),
    createViewer('a worker', people.worker),
  ].map(viewer => openViewer(server, viewer))

  let stepCount = 0
  let seq = '0'
  async function readNewEntries() {
    const { rows } = await db.pool.query<{ seq: string; topic: string; kind: string; payload: string }>(
      'select seq::text, topic, kind, payload::text from feed_events where seq > $1::bigint order by feed_events.seq',
      [seq],
    )
    seq = rows.at(-1)?.seq ?? seq
    return rows.map(toEntry)
  }

  return {
    muster,
    db,
    make,
    call,
    zone,
    otherZone,
    people,
    fields,
    /** Loads every permitted read for all viewers, so that only later changes count. */
    async load(): Promise<void> {
      await readNewEntries()
      await footprints.changedTables()
      for (const viewer of viewers) await viewer.load()
    },
    /**
     * Runs a step, delivers its events to all viewers, and returns the differences between their caches and fresh responses. Of the
     * reads without events, only those in `renews` are compared. `features` are those of the step: see `selectReads`. If `isDeaf`,
     * no events are delivered.
     */
    async differencesAfter(
      act: () => Promise<unknown>,
      { features, renews = [], isDeaf = false }: StepOptions,
    ): Promise<Difference[]> {
      // Clear the rate limits, because a fast machine makes more reads per minute than one person is allowed.
      await db.pool.query('delete from rate_limits')
      const ownFeatures = new Set([...features, ...renews.map(readFeature)])
      const filters = selectReads(viewers, ownFeatures, stepCount++)
      const selections = viewers.map((viewer, index) => ({
        viewer,
        isSelected: filters[index] ?? (() => true),
      }))
      for (const { viewer, isSelected } of selections) await viewer.load(isSelected, renews)
      await act()
      sessions.forgetAll()
      const writtenEntries = await readNewEntries()
      const entries = isDeaf ? [] : writtenEntries
      changedTables = await footprints.changedTables()
      // One after the other, so that they share a connection, which plans each statement once.
      const differences: Difference[] = []
      for (const { viewer, isSelected } of selections)
        if (await viewer.follow(entries)) differences.push(...(await viewer.compare(isSelected, renews)))
      return differences
    },
    async stop(): Promise<void> {
      for (const viewer of viewers) viewer.close()
      footprints.stop()
      await muster.stop()
    },
  }
}

type StepOptions = {
  readonly features: Iterable<string>
  readonly renews?: readonly string[]
  readonly isDeaf?: boolean
}

export type World = Awaited<ReturnType<typeof createWorld>>

type Calls = Record<string, Record<string, (input: unknown) => Promise<unknown>> | undefined>

/** Makes a read. Returns undefined if it is rejected. */
async function makeCall(calls: Calls, read: Read): Promise<unknown> {
  const [feature = '', name = ''] = read.name.split('.')
  try {
    return await calls[feature]?.[name]?.(read.input)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Returns true if a rule of the product rejected the call; anything else is a fault of the test or the product. */
const isRefusal = (error: unknown) =>
  error instanceof Error && 'defined' in error && 'status' in error && Number(error.status) < 500
