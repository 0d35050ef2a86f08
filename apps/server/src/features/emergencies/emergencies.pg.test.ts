import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { callNewcomers } from './add-newcomers.ts'
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
  findOnRoll,
  mark,
  readStates,
  listTitles,
} = prepareEmergencies()

/** Signs the person in on a phone with notifications, whose session ends after the interval. */
const addDevice = (who: TestUser, interval: string) =>
  muster.db.pool.query(
    `with session as (
       insert into auth.sessions (token, user_id, expires_at)
       values (gen_random_uuid()::text, $1, now() + $2::interval) returning id)
     insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
     select $1, id, 'https://push.example/' || id, 'key', 'secret', 'Phone' from session`,
    [who.id, interval],
  )

describe('the roll', () => {
  it('is previewed and frozen with the reason why each person counts', async () => {
    const target = { zoneId: zone.id, kind: 'evacuate' as const }
    const preview = await muster.call(manager).emergencies.preview(target)
    // The manager and the member who is away are not known to be inside.
    expect(preview).toMatchObject({
      ...{ people: 2, reach: { device: 0, app: 2, none: 0 }, notCalled: 3, asked: 1 },
    })
    const { emergencyId, people } = await declare()
    expect(people).toBe(2)
    const roll = await listPeople(emergencyId)
    expect(roll.map(it => [it.name, it.why, it.state, it.position !== null])).toEqual([
      ['Ann Test', 'inside', 'missing', true],
      ['Bob Test', 'not_seen', 'missing', true],
    ])
    const { reasons } = await muster.call(manager).emergencies.get({ emergencyId })
    expect(new Set(reasons)).toEqual(new Set(preview.reasons))
  })

  it('counts a device only with notifications and a living session, and says on the roll what became of the call', async () => {
    const expireSessions = (interval: string) =>
      muster.db.pool.query(
        `update auth.sessions s set expires_at = now() + $2::interval where user_id = $1
          and not exists (select from push_subscriptions p where p.session_id = s.id)`,
        [bob.id, interval],
      )
    const readReach = async () =>
      (await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })).reach
    await addDevice(ann, '1 day')
    await addDevice(bob, '-1 minute')
    await expireSessions('-1 minute')
    expect(await readReach()).toEqual({ device: 1, app: 0, none: 1 })
    await expireSessions('1 day')
    expect(await readReach()).toEqual({ device: 1, app: 1, none: 0 })
    const { emergencyId } = await declare()
    const readCallStates = async () => (await listPeople(emergencyId)).map(it => [it.name, it.callState])
    expect(await readCallStates()).toEqual([
      ['Ann Test', undefined],
      ['Bob Test', 'no_device'],
    ])
    await muster.db.pool.query(
      `update alert_deliveries set state = 'sent', sent_at = now() where user_id = $1 and channel = 'push'`,
      [ann.id],
    )
    await answer(bob, emergencyId, 'safe')
    expect(await readCallStates()).toEqual([
      ['Ann Test', 'delivered'],
      ['Bob Test', 'seen'],
    ])
  })

  it('tells an inaccurate reading apart, and asks all members for their welfare', async () => {
    await putInside(ann, 0, 120)
    expect(
      (await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })).reasons,
    ).toContainEqual({ why: 'uncertain', people: 1 })
    const { emergencyId } = await declare({ kind: 'welfare' })
    expect((await findOnRoll(emergencyId, 'Away')).why).toBe('off_site')
  })

  it('takes members by hand once, calls them, and takes nobody of other zones', async () => {
    const { emergencyId } = await declare()
    const add = (userId: string) =>
      muster.call(manager).emergencies.addPerson({
        ...{ emergencyId, userId, name: 'Somebody', requestId: crypto.randomUUID() },
      })
    const { personId } = await add(away.id)
    expect(await add(away.id)).toEqual({ personId })
    expect(await findOnRoll(emergencyId, 'Away')).toMatchObject({ id: personId, why: 'came_later' })
    expect((await muster.call(away).emergencies.mine()).emergencies.map(it => it.id)).toEqual([emergencyId])
    const stranger = await muster.make.user()
    expect(await readCode(add(stranger.id))).toBe('EMERGENCY_PERSON_NOT_FOUND')
    expect(await add(ann.id)).toEqual({ personId: (await findOnRoll(emergencyId, 'Ann')).id })
    expect((await listPeople(emergencyId)).length).toBe(3)
  })

  it('keeps everybody when people are deleted, unlinked or leave', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query('update presence_tracking set is_inside_zone = false where user_id = $1', [
      ann.id,
    ])
    await muster
      .call(manager)
      .users.unlink({ zoneId: zone.id, userId: ann.id })
      .catch(() => undefined)
    await muster.db.pool.query('delete from auth.users where id = $1', [bob.id])
    expect((await listPeople(emergencyId)).map(it => it.name)).toEqual(['Ann Test', 'Bob Test'])
    expect(await readStates(emergencyId)).toEqual({ missing: 2 })
  })

  it('grows by those who come in later and calls them once, and by hand', async () => {
    const { emergencyId } = await declare()
    await putInside(away)
    const run = () =>
      muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    expect([await run(), await run()]).toEqual(['done', 'done'])
    expect((await findOnRoll(emergencyId, 'Away')).why).toBe('came_later')
    // The call has replaced the question whether they are there.
    expect(await listTitles(away)).toEqual([`Leave ${zone.name} now`])
    const requestId = crypto.randomUUID()
    const add = () =>
      muster.call(manager).emergencies.addPerson({ emergencyId, name: 'Vera Visitor', requestId })
    expect(await add()).toEqual(await add())
    expect((await listPeople(emergencyId)).map(it => it.name)).toContain('Vera Visitor')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(
      await readCode(
        muster
          .call(manager)
          .emergencies.addPerson({ emergencyId, name: 'Late', requestId: crypto.randomUUID() }),
      ),
    ).toBe('EMERGENCY_ENDED')
  })
})

describe('answers and marks', () => {
  it('count once per request, and the last one counts whatever the order of arrival', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    const requestId = crypto.randomUUID()
    await answer(ann, emergencyId, 'help', { requestId })
    await answer(ann, emergencyId, 'help', { requestId })
    expect((await findOnRoll(emergencyId, 'Ann')).claims).toHaveLength(1)
    // A safe answer that waited for the network happened before the call for help.
    expect(await answer(ann, emergencyId, 'safe', { waitedMs: 60_000 })).toMatchObject({ state: 'help' })
    await answer(ann, emergencyId, 'safe')
    expect(await readStates(emergencyId)).toEqual({ missing: 1, safe: 1 })
  })

  it('are dated no earlier than the declaration', async () => {
    const { emergencyId } = await declare()
    const { declaredAt } = await muster.call(manager).emergencies.get({ emergencyId })
    const { at } = await answer(ann, emergencyId, 'safe', { waitedMs: 3_600_000 })
    expect(at).toBe(declaredAt)
  })

  it('raise an urgent alert for help to those who look after the zone, until the person is safe', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    for (const who of [manager, viewer]) {
      const alert = (await muster.call(who).alerts.list({})).rows.find(
        it => it.title === 'Ann Test needs help',
      )
      expect(alert?.metadata).toMatchObject({ emergencyId, personId: ann.id, urgent: true })
    }
    expect(await listTitles(bob)).toEqual([`Leave ${zone.name} now`])
    await mark(emergencyId, 'Ann', 'not_on_site')
    expect(await readStates(emergencyId)).toEqual({ help: 1, missing: 1 })
    await mark(emergencyId, 'Ann', 'safe')
    expect(await listTitles(manager)).toContain('Ann Test is safe now')
    expect(await listTitles(manager)).not.toContain('Ann Test needs help')
  })

  it('raise one alert with the number of many who need help, not one for each', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, why)
        select $1, $2, 'Zone', 'Guest ' || n, 'Guest ' || n, 'by_hand' from generate_series(1, 30) n`,
      [emergencyId, zone.id],
    )
    const { rows } = await muster
      .call(manager)
      .emergencies.people({ emergencyId, search: 'Guest', limit: 100 })
    const personIds = rows.map(it => it.id)
    const markAll = (state: 'help' | 'safe') =>
      muster.call(manager).emergencies.mark({ emergencyId, personIds, state, requestId: crypto.randomUUID() })
    await markAll('help')
    expect((await listTitles(viewer)).filter(it => it.includes('help'))).toEqual(['30 people need help'])
    await markAll('safe')
    expect((await listTitles(viewer)).filter(it => /help|safe/.test(it))).toEqual(['30 people are safe now'])
  })

  it('keep both of two claims about one person', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    await mark(emergencyId, 'Ann', 'safe')
    const person = await findOnRoll(emergencyId, 'Ann')
    expect(person).toMatchObject({ state: 'safe', disputed: true })
    expect(person.claims.map(it => [it.state, it.how, it.by])).toEqual([
      ['safe', 'captain', 'Mia Test'],
      ['help', 'own', 'Ann Test'],
    ])
    await mark(emergencyId, 'Ann', 'missing')
    expect(await readStates(emergencyId)).toEqual({ missing: 2 })
  })

  describe('that call for help by mistake', () => {
    const markOne = async (
      emergencyId: string,
      claim: { state: 'help' | 'undone'; undoes?: string },
      more: object = {},
    ) => {
      const requestId = crypto.randomUUID()
      const personIds = [(await findOnRoll(emergencyId, 'Ann')).id]
      await muster.call(manager).emergencies.mark({ emergencyId, personIds, requestId, ...claim, ...more })
      return requestId
    }
    const readAnn = async (emergencyId: string) => {
      const { state, disputed, answer: words, claims } = await findOnRoll(emergencyId, 'Ann')
      return { state, disputed, answer: words?.words, said: claims.map(it => it.state) }
    }

    it('are taken back by whoever made them, and the record keeps both', async () => {
      const { emergencyId } = await declare()
      const undoes = crypto.randomUUID()
      await answer(ann, emergencyId, 'help', { requestId: undoes })
      const undo = () =>
        muster
          .call(ann)
          .emergencies.answer({ emergencyId, state: 'undone', undoes, requestId: crypto.randomUUID() })
      expect(await undo()).toMatchObject({ state: 'missing' })
      await undo()
      expect((await muster.call(ann).emergencies.mine()).emergencies).toMatchObject([
        { answer: null, state: 'missing' },
      ])
      expect(await readAnn(emergencyId)).toEqual({
        ...{ state: 'missing', disputed: false, answer: undefined },
        said: ['undone', 'undone', 'help'],
      })
      expect(await listTitles(manager)).toContain('Call for help taken back: Ann Test')
      expect(await listTitles(manager)).not.toContain('Ann Test needs help')
      await muster.call(manager).emergencies.allClear({ emergencyId })
      const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
      expect(timeline.map(it => it.what)).toEqual([
        'declared',
        'help',
        'help_undone',
        'help_undone',
        'all_clear',
      ])
      const readRecord = async () =>
        (await muster.call(manager).emergencyReports.record({ emergencyId })).record?.state
      expect(await readRecord()).toBe('matches')
      await muster.db.pool.query(
        `delete from emergency_claims where emergency_id = $1 and state = 'undone'`,
        [emergencyId],
      )
      expect(await readRecord()).toBe('changed')
    })

    it('keep earlier answers and other people’s calls for help', async () => {
      const { emergencyId } = await declare()
      await mark(emergencyId, 'Ann', 'safe')
      const undoes = await markOne(emergencyId, { state: 'help' })
      await markOne(emergencyId, { state: 'undone', undoes })
      expect(await readAnn(emergencyId)).toMatchObject({ state: 'safe', said: ['undone', 'help', 'safe'] })
      await answer(ann, emergencyId, 'help')
      const second = await markOne(emergencyId, { state: 'help' })
      await markOne(emergencyId, { state: 'undone', undoes: second })
      expect(await readAnn(emergencyId)).toMatchObject({ state: 'help', disputed: true })
    })

    it('stay if somebody else, or somebody later than a minute, takes them back', async () => {
      const { emergencyId } = await declare()
      await muster.db.pool.query(
        `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
        [emergencyId],
      )
      const undoes = crypto.randomUUID()
      await answer(ann, emergencyId, 'help', { requestId: undoes })
      const late = await markOne(emergencyId, { state: 'help' }, { waitedMs: 5 * 60_000 })
      for (const refused of [
        { state: 'undone' as const, undoes },
        { state: 'undone' as const, undoes: late },
        { state: 'undone' as const, undoes: crypto.randomUUID() },
        { state: 'undone' as const },
        { state: 'help' as const, undoes },
      ])
        expect(await readCode(markOne(emergencyId, refused))).toBe('HELP_NOT_UNDOABLE')
      expect(await readAnn(emergencyId)).toMatchObject({ state: 'help', said: ['help', 'help'] })
    })
  })

  it('refuse people of another roll without writing anything', async () => {
    const { emergencyId } = await declare()
    const { emergencyId: drillId } = await declare({ drill: true })
    const personIds = [(await findOnRoll(emergencyId, 'Ann')).id, (await findOnRoll(drillId, 'Bob')).id]
    const call = muster
      .call(manager)
      .emergencies.mark({ emergencyId, personIds, state: 'safe', requestId: crypto.randomUUID() })
    expect(await readCode(call)).toBe('EMERGENCY_PERSON_NOT_FOUND')
    expect(await readStates(emergencyId)).toEqual({ missing: 2 })
  })
})

describe('what everybody reads of emergencies', () => {
  it('is the all clear for those who were on the roll, with a number to call only for those who needed help', async () => {
    const { emergencyId } = await declare({ drill: true })
    await answer(ann, emergencyId, 'help')
    expect((await muster.call(ann).emergencies.mine()).ended).toEqual([])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const listEnded = async (who: TestUser) => (await muster.call(who).emergencies.mine()).ended
    const ended = { id: emergencyId, zoneName: zone.name, drill: true }
    expect(await listEnded(ann)).toMatchObject([{ ...ended, needsHelp: true, declaredBy: 'Mia Test' }])
    expect(await listEnded(bob)).toMatchObject([{ ...ended, needsHelp: false, phone: '' }])
    expect(await listEnded(away)).toEqual([])
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '14 hours', all_clear_at = now() - interval '13 hours' where id = $1`,
      [emergencyId],
    )
    expect(await listEnded(ann)).toEqual([])
  })

  it('is an open emergency in one of their zones, while they are not on its roll', async () => {
    const stranger = await muster.make.user()
    const { emergencyId } = await declare()
    const listNearby = async (who: TestUser) => (await muster.call(who).emergencies.mine()).nearby
    expect(await listNearby(away)).toMatchObject([
      { id: emergencyId, zoneName: zone.name, kind: 'evacuate', declaredBy: 'Mia Test', answer: null },
    ])
    // Those who see the board are told as those who lead.
    for (const who of [ann, stranger, viewer]) expect(await listNearby(who)).toEqual([])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await listNearby(away)).toEqual([])
  })

  it('is the list of open ones for those who see the board, and empty for others', async () => {
    const { emergencyId } = await declare({ drill: true })
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { emergencyId: openId } = await declare()
    const listOpenIds = async (who: TestUser) =>
      (await muster.call(who).emergencies.list({ open: true })).rows.map(it => it.id)
    expect([await listOpenIds(manager), await listOpenIds(viewer)]).toEqual([[openId], [openId]])
    expect(await listOpenIds(ann)).toEqual([])
  })
})
