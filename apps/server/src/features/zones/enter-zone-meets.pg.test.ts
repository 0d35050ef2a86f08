import { noChanges } from '@muster/domain/zone-permission.ts'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Tx } from '../../db/database.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { enterZone } from './enter-zone.ts'
import { createZonesDeps } from './testing/zones-deps.ts'
import { zonesProcedures } from './zones.procedures.ts'

// Hashing the PIN takes a while, so the zone or the membership can change during an entry.
const { db, make } = testDatabase()

type Scene = { zone: TestZone; admin: TestUser; guest: TestUser }

/** Creates a zone, an admin and a guest who is invited or has accepted, but has not entered yet. */
async function createScene(invited: boolean): Promise<Scene> {
  const [zone, admin, guest] = await Promise.all([
    make.zone(),
    make.user({ role: 'admin' }),
    make.user({ pinHash: '2468' }),
  ])
  if (invited) await make.invite(guest, zone, admin)
  else await make.assign(guest, zone, 'app_user', false)
  return { zone, admin, guest }
}

type EndingChange = {
  invited: boolean
  statement: string
  values: (it: Scene) => string[]
  by: 'guest' | 'admin' | 'server'
}
const endingChanges: [string, EndingChange][] = [
  [
    'the suspension of the zone',
    {
      invited: false,
      statement: `update zones set status = 'suspended' where id = $1 returning true as done`,
      values: it => [it.zone.id],
      by: 'server',
    },
  ],
  [
    'a decline',
    {
      invited: true,
      statement: 'select decline_invitation($1) as done',
      values: it => [it.zone.id],
      by: 'guest',
    },
  ],
  [
    'an invitation that is taken back',
    {
      invited: true,
      statement: 'select outcome as done from unlink_member($1, $2)',
      values: it => [it.zone.id, it.guest.id],
      by: 'admin',
    },
  ],
  [
    'the end of the membership',
    {
      invited: false,
      statement: 'select outcome as done from unlink_member($1, $2)',
      values: it => [it.zone.id, it.guest.id],
      by: 'admin',
    },
  ],
]

/** Runs the change as the person who makes it; `beforeCommit` runs in the same transaction, just before the commit. */
const applyChange = (
  setup: Scene,
  { statement, values, by }: EndingChange,
  beforeCommit: () => Promise<void> = async () => {},
) => {
  const runChange = async (tx: Tx) => {
    const { rows } = await tx.executeQuery<{ done: unknown }>(CompiledQuery.raw(statement, values(setup)))
    await beforeCommit()
    return rows[0]?.done
  }
  if (by === 'server') return db.asOwner('a test', runChange)
  return db.asActor({ userId: setup[by].id, sessionId: setup[by].sessionId }, runChange)
}
/** Enters the zone with the right PIN; `whileHashing` runs while the PIN is being verified. */
const enterWithPin = ({ guest, zone }: Scene, whileHashing: () => Promise<unknown> = async () => {}) => {
  const verifyPin = async (hash: string, pin: string) => {
    await whileHashing()
    return hash === pin
  }
  const caller = createCaller({ zones: zonesProcedures(createZonesDeps(db, { verifyPin })) }, db)
  return readCode(caller(guest).zones.enter({ zoneId: zone.id, pin: '2468' }))
}
async function countEntries({ guest }: Scene): Promise<number> {
  const { rowCount } = await db.pool.query('select from zone_entries where user_id = $1', [guest.id])
  return rowCount ?? 0
}
/** Waits until this many connections are blocked on a lock. */
const waitForBlocked = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await db.pool.query(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows[0].count).toBe(count)
    },
    { timeout: 5_000 },
  )
describe.each(endingChanges)('%s', (_, endingChange) => {
  it('during PIN verification makes the entry fail', async () => {
    const scene = await createScene(endingChange.invited)
    expect(await enterWithPin(scene, () => applyChange(scene, endingChange))).toBe('ZONE_NOT_FOUND')
    expect(await countEntries(scene)).toBe(0)
  })

  it('blocks an entry until it commits, and then makes it fail', async () => {
    const scene = await createScene(endingChange.invited)
    let entryCode: Promise<string | undefined> | undefined
    await applyChange(scene, endingChange, async () => {
      entryCode = enterWithPin(scene)
      await waitForBlocked(1)
    })
    expect(await entryCode).toBe('ZONE_NOT_FOUND')
    expect(await countEntries(scene)).toBe(0)
  })

  it('waits for an uncommitted entry, and then ends it', async () => {
    const scene = await createScene(endingChange.invited)
    let results: Promise<[string | undefined, unknown]> | undefined
    await db.asOwner('the entry waits for its session, the last thing that it looks at', async tx => {
      await sql`select from auth.sessions where id = ${scene.guest.sessionId} for update`.execute(tx)
      const entry = enterWithPin(scene)
      await waitForBlocked(1)
      results = Promise.all([entry, applyChange(scene, endingChange)])
      await waitForBlocked(2)
    })
    const [entryCode, changeResult] = (await results) ?? []
    expect(entryCode).toBeUndefined()
    // Entering accepts the invitation, so there is nothing left to decline.
    const isDecline = endingChange.by === 'guest'
    expect(changeResult === false).toBe(isDecline)
    expect(await countEntries(scene)).toBe(isDecline ? 1 : 0)
  })
})

it('selecting a zone whose invitation has been withdrawn does not open it', async () => {
  const [zone, admin, clientAdmin] = await Promise.all([
    make.zone(),
    make.user({ role: 'admin' }),
    make.user({ role: 'client_admin' }),
  ])
  await make.invite(clientAdmin, zone, admin, 'client_admin')
  const zoneView = {
    id: zone.id,
    status: 'active',
    role: 'client_admin',
    ...noChanges,
    invited: true,
  } as const
  const actor = { ...clientAdmin, userId: clientAdmin.id, expiresAt: Date.now() + 60_000 }
  const selectZone = () => readCode(enterZone(db, async () => true, actor, zoneView, ''))
  expect(await selectZone()).toBeUndefined()
  // The second of two concurrent selections has nothing left to accept, but succeeds.
  expect(await selectZone()).toBeUndefined()
  await db.pool.query('delete from zone_assignments where user_id = $1', [clientAdmin.id])
  expect(await selectZone()).toBe('ZONE_NOT_FOUND')
})
