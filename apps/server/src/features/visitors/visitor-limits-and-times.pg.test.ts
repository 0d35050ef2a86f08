import { posterDayMost, visitorsInsideMost } from '@muster/domain/visitor.ts'
import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import { signOutAtDayEnd } from './sign-out-visitor.ts'
import { prepareVisitors, today } from './testing/prepare-visitors.ts'
import { deleteOldKiosks, deleteOldVisits } from './write-visits.queries.ts'

const {
  muster,
  zone,
  manager,
  query,
  callAs,
  makePoster,
  openKiosk,
  startKiosk,
  signIn,
  visit,
  listNames,
  invite,
} = prepareVisitors()

describe('limits', () => {
  it('refuse guessed codes after a while', async () => {
    const guess = () => readCode(callAs(undefined, '203.0.113.7').startKiosk({ code: 'ABCD-2345' }))
    for (let index = 0; index < 20; index++) expect(await guess()).toBe('KIOSK_CODE_INVALID')
    expect(await guess()).toBe('TOO_MANY_REQUESTS')
    // Whoever has the right code is not refused with them.
    const { code } = await openKiosk()
    expect(await callAs(undefined, '203.0.113.7').startKiosk({ code })).toMatchObject({ zoneName: zone.name })
  })

  const insertVisits = (way: string, count: number) =>
    query(
      `insert into visitor_visits (zone_id, request_id, name, name_key, way, signed_in_at)
        select $1, uuid_v7(), 'x', 'x', $3, now() from generate_series(1, $2::integer)`,
      [zone.id, count, way],
    )
  const addByHand = () =>
    callAs(manager).add({ zoneId: zone.id, hostId: null, name: 'Hand', requestId: crypto.randomUUID() })

  it('refuse visitors when the zone has as many as it may', async () => {
    await insertVisits('kiosk', visitorsInsideMost)
    expect(await readCode(signIn(await startKiosk(), 'kiosk'))).toBe('VISITORS_FULL')
    expect(await readCode(addByHand())).toBe('VISITORS_FULL')
  })

  it('refuse the poster, and neither kiosks nor managers, after invented visitors used it up', async () => {
    const poster = await makePoster()
    await insertVisits('poster', posterDayMost.usual)
    expect(await readCode(signIn(poster))).toBe('VISITORS_FULL')
    await query(`update visitor_visits set signed_out_at = now(), ended = 'manager' where zone_id = $1`, [
      zone.id,
    ])
    expect(await readCode(signIn(poster))).toBe('VISITORS_FULL')
    await signIn(await startKiosk(), 'kiosk')
    await addByHand()
    await invite()
    await signIn(poster, 'poster', { isExpected: true })
    // A new poster begins anew.
    await signIn(await makePoster())
  })

  it('stop the poster at the zone’s daily number, and alert its managers once at half of it', async () => {
    const settings = { zoneId: zone.id, notice: '', keptDays: 30 }
    const set = (most: number) => callAs(manager).setSettings({ ...settings, posterDayMost: most })
    expect(await readCode(set(posterDayMost.most + 1))).toBe('BAD_REQUEST')
    expect(await set(posterDayMost.least)).toMatchObject({ posterDayMost: posterDayMost.least })
    expect(await callAs(manager).setSettings(settings)).toMatchObject({ posterDayMost: posterDayMost.least })
    const poster = await makePoster()
    await insertVisits('poster', 3)
    const countAlerts = async () =>
      (await muster.call(manager).alerts.list({})).rows.filter(it =>
        it.title.includes('Half of today’s poster'),
      ).length
    await signIn(poster)
    expect(await countAlerts()).toBe(0)
    await signIn(poster)
    await signIn(poster)
    expect(await countAlerts()).toBe(1)
    // With a raised number, its half is told too.
    await set(14)
    await signIn(poster)
    expect(await countAlerts()).toBe(2)
    await insertVisits('poster', 7)
    expect(await readCode(signIn(poster))).toBe('VISITORS_FULL')
  })
})

describe('time', () => {
  const endDay = () =>
    muster.db.asOwner('a test', tx => write(tx, its => signOutAtDayEnd(its, zone.id, 'UTC')))
  const runExpiry = () => muster.db.asOwner('a test', tx => deleteOldVisits(1_000).execute(tx))

  it('signs out at the end of the day of the zone, marked as such', async () => {
    const token = await visit()
    await endDay()
    expect(await listNames('inside')).toEqual(['Mia Test'])
    await query(
      `update visitor_visits set signed_in_at = date_trunc('day', now(), 'UTC') - interval '13 hours' where zone_id = $1`,
      [zone.id],
    )
    await endDay()
    const { rows } = await callAs(manager).list({ zoneId: zone.id, state: 'past' })
    expect(rows).toMatchObject([{ ended: 'end_of_day', signedOutAt: `${today()}T00:00:00.000Z` }])
    expect(await callAs().own({ token })).toMatchObject({ ended: 'end_of_day' })
  })

  it('keeps somebody inside over midnight who signed in less than twelve hours before', async () => {
    await visit({ name: 'Day Guest' })
    await visit({ name: 'Night Guest' })
    const signInAt = (name: string, hoursBeforeMidnight: number) =>
      query(
        `update visitor_visits set signed_in_at = date_trunc('day', now(), 'UTC') - $3 * interval '1 hour'
          where zone_id = $1 and name = $2`,
        [zone.id, name, hoursBeforeMidnight],
      )
    await signInAt('Day Guest', 12.5)
    await signInAt('Night Guest', 11.5)
    await endDay()
    expect(await listNames('inside')).toEqual(['Night Guest'])
    await signInAt('Night Guest', 35.5)
    await endDay()
    expect(await listNames('inside')).toEqual([])
  })

  it('deletes visits after the days that the zone keeps them', async () => {
    await callAs().ownLeave({ token: await visit() })
    await callAs(manager).setSettings({ zoneId: zone.id, notice: '', keptDays: 2 })
    const age = (days: number) =>
      query(
        `update visitor_visits set signed_in_at = now() - $2 * interval '1 day', signed_out_at = now() - $2 * interval '1 day'
          where zone_id = $1`,
        [zone.id, days],
      )
    await age(1.9)
    await runExpiry()
    expect(await listNames('past')).toEqual(['Mia Test'])
    await age(2.1)
    await runExpiry()
    expect(await listNames('past')).toEqual([])
  })

  it('remembers since when visits are stored once they are kept longer', async () => {
    const keep = async (keptDays: number) => {
      await callAs(manager).setSettings({ zoneId: zone.id, notice: '', keptDays })
      const [row] = await query(
        `select round(extract(epoch from now() - stored_since) / 86400)::int as days from visitor_settings where zone_id = $1`,
        [zone.id],
      )
      return row?.days
    }
    expect([await keep(20), await keep(60), await keep(90), await keep(5), await keep(6)]).toEqual([
      ...[null, 20, 20, 20, 5],
    ])
    await query(`delete from visitor_settings where zone_id = $1`, [zone.id])
    expect(await keep(31)).toBe(30)
  })

  it('deletes codes that no tablet used, and keeps running kiosks', async () => {
    const token = await startKiosk()
    const { kioskId } = await openKiosk()
    await query(`update visitor_kiosks set code_expires_at = now() - interval '1 day' where id = $1`, [
      kioskId,
    ])
    await muster.db.asOwner('a test', tx => deleteOldKiosks(100).execute(tx))
    expect(await query('select 1 from visitor_kiosks where id = $1', [kioskId])).toEqual([])
    expect(await callAs().place({ door: 'kiosk', token })).toMatchObject({ zoneName: zone.name })
  })
})
