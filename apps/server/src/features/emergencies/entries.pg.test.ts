import { beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { noteEntries } from './follow-presence.ts'

const muster = testServices()
const { zone, manager, ann } = testWorld(
  muster,
  { manager: 'zone_manager_rw', ann: 'app_user' },
  { name: 'Yard' },
)
let emergencyId: string

beforeEach(async () => {
  await query(`insert into badge_states (zone_id, number, direction, at, sent_at)
    values ($1, '17', 'in', now() - interval '1 hour', now() - interval '1 hour')`)
  const declared = await muster.call(manager).emergencies.declare({
    zoneId: zone.id,
    kind: 'welfare',
    drill: false,
    requestId: crypto.randomUUID(),
  })
  emergencyId = declared.emergencyId
})

const query = (text: string, ...more: unknown[]) => muster.db.pool.query(text, [zone.id, ...more])
const run = () => muster.db.asOwner('test', tx => write(tx, its => noteEntries(its, { id: emergencyId })))
const find = async (name: string) => {
  const { rows } = await muster.call(manager).emergencies.people({ emergencyId })
  const person = rows.find(it => it.name.includes(name))
  if (!person) throw new Error(`${name} is not on the roll`)
  return person
}
const mark = async (name: string, state: 'safe' | 'elsewhere' | 'not_on_site') =>
  muster.call(manager).emergencies.mark({
    ...{ emergencyId, personIds: [(await find(name)).id], state, requestId: crypto.randomUUID() },
  })
const comeIn = (who: TestUser) =>
  query(
    `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now() where zone_id = $1 and user_id = $2`,
    who.id,
  )
const badgeIn = (number: string) =>
  query(
    `update badge_states set at = now(), sent_at = now(), reader = 'Gate 2' where zone_id = $1 and number = $2`,
    number,
  )

describe('somebody who comes in during an emergency', () => {
  it.each(['elsewhere', 'not_on_site'] as const)(
    'is missing again if they were marked as %s, with one line on the board, and the record matches',
    async state => {
      await mark('Ann', state)
      expect(await run()).toBe(0)
      await comeIn(ann)
      expect([await run(), await run()]).toEqual([1, 0])
      const { state: newState, disputed, claims } = await find('Ann')
      expect([newState, disputed, claims.map(it => [it.how, it.state, it.place])]).toEqual([
        'missing',
        false,
        [
          ['entry', 'missing', 'Yard'],
          ['captain', state, ''],
        ],
      ])
      await muster.call(manager).emergencies.allClear({ emergencyId })
      const { record } = await muster.call(manager).emergencyReports.record({ emergencyId })
      expect(record?.state).toBe('matches')
    },
  )

  it('is missing again if a reader reads their badge, which belongs to no account, and the board names the reader', async () => {
    await mark('17', 'not_on_site')
    await badgeIn('17')
    expect(await run()).toBe(1)
    expect(await find('17')).toMatchObject({
      state: 'missing',
      claims: [{ how: 'entry', place: 'Gate 2' }, {}],
    })
  })

  it('is missing again if a reader reads the badge of their account', async () => {
    await query(`insert into badges (zone_id, number, user_id) values ($1, '18', $2)`, ann.id)
    await query(`insert into badge_states (zone_id, number, direction, at, sent_at)
      values ($1, '18', 'out', now() - interval '1 hour', now() - interval '1 hour')`)
    await mark('Ann', 'elsewhere')
    await badgeIn('18')
    expect(await run()).toBe(0)
    await query(`update badge_states set direction = 'in' where zone_id = $1`)
    expect(await run()).toBe(1)
    expect((await find('Ann')).state).toBe('missing')
  })

  it('stays safe if they were marked as safe, and stays elsewhere if that was said after they came in', async () => {
    await mark('Ann', 'safe')
    await comeIn(ann)
    expect(await run()).toBe(0)
    await mark('Ann', 'elsewhere')
    expect(await run()).toBe(0)
    expect((await find('Ann')).state).toBe('elsewhere')
  })
})
