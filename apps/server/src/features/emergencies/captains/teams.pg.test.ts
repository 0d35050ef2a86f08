import { describe, expect, it } from 'vitest'
import { write } from '../../../live/write.ts'
import { readCode } from '../../../testing/caller.ts'
import { forgetOnRolls } from '../roll.queries.ts'
import { checkTeam } from './team-rounds.ts'
import { newId, prepareCaptains } from './testing/prepare-captains.ts'

const {
  muster,
  zone,
  manager,
  viewer,
  captain,
  ann,
  bob,
  otherZone,
  declare,
  call,
  readOpen,
  setAreas,
  sweep,
  listTitles,
} = prepareCaptains()

describe('a team that was sent back in', () => {
  const start = async (emergencyId: string, more: object = {}, who = captain) => {
    const [person] = (await readOpen()).people
    return (
      await call(who).startTeam({
        emergencyId,
        zoneId: zone.id,
        name: 'Team 1',
        personIds: [person?.id ?? ''],
        names: ['Fire brigade 2'],
        requestId: newId(),
        ...more,
      })
    ).teamId
  }
  const readTeam = async () => {
    const [team] = (await readOpen()).teams
    if (!team) throw new Error('There is no team')
    return team
  }
  const listPersonIds = async () => (await readTeam()).people.map(it => it.id)
  const confirm = (teamId: string, round: number, personIds: string[], more: object = {}) =>
    call(captain).confirm({ teamId, round, personIds, requestId: newId(), ...more })
  /** Makes a team older, as if so many minutes had passed. */
  const pass = (teamId: string, minutes: number) =>
    muster.db.pool.query(
      `with team as (update emergency_teams set started_at = started_at - $2 * interval '1 minute' where id = $1),
        confirmations as (update par_confirmations c set happened_at = happened_at - $2 * interval '1 minute',
          received_at = received_at - $2 * interval '1 minute' from par_rounds r where r.id = c.round_id and r.team_id = $1)
        update par_rounds set opened_at = opened_at - $2 * interval '1 minute', due_at = due_at - $2 * interval '1 minute',
          closed_at = closed_at - $2 * interval '1 minute', alerted_at = alerted_at - $2 * interval '1 minute' where team_id = $1`,
      [teamId, minutes],
    )
  const check = (teamId: string) =>
    muster.db.asOwner('test', tx => write(tx, context => checkTeam(context, teamId)))

  it('begins the next round once everybody is confirmed', async () => {
    const teamId = await start(await declare())
    const [annId = '', brigadeId = ''] = await listPersonIds()
    await confirm(teamId, 1, [annId])
    expect((await readTeam()).rounds.map(it => [it.number, it.missing])).toEqual([[1, ['Fire brigade 2']]])
    await confirm(teamId, 1, [brigadeId])
    const team = await readTeam()
    expect(team.rounds.map(it => [it.number, it.closedBecause])).toEqual([
      [2, null],
      [1, 'complete'],
    ])
    // The tick of a second captain arrives after the round was complete, and does not count in the next one.
    await confirm(teamId, 1, [annId])
    expect((await readTeam()).people.map(it => it.confirmed)).toEqual([null, null])
    expect(team.incompleteRounds).toBe(0)
  })

  it('opens at most one round a minute, however often everybody is confirmed', async () => {
    const teamId = await start(await declare())
    const ids = await listPersonIds()
    const listNumbers = async () => (await readTeam()).rounds.map(it => it.number)
    for (const round of [1, 2, 2, 2]) await confirm(teamId, round, ids)
    await check(teamId)
    expect(await listNumbers()).toEqual([2, 1])
    await pass(teamId, 1)
    await check(teamId)
    expect(await listNumbers()).toEqual([3, 2, 1])
    await check(teamId)
    expect(await listNumbers()).toEqual([3, 2, 1])
  })

  it('alerts its starter and the managers once for each overdue round, and records rounds that were not complete', async () => {
    const teamId = await start(await declare())
    const [annId = ''] = await listPersonIds()
    await confirm(teamId, 1, [annId])
    await pass(teamId, 19)
    await check(teamId)
    const title = 'Team 1: not everybody is confirmed'
    expect(await listTitles(manager)).not.toContain(title)
    await pass(teamId, 2)
    await check(teamId)
    await check(teamId)
    for (const who of [manager, captain])
      expect((await listTitles(who)).filter(it => it === title)).toHaveLength(1)
    expect(await listTitles(viewer)).not.toContain(title)
    expect(await listTitles(ann)).not.toContain(title)
    await pass(teamId, 20)
    await check(teamId)
    const team = await readTeam()
    expect(team.rounds.map(it => [it.number, it.closedBecause, it.missing])).toEqual([
      [2, null, ['Ann Test', 'Fire brigade 2']],
      [1, 'next_due', ['Fire brigade 2']],
    ])
    expect(team.incompleteRounds).toBe(1)
  })

  it('counts a confirmation that a phone without a network made in time, and moves a late one to the open round', async () => {
    const teamId = await start(await declare())
    const ids = await listPersonIds()
    await pass(teamId, 45)
    await check(teamId)
    expect((await readTeam()).incompleteRounds).toBe(1)
    await confirm(teamId, 1, ids, { waitedMs: 30 * 60_000 })
    const mended = await readTeam()
    expect(mended.incompleteRounds).toBe(0)
    expect(mended.people.map(it => it.confirmed)).toEqual([null, null])
    await confirm(teamId, 1, ids.slice(0, 1))
    expect((await readTeam()).people.map(it => it.confirmed !== null)).toEqual([true, false])
  })

  it('names whose confirmation arrived after the end, and takes none that is a day old', async () => {
    const emergencyId = await declare()
    const teamId = await start(emergencyId)
    const ids = await listPersonIds()
    await confirm(teamId, 1, ids.slice(0, 1))
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { rows } = await muster.db.pool.query<{ at: Date }>(
      `with e as (update emergencies set declared_at = now() - interval '3 hours', all_clear_at = now() - interval '1 hour' where id = $1),
        t as (update emergency_teams set started_at = now() - interval '3 hours', ended_at = now() - interval '1 hour' where id = $2),
        c as (update par_confirmations c set happened_at = now() - interval '2 hours', received_at = now() - interval '2 hours'
          from par_rounds r where r.id = c.round_id and r.team_id = $2)
        update par_rounds set opened_at = now() - interval '3 hours', due_at = now() - interval '1 hour', closed_at = now() - interval '1 hour'
          where team_id = $2 returning closed_at as at`,
      [emergencyId, teamId],
    )
    expect(rows).toHaveLength(1)
    expect(await readCode(confirm(teamId, 1, ids))).toBe('EMERGENCY_ENDED')
    await confirm(teamId, 1, ids, { waitedMs: 90 * 60_000 })
    const [team] = (await call(manager).teams({ emergencyId })).teams
    expect(team?.rounds.map(it => [it.missing, it.confirmedLate])).toEqual([[[], ['Fire brigade 2']]])
    expect(await readCode(confirm(teamId, 1, ids, { waitedMs: 25 * 60 * 60_000 }))).toBe('EMERGENCY_ENDED')
  })

  it('ends with everybody out, without somebody, or with the all clear', async () => {
    const emergencyId = await declare()
    const out = await start(emergencyId, { name: 'Out' })
    const missing = await start(emergencyId, { name: 'Missing' })
    const left = await start(emergencyId, { name: 'Left' })
    const end = { teamId: out, allOut: true, requestId: newId() }
    expect(await call(captain).endTeam(end)).toEqual(await call(captain).endTeam(end))
    await call(manager).endTeam({ teamId: missing, requestId: newId() })
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { teams } = await call(manager).teams({ emergencyId })
    const facts = Object.fromEntries(
      teams.map(it => [it.id, [it.endedAt !== null, it.rounds[0]?.closedBecause, it.incompleteRounds]]),
    )
    expect(facts).toEqual({
      [out]: [true, 'complete', 0],
      [missing]: [true, 'ended', 1],
      [left]: [true, 'ended', 1],
    })
  })

  it('ends by itself after a day of silence, after which its rounds are bounded', async () => {
    const teamId = await start(await declare(), { intervalMinutes: 1 })
    await pass(teamId, 200 * 24 * 60)
    await check(teamId)
    const { rows } = await muster.db.pool.query(
      'select count(*)::int as rounds from par_rounds where team_id = $1',
      [teamId],
    )
    expect(rows[0].rounds).toBeLessThanOrEqual(102)
    expect((await readTeam()).endedAt).not.toBeNull()
  })

  it('takes people of the roll and zones of the caller only, once, and not after the all clear', async () => {
    const emergencyId = await declare()
    const requestId = newId()
    expect(await start(emergencyId, { requestId })).toBe(await start(emergencyId, { requestId }))
    expect(await readCode(start(emergencyId, { zoneId: otherZone.id }))).toBe('ZONE_NOT_FOUND')
    const { rows } = await muster.call(manager).emergencies.people({ emergencyId, search: 'Bob' })
    const personIds = rows.map(it => it.id)
    expect(await readCode(start(emergencyId, { personIds }))).toBe('EMERGENCY_PERSON_NOT_FOUND')
    expect(await readCode(start(emergencyId, {}, viewer))).toBe('FORBIDDEN')
    const teamId = (await readTeam()).id
    for (const who of [viewer, ann, bob]) {
      expect(
        await readCode(call(who).confirm({ teamId, round: 1, personIds: [newId()], requestId: newId() })),
      ).toBe('TEAM_NOT_FOUND')
      expect(await readCode(call(who).endTeam({ teamId, requestId: newId() }))).toBe('TEAM_NOT_FOUND')
    }
    expect(await readCode(confirm(teamId, 1, [newId()]))).toBe('TEAM_NOT_FOUND')
    expect(await readCode(confirm(teamId, 7, await listPersonIds()))).toBe('TEAM_NOT_FOUND')
    const [person] = (await readOpen()).people
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(
      await readCode(
        call(captain).startTeam({
          emergencyId,
          zoneId: zone.id,
          name: 'Late',
          personIds: [person?.id ?? ''],
          requestId: newId(),
        }),
      ),
    ).toBe('EMERGENCY_ENDED')
  })

  it('stands beside its people while it is inside, whatever their state, and in the report', async () => {
    await setAreas('Workshop')
    const emergencyId = await declare()
    const [area] = (await readOpen()).sweeps
    await sweep(emergencyId, area?.areaId ?? '', 'clear')
    const [person] = (await readOpen()).people
    const mark = { emergencyId, personIds: [person?.id ?? ''], state: 'safe' as const, requestId: newId() }
    await muster.call(manager).emergencies.mark(mark)
    const teamId = await start(emergencyId)
    const readAnn = async () =>
      (await muster.call(manager).emergencies.people({ emergencyId, search: 'Ann' })).rows[0]
    const countInside = async () =>
      (await muster.call(manager).emergencies.get({ emergencyId })).insideWithTeams
    expect(await readAnn()).toMatchObject({
      state: 'safe',
      insideWith: { team: 'Team 1', confirmedAt: null },
    })
    expect(await countInside()).toBe(2)
    const { link, code } = await muster.call(manager).responders.create({ emergencyId, hours: 4 })
    const { key } = await muster.call().responders.open({ token: link.split('/').at(-1) ?? '', code })
    expect((await muster.call().responders.read({ key })).inside.map(it => [it.name, it.team])).toEqual([
      ['Ann Test', 'Team 1'],
      ['Fire brigade 2', 'Team 1'],
    ])
    await confirm(teamId, 1, (await listPersonIds()).slice(0, 1))
    const confirmed = { team: 'Team 1', confirmedAt: expect.any(String) }
    expect((await readAnn())?.insideWith).toEqual(confirmed)
    expect((await readOpen()).people[0]?.insideWith).toEqual(confirmed)
    await call(captain).endTeam({ teamId, requestId: newId() })
    expect(await readAnn()).not.toHaveProperty('insideWith')
    expect(await countInside()).toBe(0)
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.map(it => [it.what, it.subject, it.name, it.unconfirmed])).toEqual([
      ['declared', undefined, 'Mia Test', undefined],
      ['area_clear', 'Workshop', 'Cap Test', undefined],
      ['team_started', 'Team 1', 'Cap Test', undefined],
      ['link_created', undefined, 'Mia Test', undefined],
      ['link_opened', undefined, '', undefined],
      ['team_round', 'Team 1', '', ['Fire brigade 2']],
      ['team_ended', 'Team 1', 'Cap Test', undefined],
    ])
    expect(await readCode(muster.call(bob).emergencies.report({ emergencyId }))).toBe('FORBIDDEN')
  })

  it('loses the name of a deleted person after the all clear, and no round', async () => {
    const emergencyId = await declare()
    await start(emergencyId)
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await muster.db.asOwner('test', tx => forgetOnRolls(tx, ann.id))
    await muster.db.pool.query('delete from auth.users where id = $1', [ann.id])
    const [team] = (await call(manager).teams({ emergencyId })).teams
    expect(team?.people.map(it => it.name)).toEqual(['Unnamed member', 'Fire brigade 2'])
    expect(team?.incompleteRounds).toBe(1)
  })
})
