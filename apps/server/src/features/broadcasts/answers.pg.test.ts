import { limits } from '@muster/domain/limits.ts'
import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { processOrder, takeDeliveries } from '../alerts/deliveries.queries.ts'

const muster = testServices()
const { zone, manager, viewer, ann, bob } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  viewer: { firstName: 'Vic', in: 'zone_manager_ro' },
  ann: 'app_user',
  bob: 'app_user',
})

const answers = [
  { text: 'Out', meaning: 'safe' as const },
  { text: 'Stuck', meaning: 'help' as const },
  { text: 'At home', meaning: 'neutral' as const },
]
const sendQuestion = (overrides: object = {}, who = manager) =>
  muster.call(who).broadcasts.send({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    title: 'Leave the yard',
    message: 'North gate.',
    priority: 'urgent',
    answers,
    ...overrides,
  })
const reply = (who: TestUser, broadcastId: string, text: string) =>
  muster.call(who).broadcasts.answer({ broadcastId, answer: text })
const listAlerts = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows
    .filter(it => it.type === 'broadcast')
    .map(it => [it.title, it.metadata.urgent ?? false, it.isRead])
const listOpenQuestions = async (who: TestUser) =>
  (await muster.call(who).broadcasts.openQuestions()).questions.map(it => it.title)
const addManager = async () => {
  const otherManager = await muster.make.user()
  await muster.make.assign(otherManager, zone, 'zone_manager_rw')
  return otherManager
}
const setPhone = (who: TestUser, number: string) =>
  muster.db.pool.query('update user_profiles set phone = $2 where id = $1', [who.id, number])

describe('the meaning of an answer', () => {
  it('is stored with the question, and plain texts from older apps mean the same as the default answers', async () => {
    const { broadcastId } = await sendQuestion()
    expect((await muster.call(ann).broadcasts.get({ broadcastId })).answers).toEqual(answers)
    const oldQuestion = await sendQuestion({ answers: ['I am safe', 'I need help', 'On my way'] })
    expect(
      (await muster.call(ann).broadcasts.get({ broadcastId: oldQuestion.broadcastId })).answers.map(
        it => it.meaning,
      ),
    ).toEqual(['safe', 'help', 'neutral'])
  })

  it('is neutral in rows written by an older version', async () => {
    const { broadcastId } = await sendQuestion()
    await muster.db.pool.query(`update broadcasts set answer_meanings = '{}' where id = $1`, [broadcastId])
    expect((await reply(ann, broadcastId, 'Stuck')).answer).toBe('Stuck')
    const { rows } = await muster.call(manager).broadcasts.recipients({ broadcastId })
    expect(rows.find(it => it.userId === ann.id)?.meaning).toBe('neutral')
    expect(await listAlerts(manager)).toEqual([])
  })
})

describe('a call for help', () => {
  it('alerts the sender and the people who manage the zone urgently and only once until it is withdrawn', async () => {
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Stuck')
    await reply(ann, broadcastId, 'Stuck')
    const helpAlert = ['Ann Test needs help', true, false]
    expect(await listAlerts(manager)).toEqual([helpAlert])
    expect((await listAlerts(viewer))[0]).toEqual(helpAlert)
    expect((await listAlerts(bob)).map(([title]) => title)).toEqual(['Leave the yard'])
    const [alert] = (await muster.call(manager).alerts.list({})).rows
    expect(alert?.metadata).toMatchObject({ answerTo: broadcastId, personId: ann.id, meaning: 'help' })
    await reply(ann, broadcastId, 'Out')
    expect(await listAlerts(manager)).toEqual([['Ann Test is safe now', false, false]])
    await reply(ann, broadcastId, 'Stuck')
    expect(await listAlerts(manager)).toEqual([helpAlert])
  })

  it('does not reach the people of another zone', async () => {
    const stranger = await muster.make.user()
    await muster.make.assign(stranger, await muster.make.zone(), 'zone_manager_rw')
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Stuck')
    expect(await listAlerts(stranger)).toEqual([])
  })

  it("reaches the managers of the person's zones and the sender when the question went to all zones", async () => {
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    const { broadcastId } = await sendQuestion({ zoneId: null }, superAdmin)
    await reply(ann, broadcastId, 'Stuck')
    const helpAlert = ['Ann Test needs help', true, false]
    expect(await listAlerts(superAdmin)).toEqual([helpAlert])
    expect((await listAlerts(manager))[0]).toEqual(helpAlert)
    const { rows } = await muster.call(superAdmin).broadcasts.recipients({ broadcastId, answer: 'Stuck' })
    expect(rows).toMatchObject([{ userId: ann.id, meaning: 'help', zone: { id: zone.id } }])
  })

  it('has phone numbers stored on the device in advance: the sender’s first, then a manager’s', async () => {
    const lead = await muster.make.user({ firstName: 'Lea' })
    await muster.make.assign(lead, zone, 'zone_manager_rw')
    await setPhone(manager, '+91 11 5550 0100')
    await setPhone(lead, '+91 11 5550 0300')
    await setPhone(viewer, '+91 11 5550 0200')
    const { broadcastId } = await sendQuestion()
    const contacts = [
      { name: 'Mia Test', phone: '+91 11 5550 0100' },
      { name: 'Lea Test', phone: '+91 11 5550 0300' },
    ]
    const [question] = (await muster.call(ann).broadcasts.openQuestions()).questions
    expect(question?.contacts).toEqual(contacts)
    expect((await muster.call(ann).broadcasts.get({ broadcastId })).contacts).toEqual(contacts)
    const readContacts = async (overrides: object) => {
      const sentQuestion = await sendQuestion(overrides)
      return (await muster.call(ann).broadcasts.get({ broadcastId: sentQuestion.broadcastId })).contacts
    }
    expect(await readContacts({ priority: 'high', targetRoles: [] })).toEqual([])
    expect(await readContacts({ answers: [] })).toEqual([])
    expect((await muster.call(viewer).broadcasts.get({ broadcastId })).contacts).toEqual(contacts)
    expect((await muster.call(manager).broadcasts.get({ broadcastId })).contacts).toEqual([])
  })

  it('shows only to the person how many people were alerted, who has seen it and whom to call', async () => {
    await setPhone(manager, '+91 11 5550 0100')
    await setPhone(viewer, '+91 11 5550 0200')
    const { broadcastId } = await sendQuestion()
    const readHelp = async (who: TestUser) => (await muster.call(who).broadcasts.get({ broadcastId })).help
    await reply(bob, broadcastId, 'Out')
    await reply(ann, broadcastId, 'Stuck')
    const contacts = [{ name: 'Mia Test', phone: '+91 11 5550 0100' }]
    expect(await readHelp(ann)).toEqual({ alerted: 2, seenBy: [], contacts })
    expect([await readHelp(bob), await readHelp(manager)]).toEqual([null, null])
    const [alert] = (await muster.call(manager).alerts.list({})).rows
    await muster.call(manager).alerts.markRead({ alertId: alert?.id ?? '' })
    expect(await readHelp(ann)).toEqual({ alerted: 2, seenBy: ['Mia Test'], contacts })
    await reply(ann, broadcastId, 'Out')
    expect(await readHelp(ann)).toBeNull()
  })
})

describe('one’s own calls for help', () => {
  const listOwn = async (who: TestUser) => {
    const { calls } = await muster.call(who).broadcasts.ownCalls()
    // What everybody reads at the start says whether there are any.
    const { hasOwnCalls = false } = await muster.call(who).broadcasts.openQuestions()
    expect(hasOwnCalls).toBe(calls.length > 0)
    return calls
  }
  const setPresence = (assignment: string) =>
    muster.db.pool.query(`update presence_tracking set ${assignment} where user_id = $1 and zone_id = $2`, [
      ann.id,
      zone.id,
    ])

  it('are listed with who has seen them until the answer changes or the question ends', async () => {
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Stuck')
    expect(await listOwn(ann)).toMatchObject([
      { broadcastId, title: 'Leave the yard', answer: 'Stuck', help: { alerted: 2, seenBy: [] } },
    ])
    expect([await listOwn(bob), await listOwn(manager)]).toEqual([[], []])
    await muster.call(manager).broadcasts.see({ broadcastId, personId: ann.id })
    expect((await listOwn(ann)).map(it => it.help.seenBy)).toEqual([['Mia Test']])
    await reply(ann, broadcastId, 'Out')
    expect(await listOwn(ann)).toEqual([])
    await reply(ann, broadcastId, 'Stuck')
    await muster.call(manager).broadcasts.endQuestion({ broadcastId })
    expect(await listOwn(ann)).toEqual([])
  })

  it('say which position the others have, and only with consent', async () => {
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Stuck')
    expect((await listOwn(ann))[0]?.position).toBeNull()
    await setPresence(
      `latitude = 1, longitude = 1, captured_at = now(), received_at = now(), accuracy_meters = 8, consent = 'given'`,
    )
    expect((await listOwn(ann))[0]?.position).toMatchObject({ accuracyMeters: 8 })
    await setPresence(`consent = 'withdrawn', latitude = null, longitude = null, captured_at = null`)
    expect((await listOwn(ann))[0]?.position).toBeNull()
  })

  it('are no longer shown after a day', async () => {
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Stuck')
    await muster.db.pool.query(
      `update broadcast_recipients set changed_at = now() - interval '25 hours' where broadcast_id = $1`,
      [broadcastId],
    )
    expect(await listOwn(ann)).toEqual([])
  })
})

it('a call for help is shown as seen when it is opened, not by Mark All Read', async () => {
  const { broadcastId } = await sendQuestion()
  const listVisible = async (who: TestUser) =>
    (await muster.call(who).broadcasts.get({ broadcastId })).help?.seenBy
  for (const member of [ann, bob]) await reply(member, broadcastId, 'Stuck')
  await muster.call(manager).alerts.markAllRead()
  expect(await listVisible(ann)).toEqual([])
  await muster.call(manager).broadcasts.see({ broadcastId, personId: ann.id })
  expect([await listVisible(ann), await listVisible(bob)]).toEqual([['Mia Test'], []])
  await muster.call(viewer).broadcasts.see({ broadcastId })
  expect([await listVisible(ann), await listVisible(bob)]).toEqual([['Mia Test', 'Vic Test'], ['Vic Test']])
})

it('a call for help is open for everybody alerted to it until one of them has handled it, and opens again with the next call', async () => {
  const { broadcastId } = await sendQuestion()
  const listOpen = async (who: TestUser) =>
    (await muster.call(who).alerts.list({ openCalls: true })).rows.map(it => it.metadata.personName)
  for (const member of [ann, bob]) await reply(member, broadcastId, 'Stuck')
  await muster.call(manager).broadcasts.see({ broadcastId, personId: ann.id })
  expect(await listOpen(manager)).toEqual(['Bob Test', 'Ann Test'])
  // Nobody who was not alerted ends a call.
  await muster.call(bob).broadcasts.see({ broadcastId, personId: ann.id, handled: true })
  expect(await listOpen(viewer)).toEqual(['Bob Test', 'Ann Test'])
  await muster.call(manager).broadcasts.see({ broadcastId, personId: ann.id, handled: true })
  expect([await listOpen(manager), await listOpen(viewer)]).toEqual([['Bob Test'], ['Bob Test']])
  expect((await muster.call(ann).broadcasts.get({ broadcastId })).help?.seenBy).toEqual(['Mia Test'])
  await reply(bob, broadcastId, 'Out')
  expect(await listOpen(manager)).toEqual([])
  await reply(ann, broadcastId, 'Stuck')
  expect(await listOpen(manager)).toEqual(['Ann Test'])
  await muster.call(viewer).broadcasts.see({ broadcastId, personId: ann.id, handled: true })
  await reply(ann, broadcastId, 'Out')
  expect((await muster.call(manager).alerts.list({})).rows[0]?.title).toBe('Ann Test is safe now')
})

it('a call for help alerts a manager even if they turned off broadcasts in inbox, push and email', async () => {
  await muster
    .call(manager)
    .alerts.setPreference({ type: 'broadcast', inbox: false, push: false, mail: false })
  await muster.db.pool.query(
    `with session as (
       insert into auth.sessions (token, user_id, expires_at)
       values (gen_random_uuid()::text, $1, now() + interval '1 day') returning id)
     insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
     select $1, id, 'https://push.example/' || id, 'x', 'x', 'Phone' from session`,
    [manager.id],
  )
  const { broadcastId } = await sendQuestion()
  await reply(ann, broadcastId, 'Stuck')
  expect(await listAlerts(manager)).toEqual([['Ann Test needs help', true, false]])
  const { rows } = await muster.db.pool.query(
    'select channel from alert_deliveries where user_id = $1 order by channel',
    [manager.id],
  )
  expect(rows.map(it => it.channel)).toEqual(['mail', 'push'])
  await sendQuestion({ priority: 'normal', answers: [] }, await addManager())
  expect((await listAlerts(manager))[0]).toEqual(['Leave the yard', false, true])
})

it('a manager can mark a call for help as read before and after answering their own question', async () => {
  const { broadcastId } = await sendQuestion()
  await reply(ann, broadcastId, 'Stuck')
  await reply(bob, broadcastId, 'Stuck')
  const markNewestAlertRead = async () => {
    const alert = (await muster.call(viewer).alerts.list({ unread: true })).rows.find(
      it => it.metadata.answerTo === broadcastId,
    )
    return muster.call(viewer).alerts.markRead({ alertId: alert?.id ?? '' })
  }
  expect(await listOpenQuestions(viewer)).toEqual(['Leave the yard'])
  expect(await markNewestAlertRead()).toEqual({ isRead: true })
  await reply(viewer, broadcastId, 'Out')
  expect(await markNewestAlertRead()).toEqual({ isRead: true })
})

it('a call for help is deleted from the inboxes of helpers with the account', async () => {
  const { broadcastId } = await sendQuestion()
  await reply(ann, broadcastId, 'Stuck')
  await reply(bob, broadcastId, 'Stuck')
  await muster.db.pool.query('delete from auth.users where id = $1', [ann.id])
  expect(await listAlerts(manager)).toEqual([['Bob Test needs help', true, false]])
})

describe('a pending alert order', () => {
  /**
   * Sends a question and replaces its alerts with a queued job (`alert_orders`), which is normally used only for more than 300
   * people. Returns the broadcast's id.
   */
  async function createAnswerForm() {
    const { broadcastId } = await sendQuestion()
    const source = `broadcast:${broadcastId}`
    await muster.db.pool.query(
      `insert into alert_orders (zone_id, type, title, description, metadata, source, user_ids)
       select zone_id, type, to_jsonb(title), to_jsonb(description), metadata, source, array_agg(user_id) from user_alerts
       where source = $1 group by 1, 2, 3, 4, 5, 6`,
      [source],
    )
    await muster.db.pool.query('delete from user_alerts where source = $1', [source])
    return broadcastId
  }
  const processOrders = async () => {
    while (await muster.db.asOwner('a test', processOrder));
  }

  it('skips people who have answered in the meantime', async () => {
    await reply(ann, await createAnswerForm(), 'Out')
    await processOrders()
    expect(await listAlerts(ann)).toEqual([])
    expect(await listAlerts(bob)).toEqual([['Leave the yard', true, false]])
  })

  it('is replaced by a reminder', async () => {
    const broadcastId = await createAnswerForm()
    await muster.call(manager).broadcasts.remind({ broadcastId })
    const { rows } = await muster.db.pool.query('select title from alert_orders where source = $1', [
      `broadcast:${broadcastId}`,
    ])
    expect(rows).toEqual([])
    await processOrders()
    expect(await listAlerts(bob)).toEqual([['Reminder: Leave the yard', true, false]])
  })
})

describe('the recipients', () => {
  it('are shown in the zone they are inside when the question went to all zones', async () => {
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    const otherZone = await muster.make.zone()
    await muster.make.assign(ann, otherZone)
    const { broadcastId } = await sendQuestion({ zoneId: null }, superAdmin)
    await reply(ann, broadcastId, 'Stuck')
    // One reading is written to each of the person's zones with the same time, so the result must not depend on the order of ids.
    for (const targetZone of [zone, otherZone]) {
      await muster.db.pool.query(
        `update presence_tracking set is_inside_zone = (zone_id = $2), entry_time = case when zone_id = $2 then now() end,
           captured_at = date_trunc('minute', now()), received_at = now(), latitude = 1, longitude = 1 where user_id = $1`,
        [ann.id, targetZone.id],
      )
      const { rows } = await muster.call(superAdmin).broadcasts.recipients({ broadcastId, answer: 'Stuck' })
      expect(rows).toMatchObject([{ zone: { id: targetZone.id }, presence: { word: 'inside' } }])
    }
  })

  it('are ordered by urgency across all pages, and can be filtered by answer', async () => {
    const cleo = await muster.make.user({ firstName: 'Cleo' })
    await muster.make.assign(cleo, zone)
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Out')
    await reply(bob, broadcastId, 'At home')
    await reply(cleo, broadcastId, 'Stuck')
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await muster.call(manager).broadcasts.recipients({ broadcastId, limit: 1, cursor })
      names.push(...page.rows.map(it => it.name))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(names).toEqual(['Cleo Test', 'Vic Test', 'Bob Test', 'Ann Test'])
    const safePage = await muster.call(manager).broadcasts.recipients({ broadcastId, answer: 'Out' })
    expect(safePage.rows.map(it => it.name)).toEqual(['Ann Test'])
  })

  it('are visible with their presence to read-only managers, who cannot remind', async () => {
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Stuck')
    await muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), received_at = now(),
         latitude = 1, longitude = 1 where user_id = $1`,
      [ann.id],
    )
    const [firstRecipient] = (await muster.call(viewer).broadcasts.recipients({ broadcastId })).rows
    expect(firstRecipient).toMatchObject({
      name: 'Ann Test',
      meaning: 'help',
      zone: { id: zone.id },
      presence: { word: 'inside' },
    })
    const detail = await muster.call(viewer).broadcasts.get({ broadcastId })
    expect(detail).toMatchObject({ mayManage: false, figures: { people: 3, answered: 1 } })
    const listProgress = async (who: TestUser) =>
      (await muster.call(who).broadcasts.list({ zoneId: zone.id })).rows
        .filter(it => it.id === broadcastId)
        .map(it => it.progress)
    expect(await listProgress(viewer)).toEqual([{ people: 3, answered: 1, help: 1 }])
    expect(await listProgress(ann)).toEqual([null])
  })
})

describe('an urgent question', () => {
  it('is open until it is answered and ends with the membership', async () => {
    await sendQuestion({ priority: 'high', title: 'Not urgent' })
    await sendQuestion({ answers: [], title: 'No question' })
    const { broadcastId } = await sendQuestion()
    await sendQuestion({ title: 'The newest' })
    expect(await listOpenQuestions(ann)).toEqual(['The newest', 'Leave the yard'])
    expect(await listOpenQuestions(manager)).toEqual([])
    await muster.call(ann).broadcasts.see({ broadcastId })
    await reply(ann, broadcastId, 'Out')
    expect(await listOpenQuestions(ann)).toEqual(['The newest'])
    await muster.db.pool.query('delete from zone_assignments where user_id = $1', [bob.id])
    expect(await listOpenQuestions(bob)).toEqual([])
  })

  it('is open for 7 days or until it is ended; a call for help afterwards still alerts managers', async () => {
    const { broadcastId } = await sendQuestion()
    const endQuestion = (who: TestUser) => muster.call(who).broadcasts.endQuestion({ broadcastId })
    const readEndedAt = async () =>
      (await muster.call(manager).broadcasts.get({ broadcastId })).questionEndedAt
    const backdateSending = (days: number) =>
      muster.db.pool.query(`update broadcasts set sent_at = now() - $2 * interval '1 day' where id = $1`, [
        broadcastId,
        days,
      ])
    await backdateSending(limits.openQuestionDays - 0.1)
    expect([await listOpenQuestions(bob), await readEndedAt()]).toEqual([['Leave the yard'], null])
    await backdateSending(limits.openQuestionDays + 0.1)
    expect([await listOpenQuestions(bob), await readCode(endQuestion(manager))]).toEqual([
      [],
      'QUESTION_ENDED',
    ])
    await backdateSending(0)
    expect(await endQuestion(manager)).toEqual({ ended: true })
    expect([await listOpenQuestions(bob), await readEndedAt()]).toEqual([[], expect.any(String)])
    expect(await readCode(endQuestion(manager))).toBe('QUESTION_ENDED')
    expect(await readCode(muster.call(manager).broadcasts.remind({ broadcastId }))).toBe('QUESTION_ENDED')
    const { marked } = await muster.call(bob).alerts.markAllRead()
    expect([marked > 0, await listAlerts(bob)]).toEqual([true, [['Leave the yard', true, true]]])
    await reply(ann, broadcastId, 'Stuck')
    expect(await listAlerts(manager)).toEqual([['Ann Test needs help', true, false]])
  })

  it('keeps its alert unread until it is answered', async () => {
    const { broadcastId } = await sendQuestion()
    await sendQuestion({ priority: 'normal', title: 'News', answers: [] })
    const listUnread = async () =>
      (await muster.call(ann).alerts.list({ unread: true })).rows.filter(it => it.type === 'broadcast')
    expect((await muster.call(ann).alerts.markAllRead()).marked).toBeGreaterThan(0)
    const [alert, ...otherAlerts] = await listUnread()
    expect([alert?.title, otherAlerts]).toEqual(['Leave the yard', []])
    expect(await muster.call(ann).alerts.markRead({ alertId: alert?.id ?? '' })).toEqual({ isRead: false })
    await reply(ann, broadcastId, 'Out')
    expect(await listUnread()).toEqual([])
  })

  it('lets its recipient mark a call for help as read, and is not counted as markable', async () => {
    const colleague = await muster.make.user({ firstName: 'Cy' })
    await muster.make.assign(colleague, zone, 'zone_manager_rw')
    await sendQuestion({ title: 'For managers too' }, colleague)
    const { broadcastId } = await sendQuestion()
    await reply(ann, broadcastId, 'Stuck')
    const managerAlerts = muster.call(manager).alerts
    const alert = (await managerAlerts.list({ unread: true })).rows.find(
      it => it.title === 'Ann Test needs help',
    )
    const { unread, markable = 0 } = await managerAlerts.counts()
    // Mark All Read skips the question and the call for help.
    expect(unread - markable).toBe(2)
    expect(await managerAlerts.markRead({ alertId: alert?.id ?? '' })).toEqual({ isRead: true })
    await managerAlerts.markAllRead()
    expect(await managerAlerts.counts()).toMatchObject({ unread: 1, markable: 0 })
  })

  it('replaces its first alert with each reminder, and sends none once it is answered', async () => {
    await muster.db.pool.query('update auth.users set email_verified = true where id = $1', [ann.id])
    const { broadcastId } = await sendQuestion()
    await muster.call(manager).broadcasts.remind({ broadcastId })
    expect((await listAlerts(ann)).map(([title]) => title)).toEqual(['Reminder: Leave the yard'])
    await reply(ann, broadcastId, 'Out')
    expect(await listAlerts(ann)).toEqual([['Reminder: Leave the yard', true, true]])
    // Skip the emails of earlier tests, which would be sent first.
    await muster.db.pool.query(`update alert_deliveries set state = 'skipped' where user_id <> $1`, [ann.id])
    const deliveries = await muster.db.asOwner('a test', tx =>
      takeDeliveries(tx, { channel: 'mail', urgency: 'urgent', limit: 100, busy: [] }),
    )
    expect(deliveries.filter(it => it.user_id === ann.id).map(it => it.was_read)).toEqual([true])
    await muster.db.pool.query(
      `update broadcasts set reminded_at = now() - interval '1 hour' where id = $1`,
      [broadcastId],
    )
    await muster.call(manager).broadcasts.remind({ broadcastId })
    expect(await listAlerts(ann)).toEqual([['Reminder: Leave the yard', true, true]])
  })
})
