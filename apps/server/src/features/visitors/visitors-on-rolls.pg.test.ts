import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import { clearOldRolls } from '../emergencies/roll.queries.ts'
import { signOutAtDayEnd } from './sign-out-visitor.ts'
import { prepareVisitors } from './testing/prepare-visitors.ts'

const { muster, zone, manager, host, query, callAs, startKiosk, signIn, visit, listTitles } =
  prepareVisitors()

const declare = () =>
  muster.call(manager).emergencies.declare({
    zoneId: zone.id,
    kind: 'evacuate',
    drill: false,
    requestId: crypto.randomUUID(),
  })

const readRoll = async (emergencyId: string) =>
  (await muster.call(manager).emergencies.people({ emergencyId })).rows

describe('an emergency', () => {
  it('has the visitors who are signed in on its roll, with telephone, company and host, and later ones too', async () => {
    const token = await visit({ hostId: host.id })
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview.reasons).toContainEqual({ why: 'visitor', people: 1 })
    const { emergencyId, people } = await declare()
    expect(people).toBe(preview.people)
    expect(await readRoll(emergencyId)).toMatchObject([
      {
        name: 'Mia Test',
        why: 'visitor',
        phone: '+49 30 1234',
        note: 'Acme · Anna Test',
        state: 'missing',
        userId: null,
      },
    ])
    await signIn(await startKiosk(), 'kiosk', { name: 'Late Guest' })
    expect((await readRoll(emergencyId)).map(it => it.name)).toEqual(['Late Guest', 'Mia Test'])
    expect((await callAs().own({ token })).emergencies).toMatchObject([
      { id: emergencyId, state: 'missing', answered: false },
    ])
  })

  it('takes the answers of visitors in the order in which they happened, and alerts the managers', async () => {
    const token = await visit()
    const { emergencyId } = await declare()
    await query(`update emergencies set declared_at = now() - interval '10 minutes' where id = $1`, [
      emergencyId,
    ])
    const answer = (state: 'safe' | 'help', waitedMs: number) =>
      callAs().ownAnswer({ token, emergencyId, state, requestId: crypto.randomUUID(), waitedMs })
    expect((await answer('safe', 0)).state).toBe('safe')
    // Arrives later, happened earlier.
    expect((await answer('help', 60_000)).state).toBe('safe')
    expect((await answer('help', 0)).state).toBe('help')
    expect(await listTitles(manager)).toContain('Visitor Mia Test needs help')
    expect((await callAs().own({ token })).emergencies).toMatchObject([{ state: 'help', answered: true }])
    const other = await visit({ name: 'Else' })
    const elsewhere = await declareInOtherZone()
    expect(
      await readCode(
        callAs().ownAnswer({
          token: other,
          emergencyId: elsewhere,
          state: 'safe',
          requestId: crypto.randomUUID(),
        }),
      ),
    ).toBe('EMERGENCY_NOT_FOUND')
  })

  it('takes from former visitors after the all clear only what happened before it, on the same day', async () => {
    const token = await visit()
    const { emergencyId } = await declare()
    const endHoursAgo = (hours: number) =>
      query(
        `update emergencies set declared_at = now() - ($2 + 1) * interval '1 hour', all_clear_at = now() - $2 * interval '1 hour'
          where id = $1`,
        [emergencyId, hours],
      )
    const answer = (hoursAgo: number) =>
      callAs().ownAnswer({
        token,
        emergencyId,
        state: 'help',
        requestId: crypto.randomUUID(),
        waitedMs: hoursAgo * 3_600_000,
      })
    await endHoursAgo(24)
    expect(await readCode(answer(24.5))).toBe('EMERGENCY_ENDED')
    await endHoursAgo(1)
    expect(await readCode(answer(0))).toBe('EMERGENCY_ENDED')
    expect(await listTitles(manager)).not.toContain('Visitor Mia Test needs help')
    expect((await answer(1.5)).state).toBe('help')
  })

  it('counts a visitor who signs out as not on site, but not one whom the end of the day signed out', async () => {
    const token = await visit()
    await visit({ name: 'Night Guest' })
    const { emergencyId } = await declare()
    await callAs().ownLeave({ token })
    await query(
      `update visitor_visits set signed_in_at = now() - interval '2 days' where name = 'Night Guest'`,
    )
    await muster.db.asOwner('a test', tx => write(tx, its => signOutAtDayEnd(its, zone.id, 'UTC')))
    expect((await readRoll(emergencyId)).map(it => [it.name, it.state])).toEqual([
      ['Night Guest', 'missing'],
      ['Mia Test', 'not_on_site'],
    ])
    expect((await readRoll(emergencyId))[1]?.claims).toMatchObject([{ how: 'own', by: 'Mia Test' }])
  })

  it('shows visitors the points and the message of the plan in their language, and later the all clear', async () => {
    await muster.call(manager).emergencies.setPoints({
      zoneId: zone.id,
      points: ['North gate', 'South gate'].map(name => ({ name, lat: 1, lng: 1, radiusMeters: 30 })),
    })
    const token = await visit()
    const { emergencyId } = await declare()
    await query(
      `update emergencies set point_names = '{South gate}', message = 'Leave now', messages = '{"ar": "غادر الآن"}' where id = $1`,
      [emergencyId],
    )
    const readOwn = (language?: 'ar' | 'hi') => callAs().own({ token, ...(language && { language }) })
    expect((await readOwn('ar')).emergencies).toMatchObject([
      { message: 'غادر الآن', points: [{ name: 'South gate' }] },
    ])
    for (const language of ['hi', undefined] as const)
      expect((await readOwn(language)).emergencies).toMatchObject([{ message: 'Leave now' }])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readOwn()).toMatchObject({ emergencies: [], allClears: [{ id: emergencyId }] })
    await query(
      `update emergencies set declared_at = now() - interval '14 hours', all_clear_at = now() - interval '13 hours' where id = $1`,
      [emergencyId],
    )
    expect(await readOwn()).toMatchObject({ emergencies: [], allClears: [] })
  })

  it('keeps the name on the roll until the visit is deleted', async () => {
    await visit()
    const { emergencyId } = await declare()
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const clear = () => muster.db.asOwner('a test', tx => clearOldRolls(1_000).execute(tx))
    await clear()
    expect((await readRoll(emergencyId)).map(it => it.name)).toEqual(['Mia Test'])
    await query('delete from visitor_visits where zone_id = $1', [zone.id])
    await clear()
    const roll = await readRoll(emergencyId)
    expect(roll).toMatchObject([{ name: 'Unnamed member', phone: '' }])
    expect(roll[0]).not.toHaveProperty('note')
  })

  async function declareInOtherZone(): Promise<string> {
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      zoneId: other.id,
      kind: 'evacuate',
      drill: true,
      requestId: crypto.randomUUID(),
    })
    return emergencyId
  }
})
