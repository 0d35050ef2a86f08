import { limits } from '@muster/domain/limits.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readCsvFile } from '../../../lib/testing/read-csv-file.ts'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { listOwnEmergencies } from '../emergencies.queries.ts'
import { sendReminders } from './remind.ts'
import { createReminderTimer } from './reminder-timer.ts'

const muster = testServices()
const { zone, manager, viewer, ann, away } = testWorld(muster, {
  manager: 'zone_manager_rw',
  viewer: { firstName: 'Vic', in: 'zone_manager_ro' },
  ann: 'app_user',
  away: 'app_user',
})

beforeEach(async () => {
  await muster.db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = now(), latitude = 28.613, longitude = 77.209, captured_at = now(),
      accuracy_meters = 5 where user_id = $1 and zone_id = $2`,
    [ann.id, zone.id],
  )
})

const aPlan = {
  kind: 'evacuate' as const,
  name: 'Gas leak',
  message: { text: 'Leave upwind.', texts: { hi: 'हवा की दिशा में निकलें।' } },
  audience: [],
  answers: { safe: { text: 'I’m out', texts: {} } },
  pointNames: [],
  askAgainMinutes: null,
  tellAfterMinutes: null,
  contactIds: [],
}
const save = (changes: object = {}, { who = manager, at = zone } = {}) =>
  muster
    .call(who)
    .emergencyPlans.save({ zoneId: at.id, emergencyPlanId: crypto.randomUUID(), ...aPlan, ...changes })
const findPlanId = async (name = aPlan.name) => {
  const { plans } = await muster.call(manager).emergencyPlans.list({ zoneId: zone.id })
  const planId = plans.find(it => it.name === name)?.id
  if (!planId) throw new Error(`There is no plan ${name}`)
  return planId
}
const declare = async (changes: { emergencyPlanId?: string; message?: string; drill?: boolean } = {}) =>
  muster.call(manager).emergencies.declare({
    zoneId: zone.id,
    kind: 'evacuate',
    drill: false,
    message: aPlan.message.text,
    requestId: crypto.randomUUID(),
    ...changes,
    emergencyPlanId: changes.emergencyPlanId ?? (await findPlanId()),
  })
const listAlerts = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows
const listTitles = async (who: TestUser) => (await listAlerts(who)).map(it => it.title)
const passMinutes = (emergencyId: string, minutes: number) =>
  muster.db.pool.query(
    `update emergencies set declared_at = declared_at - its.span, ask_again_at = ask_again_at - its.span, tell_at = tell_at - its.span
      from (select $2 * interval '1 minute' as span) its where id = $1`,
    [emergencyId, minutes],
  )
async function sendDue() {
  const warn = vi.fn()
  await sendReminders({ db: muster.db, log: { warn } })
  expect(warn).not.toHaveBeenCalled()
}

describe('the plans of a zone', () => {
  it('are those of the zone beside the four default ones, which are used first until another one of their kind is marked', async () => {
    const list = async () =>
      (await muster.call(viewer).emergencyPlans.list({ zoneId: zone.id })).plans.map(it => it.name || it.kind)
    expect(await list()).toEqual(['evacuate', 'shelter', 'keep_away', 'welfare'])
    const listFirst = async () =>
      (await muster.call(viewer).emergencyPlans.list({ zoneId: zone.id })).plans
        .filter(it => it.usedFirst)
        .map(it => it.name || it.kind)
    await save()
    expect(await list()).toEqual(['Gas leak', 'evacuate', 'shelter', 'keep_away', 'welfare'])
    expect(await listFirst()).toEqual(['evacuate', 'shelter', 'keep_away', 'welfare'])
    const emergencyPlanId = await findPlanId()
    await save({ emergencyPlanId, name: 'Gas', usedFirst: true })
    expect(await listFirst()).toEqual(['Gas', 'shelter', 'keep_away', 'welfare'])
    await save({ name: 'Fire', usedFirst: true })
    expect(await listFirst()).toEqual(['Fire', 'shelter', 'keep_away', 'welfare'])
    await muster
      .call(manager)
      .emergencyPlans.remove({ zoneId: zone.id, emergencyPlanId: await findPlanId('Fire') })
    await muster.call(manager).emergencyPlans.remove({ zoneId: zone.id, emergencyPlanId })
    expect(await list()).toEqual(['evacuate', 'shelter', 'keep_away', 'welfare'])
    expect(
      await readCode(muster.call(manager).emergencyPlans.remove({ zoneId: zone.id, emergencyPlanId })),
    ).toBe('EMERGENCY_PLAN_NOT_FOUND')
  })

  it('are changed only by those who may declare an emergency there, and never from another zone', async () => {
    expect(await readCode(save({}, { who: viewer }))).toBe('FORBIDDEN')
    expect(await readCode(muster.call(ann).emergencyPlans.list({ zoneId: zone.id }))).toBe('FORBIDDEN')
    await save()
    const emergencyPlanId = await findPlanId()
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    expect(await readCode(save({ emergencyPlanId, name: 'Taken over' }, { at: other }))).toBe(
      'EMERGENCY_PLAN_NOT_FOUND',
    )
    expect(
      await readCode(muster.call(manager).emergencyPlans.remove({ zoneId: other.id, emergencyPlanId })),
    ).toBe('EMERGENCY_PLAN_NOT_FOUND')
    expect(await findPlanId()).toBe(emergencyPlanId)
  })

  it('are not changed over the change of somebody else', async () => {
    const emergencyPlanId = crypto.randomUUID()
    const readChange = async () =>
      (await muster.call(manager).emergencyPlans.list({ zoneId: zone.id })).plans.find(
        it => it.id === emergencyPlanId,
      )?.changedAt
    await save({ emergencyPlanId })
    const expectedChangedAt = await readChange()
    const other = await muster.make.user()
    await muster.make.assign(other, zone, 'zone_manager_rw')
    await save({ emergencyPlanId, name: 'Gas', expectedChangedAt }, { who: other })
    expect(await readCode(save({ emergencyPlanId, name: 'Gas leak 2', expectedChangedAt }))).toBe(
      'LIST_CHANGED',
    )
    const [plan] = (
      await save({ emergencyPlanId, name: 'Gas leak 2', expectedChangedAt: await readChange() })
    ).plans
    expect(plan?.name).toBe('Gas leak 2')
    await muster.call(other).emergencyPlans.remove({ zoneId: zone.id, emergencyPlanId })
    expect(await readCode(save({ emergencyPlanId, expectedChangedAt: plan?.changedAt }))).toBe('LIST_CHANGED')
    await save({ emergencyPlanId })
  })

  it('reject duplicate names, contacts from outside the zone, and more plans than the limit', async () => {
    await save()
    expect(await readCode(save({ name: 'GAS LEAK' }))).toBe('EMERGENCY_PLAN_NAME_TAKEN')
    const stranger = await muster.make.user()
    expect(await readCode(save({ name: 'Fire', contactIds: [stranger.id] }))).toBe(
      'EMERGENCY_CONTACT_NOT_FOUND',
    )
    for (let number = 1; number < limits.emergencyPlansMost; number++) await save({ name: `Plan ${number}` })
    expect(await readCode(save({ name: 'One more' }))).toBe('EMERGENCY_PLANS_FULL')
  })
})

describe('an emergency', () => {
  it('says the text of its plan in the language of each person, with the words of its answers', async () => {
    await muster.db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [ann.id])
    await save({ audience: ['members'] })
    expect(
      (
        await muster.call(manager).emergencies.preview({
          zoneId: zone.id,
          kind: 'evacuate',
          emergencyPlanId: await findPlanId(),
        })
      ).people,
    ).toBe(4)
    const { emergencyId, people } = await declare()
    expect(people).toBe(4)
    expect((await listAlerts(ann))[0]?.description).toBe(aPlan.message.texts.hi)
    expect((await listAlerts(away))[0]?.description).toBe(aPlan.message.text)
    const [own] = (await muster.call(ann).emergencies.mine()).emergencies
    expect(own).toMatchObject({ message: aPlan.message.texts.hi, words: { safe: 'I’m out', help: '' } })
    expect(await muster.call(manager).emergencies.get({ emergencyId })).toMatchObject({
      planName: 'Gas leak',
    })
  })

  it('says it in a language that the app does not have to those whose phone prefers it', async () => {
    await save({ message: { text: 'Leave upwind.', texts: { pl: 'Pod wiatr.', hi: 'हवा' } } })
    await declare()
    const readAs = async (languages: string[]) =>
      (await muster.db.asOwner('test', tx => listOwnEmergencies(tx, ann.id, { languages, limit: 1 })))[0]
        ?.message
    expect([await readAs(['uk', 'pl']), await readAs(['uk']), await readAs([])]).toEqual([
      'Pod wiatr.',
      'Leave upwind.',
      'Leave upwind.',
    ])
    const texts = Object.fromEntries(['x', 'english'].map(code => [code, 'Unknown']))
    expect(await readCode(save({ name: 'Other', message: { text: '', texts } }))).toBe('BAD_REQUEST')
  })

  it('says a text that was changed for this one time to everybody', async () => {
    await muster.db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [ann.id])
    await save()
    await declare({ message: 'Use the north stairs.' })
    expect((await listAlerts(ann))[0]?.description).toBe('Use the north stairs.')
  })

  it('is declared with the default plan if its plan was deleted meanwhile or is of another zone', async () => {
    const other = await muster.make.zone()
    const stranger = await muster.make.user()
    await muster.make.assign(stranger, other, 'zone_manager_rw')
    const emergencyPlanId = crypto.randomUUID()
    await save({ emergencyPlanId, audience: ['members'] }, { who: stranger, at: other })
    for (const planId of [emergencyPlanId, crypto.randomUUID()]) {
      const { emergencyId, people } = await declare({ emergencyPlanId: planId, message: '' })
      expect(people).toBe(1)
      expect(await muster.call(manager).emergencies.get({ emergencyId })).toMatchObject({
        planName: '',
        message: '',
      })
      await muster.call(manager).emergencies.allClear({ emergencyId })
    }
  })

  it('sends people to the points of its plan, or to all if the zone has none of them any more', async () => {
    const point = { lat: 28.6, lng: 77.2, radiusMeters: 30 }
    const setPoints = (names: string[]) =>
      muster.call(manager).emergencies.setPoints({
        zoneId: zone.id,
        points: names.map(name => ({ name, ...point })),
      })
    await setPoints(['East', 'North', 'West'])
    await save({ pointNames: ['North'] })
    await declare()
    const readPoints = async () =>
      (await muster.call(ann).emergencies.mine()).emergencies[0]?.points.map(it => it.name)
    expect(await readPoints()).toEqual(['North'])
    await setPoints(['East', 'West'])
    expect(await readPoints()).toEqual(['East', 'West'])
  })
})

describe('the assembly points of a zone', () => {
  const toPoints = (names: string[]) => names.map(name => ({ name, lat: 28.6, lng: 77.2, radiusMeters: 30 }))
  const setPoints = (names: string[], renamed?: { from: string; to: string }) =>
    muster
      .call(manager)
      .emergencies.setPoints({ zoneId: zone.id, points: toPoints(names), ...(renamed && { renamed }) })
  const readPlan = async () => (await muster.call(viewer).emergencyPlans.list({ zoneId: zone.id })).plans[0]

  it('leave the plans when they are removed, and keep their place there under a new name', async () => {
    await setPoints(['East', 'North', 'West'])
    await save({ pointNames: ['West', 'North'] })
    const before = await readPlan()
    await setPoints(['East', 'North', 'West', 'South'])
    expect((await readPlan())?.changedAt).toBe(before?.changedAt)
    await setPoints(['East', 'North', 'Gate 4', 'South'], { from: 'West', to: 'Gate 4' })
    expect((await readPlan())?.pointNames).toEqual(['Gate 4', 'North'])
    await setPoints(['East', 'North'])
    expect((await readPlan())?.pointNames).toEqual(['North'])
    // Whoever had the plan open does not save it over this change.
    expect(
      await readCode(save({ emergencyPlanId: before?.id ?? '', expectedChangedAt: before?.changedAt })),
    ).toBe('LIST_CHANGED')
  })

  it('must exist to be named by a plan', async () => {
    await setPoints(['East'])
    expect(await readCode(save({ pointNames: ['East', 'West'] }))).toBe('ASSEMBLY_POINT_NOT_FOUND')
    expect((await readPlan())?.id).toBeNull()
  })

  it('keep their names in the plans of another zone', async () => {
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    await muster.call(manager).emergencies.setPoints({ zoneId: other.id, points: toPoints(['West']) })
    await save({ pointNames: ['West'] }, { at: other })
    await setPoints(['East'])
    const { plans } = await muster.call(manager).emergencyPlans.list({ zoneId: other.id })
    expect(plans[0]?.pointNames).toEqual(['West'])
  })
})

describe('neutral answers', () => {
  const neutral = [
    { text: 'I’m on my way', texts: { hi: 'मैं रास्ते में हूँ' } },
    { text: 'I’m not at work today', texts: {} },
  ]
  const answer = (emergencyId: string, input: object, who = ann) =>
    muster
      .call(who)
      .emergencies.answer({ emergencyId, state: 'neutral', requestId: crypto.randomUUID(), ...input })
  const readRow = async (emergencyId: string, filter: object = {}) =>
    (await muster.call(manager).emergencies.people({ emergencyId, ...filter })).rows

  it('are kept as claims with their words, and leave the person missing', async () => {
    await muster.db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [ann.id])
    await save({ answers: { neutral }, audience: ['members'] })
    const { emergencyId } = await declare()
    // A plan that is changed later changes nothing.
    await save({ emergencyPlanId: await findPlanId(), answers: {} })
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    expect(await answer(emergencyId, { choice: 0 })).toMatchObject({ state: 'missing' })
    const [own] = (await muster.call(ann).emergencies.mine()).emergencies
    expect(own).toMatchObject({
      neutral: ['मैं रास्ते में हूँ', 'I’m not at work today'],
      answer: { state: 'neutral', words: 'मैं रास्ते में हूँ' },
      state: 'missing',
    })
    // It waited for the network, and was given first.
    await answer(emergencyId, { choice: 1, waitedMs: 60_000 })
    const [row, ...others] = await readRow(emergencyId, { answered: 'yes' })
    expect(others).toEqual([])
    expect(row).toMatchObject({ name: 'Ann Test', state: 'missing', answer: { words: 'I’m on my way' } })
    expect(row?.claims.map(it => [it.state, it.words])).toEqual([
      ['neutral', 'I’m on my way'],
      ['neutral', 'I’m not at work today'],
    ])
    expect(await muster.call(manager).emergencies.get({ emergencyId })).toMatchObject({
      states: { missing: 4, safe: 0 },
      answered: 1,
    })
    expect(
      (await readRow(emergencyId, { answered: 'no', state: 'missing' })).map(it => it.name),
    ).not.toContain('Ann Test')
    await answer(emergencyId, { state: 'safe' })
    expect(await muster.call(manager).emergencies.get({ emergencyId })).toMatchObject({
      states: { safe: 1 },
      answered: 0,
    })
  })

  it('are those of the emergency, and nothing else', async () => {
    await save({ answers: { neutral }, audience: ['members'] })
    const { emergencyId } = await declare()
    for (const input of [{ choice: 2 }, {}, { state: 'safe', choice: 0 }])
      expect(await readCode(answer(emergencyId, input))).toBe('ANSWER_UNKNOWN')
    expect(await readRow(emergencyId, { answered: 'yes' })).toEqual([])
  })

  it('are limited to three in a plan, each with different words', async () => {
    const [first] = neutral
    for (const answers of [
      [first, first],
      [{ text: ' ', texts: {} }],
      'abcd'.split('').map(text => ({ text })),
    ])
      expect(await readCode(save({ answers: { neutral: answers } }))).toBe('BAD_REQUEST')
  })

  it('do not end the reminders, and are in the report, its file and its record', async () => {
    await save({ answers: { neutral }, askAgainMinutes: 5 })
    const { emergencyId } = await declare()
    await answer(emergencyId, { choice: 0 })
    await passMinutes(emergencyId, 5)
    await sendDue()
    expect((await listTitles(ann))[0]).toBe(`Asked again (2): Leave ${zone.name} now`)
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const reports = muster.call(manager).emergencyReports
    expect((await reports.rows({ emergencyId })).rows).toMatchObject([
      { state: 'missing', how: null, answer: { words: 'I’m on my way' } },
    ])
    expect((await readCsvFile(reports.exportCsv({ emergencyId }))).csv).toContain('I’m on my way')
    expect((await reports.record({ emergencyId })).record?.state).toBe('matches')
    await muster.db.pool.query(`update emergency_claims set words = 'I’m safe' where emergency_id = $1`, [
      emergencyId,
    ])
    expect((await reports.record({ emergencyId })).record?.state).toBe('changed')
  })
})

describe('reminders', () => {
  it('ask those again who are missing, until they answer or the all clear, also after their plan was deleted', async () => {
    await save({ askAgainMinutes: 5, audience: ['members'] })
    const { emergencyId } = await declare()
    await muster.call(manager).emergencyPlans.remove({ zoneId: zone.id, emergencyPlanId: await findPlanId() })
    await sendDue()
    expect(await listTitles(ann)).toEqual([`Leave ${zone.name} now`])
    await muster.call(ann).emergencies.answer({ emergencyId, state: 'safe', requestId: crypto.randomUUID() })
    await passMinutes(emergencyId, 5)
    await sendDue()
    await sendDue()
    expect(await listTitles(ann)).toEqual([`Leave ${zone.name} now`])
    expect(await listTitles(away)).toEqual([`Asked again (2): Leave ${zone.name} now`])
    await passMinutes(emergencyId, 60)
    await sendDue()
    await sendDue()
    expect(await listTitles(away)).toEqual([`Asked again (3): Leave ${zone.name} now`])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await passMinutes(emergencyId, 60)
    await sendDue()
    expect(await listTitles(away)).toEqual(['All clear', `The evacuation of ${zone.name} is over.`])
  })

  it('are sent at the second at which they are due, and are in the report', async () => {
    await save({ askAgainMinutes: 2, tellAfterMinutes: 1, contactIds: [viewer.id], audience: ['members'] })
    const { emergencyId } = await declare()
    const dueIn = (milliseconds: number) =>
      muster.db.pool.query(
        `update emergencies set declared_at = now() + its.span - interval '1 minute', tell_at = now() + its.span, ask_again_at = now() + its.span
          from (select $2 * interval '1 ms' as span) its where id = $1`,
        [emergencyId, milliseconds],
      )
    await dueIn(300)
    const timer = createReminderTimer({ db: muster.db, log: { warn: () => undefined } })
    timer.start()
    const readMoments = async () =>
      (await muster.call(manager).emergencies.report({ emergencyId })).timeline.map(it => it.what)
    await vi.waitFor(
      async () => expect(await readMoments()).toEqual(['declared', 'asked_again', 'contacts_told']),
      { timeout: 10_000 },
    )
    await timer.stop()
    expect(await listTitles(viewer)).toContainEqual(expect.stringMatching(/still missing after 1 minute$/))
    expect(await listTitles(away)).toEqual([`Asked again (2): Leave ${zone.name} now`])
  })

  it('are pushed but not emailed, and end after 20', async () => {
    await save({ askAgainMinutes: 2, audience: ['members'] })
    const { emergencyId } = await declare()
    const countMails = async () => {
      const { rows } = await muster.db.pool.query(
        `select count(*)::int as mails from alert_deliveries d join user_alerts a on a.id = d.alert_id
          where d.user_id = $1 and d.channel = 'mail' and a.source = $2`,
        [away.id, `emergency:${emergencyId}`],
      )
      return rows[0].mails
    }
    expect(await countMails()).toBe(1)
    await passMinutes(emergencyId, 2)
    await sendDue()
    expect(await countMails()).toBe(0)
    await muster.db.pool.query(
      `update emergencies set asked_again = 19, ask_again_at = now(), sent_reminders = (
        select jsonb_agg(jsonb_build_object('at', now(), 'what', 'asked_again', 'people', 1)) from generate_series(1, 21)) where id = $1`,
      [emergencyId],
    )
    await sendDue()
    await passMinutes(emergencyId, 200)
    await sendDue()
    expect(await listTitles(away)).toEqual([`Asked again (21): Leave ${zone.name} now`])
    // Changed orders begin anew, and the report names the newest reminders.
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.filter(it => it.what === 'asked_again')).toHaveLength(21)
  })

  it('tell the contacts once how many are missing, with a link only for those who may open the board', async () => {
    await save({ tellAfterMinutes: 5, contactIds: [viewer.id, away.id] })
    const { emergencyId } = await declare({ drill: true })
    await passMinutes(emergencyId, 5)
    await sendDue()
    await passMinutes(emergencyId, 5)
    await sendDue()
    const title = 'DRILL: 1 person is still missing after 5 minutes'
    expect(await listAlerts(viewer)).toMatchObject([
      { title, metadata: { emergencyId, urgent: true, opens: 'board' } },
      { title: `DRILL: People were called: Leave ${zone.name} now` },
    ])
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.map(it => [it.what, it.people])).toEqual([
      ['declared', undefined],
      ['contacts_told', 1],
    ])
    const [alert, ...others] = await listAlerts(away)
    expect(alert?.title).toBe(title)
    expect(alert?.metadata.emergencyId).toBeUndefined()
    expect(others.map(it => it.title)).toEqual([`DRILL: Leave ${zone.name} if you are there`])
  })

  it('tell the managers if no contact can be told any more', async () => {
    await save({ tellAfterMinutes: 5, contactIds: [away.id] })
    await muster.call(manager).users.unlink({ zoneId: zone.id, userId: away.id })
    const { emergencyId } = await declare()
    await passMinutes(emergencyId, 5)
    await sendDue()
    const title = '1 person is still missing after 5 minutes'
    expect(await listTitles(away)).not.toContain(title)
    expect(await listAlerts(manager)).toMatchObject([{ title, metadata: { emergencyId, urgent: true } }])
  })

  it('tell nobody who left the zone or was suspended since the declaration, but then the managers', async () => {
    await save({ tellAfterMinutes: 5, contactIds: [away.id, viewer.id] })
    const title = '1 person is still missing after 5 minutes'
    const { emergencyId } = await declare()
    await muster.call(manager).users.unlink({ zoneId: zone.id, userId: away.id })
    await passMinutes(emergencyId, 5)
    await sendDue()
    expect(await listTitles(viewer)).toEqual([title, `Emergency declared: Leave ${zone.name} now`])
    for (const other of [away, manager]) expect(await listTitles(other)).not.toContain(title)
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const later = await declare()
    await muster.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [viewer.id])
    await passMinutes(later.emergencyId, 5)
    await sendDue()
    // A suspended account has no session, so its alerts are read from the table.
    const { rows } = await muster.db.pool.query(`select title from user_alerts where user_id = $1`, [
      viewer.id,
    ])
    expect(rows.map(it => it.title).filter(it => it === title)).toEqual([title])
    expect(await listTitles(manager)).toContain(title)
  })

  it('tell nobody who has left the zone, and nobody once everyone is accounted for', async () => {
    await save({ tellAfterMinutes: 5, contactIds: [away.id, viewer.id] })
    const { emergencyId } = await declare()
    await muster.call(manager).users.unlink({ zoneId: zone.id, userId: away.id })
    const { plans } = await muster.call(manager).emergencyPlans.list({ zoneId: zone.id })
    expect(plans[0]?.contacts.map(it => it.name)).toEqual(['Vic Test'])
    await muster.call(ann).emergencies.answer({ emergencyId, state: 'safe', requestId: crypto.randomUUID() })
    await passMinutes(emergencyId, 5)
    await sendDue()
    expect(await listTitles(viewer)).toEqual([`Emergency declared: Leave ${zone.name} now`])
  })
})
