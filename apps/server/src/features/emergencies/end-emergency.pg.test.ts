import { limits } from '@muster/domain/limits.ts'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import { callNewcomers } from './add-newcomers.ts'
import { endEmergency, endForgottenDrills } from './end-emergency.ts'
import { announceAllClears } from './follow-presence.ts'
import { clearOldRolls, deleteOldEmergencies, listOpen } from './roll.queries.ts'
import { prepareEmergencies } from './testing/prepare-emergencies.ts'

const {
  muster,
  zone,
  manager,
  viewer,
  ann,
  bob,
  away,
  putInside,
  declare,
  answer,
  listPeople,
  mark,
  readStates,
  listTitles,
  untilWaiting,
} = prepareEmergencies()

/** Runs statements in a transaction that ends once `work` waits for it. */
async function whileUncommitted<T>(sql: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = await muster.db.pool.connect()
  try {
    await client.query('begin')
    await client.query(sql, values)
    const result = work()
    await untilWaiting()
    await client.query('commit')
    return await result
  } finally {
    client.release()
  }
}

describe('the end', () => {
  it('is told to everybody once, ends the question, and still takes answers that waited', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'safe')
    const first = await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await muster.call(manager).emergencies.allClear({ emergencyId })).toEqual(first)
    expect(await listTitles(bob)).toEqual(['All clear', `The evacuation of ${zone.name} is over.`])
    expect((await muster.call(bob).emergencies.mine()).emergencies).toEqual([])
    expect(await readCode(answer(bob, emergencyId, 'help'))).toBe('EMERGENCY_ENDED')
    await answer(bob, emergencyId, 'safe', { waitedMs: 60_000 })
    expect(await readStates(emergencyId)).toEqual({ safe: 2 })
    const report = await muster.call(viewer).emergencies.report({ emergencyId })
    expect(report.hows).toEqual([{ how: 'own', people: 2 }])
    expect(report.accountedMs.every(it => it !== null)).toBe(true)
    expect(report.timeline.map(it => it.what)).toEqual(['declared', 'all_clear'])
    expect((await muster.call(manager).emergencies.list({ limit: 1 })).rows).toMatchObject([
      { id: emergencyId, people: 2, states: { safe: 2 } },
    ])
  })

  it('keeps the name of somebody without an account as long as their badge, or its readings, are kept', async () => {
    const { emergencyId } = await declare()
    const query = (text: string, values: unknown[]) => muster.db.pool.query(text, values)
    await query(
      `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, phone, why, badge)
        select $1, $2, 'x', it, it, '', 'badge', left(it, 8) from unnest(array['Badge 17 (unknown)', '18', 'Bea Test (Acme)']) it`,
      [emergencyId, zone.id],
    )
    await query(`update emergency_people set badge = '17' where emergency_id = $1 and badge = 'Badge 17'`, [
      emergencyId,
    ])
    await query(`insert into badges (zone_id, number, holder) values ($1, 'Bea Test', 'Bea Test')`, [zone.id])
    await query(
      `insert into badge_events (zone_id, number, direction, at, sent_at, holder) values ($1, 'Bea Test', 'in', now(), now(), 'Bea Test')`,
      [zone.id],
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const listNames = async () => {
      await muster.db.asOwner('a test', tx => clearOldRolls(1_000).execute(tx))
      return (await listPeople(emergencyId)).filter(it => it.why === 'badge').map(it => it.name)
    }
    // Older rows have the words, newer ones only the number.
    const names = ['Badge 17 (unknown)', 'Badge 18 (unknown)', 'Bea Test (Acme)']
    expect((await listNames()).sort()).toEqual(names)
    await query('delete from badges where zone_id = $1', [zone.id])
    expect((await listNames()).sort()).toEqual(names)
    await query('delete from badge_events where zone_id = $1', [zone.id])
    expect((await listNames()).sort()).toEqual(['Badge 17 (unknown)', 'Badge 18 (unknown)', 'Unnamed member'])
  })

  it('must come before the zone is deleted, and the list stays without the zone', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    const { emergencyId } = await declare()
    const remove = () => muster.call(admin).zones.remove({ zoneId: zone.id })
    expect(await readCode(remove())).toBe('EMERGENCY_OPEN')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await remove()
    expect(await muster.call(admin).emergencies.get({ emergencyId })).toMatchObject({
      zoneId: null,
      zoneName: zone.name,
      people: 2,
    })
  })

  it('must come before the zone is deleted, also if it is declared meanwhile', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    const code = await whileUncommitted(
      `with its as (insert into emergencies (request_id, zone_id, zone_name, kind, drill) values ($1, $2, 'x', 'evacuate', false)
          returning id)
        insert into emergency_zones (emergency_id, zone_id, zone_name) select id, $2, 'x' from its`,
      [crypto.randomUUID(), zone.id],
      () => readCode(muster.call(admin).zones.remove({ zoneId: zone.id })),
    )
    expect(code).toBe('EMERGENCY_OPEN')
  })

  it('adds nobody to the roll who comes in, or is added by hand, at that moment', async () => {
    const endIt = 'update emergencies set all_clear_at = now() where id = $1'
    const first = await declare()
    await putInside(away)
    await whileUncommitted(endIt, [first.emergencyId], () =>
      muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: first.emergencyId }))),
    )
    expect(await listTitles(away)).toEqual([`Leave ${zone.name} if you are there`])
    const { emergencyId } = await declare()
    const code = await whileUncommitted(endIt, [emergencyId], () =>
      readCode(
        muster
          .call(manager)
          .emergencies.addPerson({ emergencyId, name: 'Vera', requestId: crypto.randomUUID() }),
      ),
    )
    expect(code).toBe('EMERGENCY_ENDED')
  })

  it('calls nobody to an emergency that lost its zone', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query('update emergency_zones set zone_id = null where emergency_id = $1', [
      emergencyId,
    ])
    const open = await muster.db.asOwner('test', tx => listOpen(tx))
    expect(open.map(it => it.id)).not.toContain(emergencyId)
    await muster.db.pool.query('delete from emergencies where id = $1', [emergencyId])
  })

  it('names what is over in words that nobody takes for an order', async () => {
    const { emergencyId } = await declare({ drill: true })
    await answer(ann, emergencyId, 'help')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const [alert] = (await muster.call(bob).alerts.list({})).rows
    expect([alert?.title, alert?.description]).toEqual([
      'DRILL: All clear',
      `The evacuation of ${zone.name} is over.`,
    ])
    const help = (await muster.call(viewer).alerts.list({})).rows.find(it => it.title.includes('needs help'))
    expect(help?.description).toBe(`In the emergency “Leave ${zone.name} now”.`)
  })

  it('ends a drill after a day by itself, but never a real emergency', async () => {
    const { emergencyId } = await declare()
    const { emergencyId: drillId } = await declare({ drill: true })
    const { emergencyId: newDrillId } = await declare({ drill: true, kind: 'shelter' })
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - $2::float8 * interval '1 ms' where id = any($1)`,
      [[emergencyId, drillId], limits.drillMostMs + 1_000],
    )
    await muster.db.asOwner('test', tx => write(tx, endForgottenDrills))
    await announceAllClears({ db: muster.db, log: pino({ level: 'silent' }) })
    const get = (key: string) => muster.call(manager).emergencies.get({ emergencyId: key })
    expect((await get(emergencyId)).allClearAt).toBeNull()
    expect((await get(newDrillId)).allClearAt).toBeNull()
    expect(await get(drillId)).toMatchObject({ allClearAt: expect.any(String), allClearBy: null })
    expect(await listTitles(bob)).toContain('DRILL: The drill is over')
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId: drillId })
    expect(timeline.at(-1)).toMatchObject({ what: 'all_clear', name: '' })
  })

  it('is told once, also if the process ended before, and hides no call for help that arrives after it', async () => {
    const { emergencyId } = await declare()
    await muster.db.asOwner('test', tx =>
      write(tx, async its => {
        const emergency = (await listOpen(tx)).find(it => it.id === emergencyId)
        if (emergency) await endEmergency(its, emergency, manager.id)
      }),
    )
    expect(await listTitles(bob)).not.toContain('All clear')
    await answer(ann, emergencyId, 'help', { waitedMs: 60_000 })
    const tell = () => announceAllClears({ db: muster.db, log: pino({ level: 'silent' }) })
    await Promise.all([tell(), tell()])
    await tell()
    expect((await listTitles(bob)).filter(it => it === 'All clear')).toHaveLength(1)
    const { rows } = await muster.db.pool.query(
      `select count(*)::int as unread from user_alerts
        where user_id = $1 and metadata ->> 'meaning' = 'help' and metadata ->> 'emergencyId' = $2 and not is_read`,
      [manager.id, emergencyId],
    )
    expect(rows).toEqual([{ unread: 1 }])
  })

  it('is dated no earlier than a declaration by a clock that runs ahead', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() + interval '2 seconds' where id = $1`,
      [emergencyId],
    )
    const { allClearAt } = await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(allClearAt).toBe((await muster.call(manager).emergencies.get({ emergencyId })).declaredAt)
  })

  it('is followed by a report with the first time of each, from when they were called', async () => {
    const { emergencyId } = await declare()
    const backdate = (name: string, column: string, minutes: number) =>
      muster.db.pool.query(
        `update ${name} set ${column} = now() - $2 * interval '1 minute' where ${name === 'emergencies' ? 'id' : 'emergency_id'} = $1`,
        [emergencyId, minutes],
      )
    await backdate('emergencies', 'declared_at', 40)
    await backdate('emergency_people', 'added_at', 40)
    await putInside(away)
    await muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    await answer(away, emergencyId, 'safe')
    await answer(ann, emergencyId, 'safe', { waitedMs: 30 * 60_000 })
    await mark(emergencyId, 'Ann', 'safe')
    await answer(bob, emergencyId, 'help')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { longest, hows, accountedMs } = await muster.call(manager).emergencies.report({ emergencyId })
    const minutes = longest.map(it => [it.name, it.accounted, Math.round(it.missingMs / 60_000)])
    expect(minutes).toEqual([
      ['Bob Test', false, 40],
      ['Ann Test', true, 10],
      ['Away Test', true, 0],
    ])
    expect(hows).toEqual([{ how: 'own', people: 2 }])
    expect(accountedMs[2]).toBeNull()
  })

  it('is followed by times that a correction does not change, with shares from the declaration', async () => {
    const minute = 60_000
    const people = await Promise.all(
      ['Cora', 'Dan', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jan'].map(firstName =>
        muster.make.user({ firstName }),
      ),
    )
    for (const person of people) await muster.make.assign(person, zone)
    await muster.db.pool.query(
      `update presence_tracking set is_inside_zone = false, entry_time = null where zone_id = $1`,
      [zone.id],
    )
    const [first, later] = [people.slice(0, 4), people.slice(4)]
    for (const person of first) await putInside(person)
    const { emergencyId } = await declare()
    const setMinutes = (table: string, column: string, ago: number, more = '') =>
      muster.db.pool.query(
        `update ${table} set ${column} = now() - $2 * interval '1 minute' where ${table === 'emergencies' ? 'id' : 'emergency_id'} = $1 ${more}`,
        [emergencyId, ago],
      )
    await setMinutes('emergencies', 'declared_at', 60)
    await setMinutes('emergency_people', 'added_at', 60)
    for (const person of first) await answer(person, emergencyId, 'safe', { waitedMs: 57 * minute })
    for (const name of ['Cora', 'Dan', 'Eli'])
      await mark(emergencyId, name, 'elsewhere', manager, { waitedMs: 47 * minute })
    const readTimes = async () => {
      const { accountedMs, longest } = await muster.call(manager).emergencies.report({ emergencyId })
      const toMinutes = (ms: number | null) => ms && Math.round(ms / minute)
      return [accountedMs.map(toMinutes), longest.map(it => toMinutes(it.missingMs))]
    }
    expect(await readTimes()).toEqual([
      [3, 3, 3],
      [3, 3, 3, 3],
    ])
    for (const person of later) await putInside(person)
    await muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    await setMinutes('emergency_people', 'added_at', 40, `and why = 'came_later'`)
    for (const person of later) await answer(person, emergencyId, 'safe', { waitedMs: 32 * minute })
    expect(await readTimes()).toEqual([
      [3, 28, 28],
      [8, 8, 8, 8, 3, 3, 3, 3],
    ])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { rows } = await muster.call(manager).emergencyReports.rows({ emergencyId })
    expect(rows.map(it => [it.name, it.state, Math.round(it.missingMs / minute)]).slice(0, 4)).toEqual([
      ['Cora Test', 'elsewhere', 3],
      ['Dan Test', 'elsewhere', 3],
      ['Eli Test', 'elsewhere', 3],
      ['Fay Test', 'safe', 3],
    ])
  })

  it('takes late acts for a day, whoever made them, and lists what managers say later apart, as corrections', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'safe')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const before = await muster.call(manager).emergencies.report({ emergencyId })
    await mark(emergencyId, 'Bob', 'help')
    await mark(emergencyId, 'Ann', 'elsewhere')
    const after = await muster.call(manager).emergencies.report({ emergencyId })
    expect({ ...after, corrections: [] }).toEqual(before)
    expect(after.timeline.map(it => it.what)).toEqual(['declared', 'all_clear'])
    expect(after.corrections.map(it => [it.name, it.state, it.by])).toEqual([
      ['Bob Test', 'help', 'Mia Test'],
      ['Ann Test', 'elsewhere', 'Mia Test'],
    ])
    const { rows } = await muster.call(manager).emergencyReports.rows({ emergencyId })
    expect(rows.map(it => [it.name, it.state, it.how, it.correctedTo])).toEqual([
      ['Ann Test', 'safe', 'own', 'elsewhere'],
      ['Bob Test', 'missing', null, 'help'],
    ])
    expect((await muster.call(manager).emergencyReports.record({ emergencyId })).record?.state).toBe(
      'matches',
    )
    await muster.db.pool.query(
      `with c as (update emergency_claims set happened_at = happened_at - interval '40 hours' where emergency_id = $1)
        update emergencies set declared_at = declared_at - interval '40 hours', all_clear_at = all_clear_at - interval '26 hours' where id = $1`,
      [emergencyId],
    )
    const hour = 60 * 60_000
    expect(await readCode(mark(emergencyId, 'Bob', 'safe', manager, { waitedMs: 27 * hour }))).toBe(
      'EMERGENCY_ENDED',
    )
    expect(await readCode(mark(emergencyId, 'Bob', 'safe', manager, { waitedMs: 25 * hour }))).toBeUndefined()
  })

  it('starts the retention of positions, names of deleted accounts and the whole emergency', async () => {
    const { emergencyId } = await declare()
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await muster.db.pool.query('delete from auth.users where id = $1', [bob.id])
    const backdate = (days: number) =>
      muster.db.pool.query(
        `update emergencies set declared_at = now() - ($2 + 1) * interval '1 day', all_clear_at = now() - $2 * interval '1 day'
          where id = $1`,
        [emergencyId, days],
      )
    await backdate(limits.emergencyPositionDays + 1)
    await muster.db.asOwner('test', tx => clearOldRolls(100).execute(tx))
    expect((await listPeople(emergencyId)).map(it => [it.name, it.position])).toEqual([
      ['Unnamed member', null],
      ['Ann Test', null],
    ])
    await backdate(limits.emergencyKeptDays + 1)
    await muster.db.asOwner('test', tx => deleteOldEmergencies(100).execute(tx))
    expect(await readCode(muster.call(manager).emergencies.get({ emergencyId }))).toBe('EMERGENCY_NOT_FOUND')
  })
})
