import type { Role } from '@muster/domain/role.ts'
import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { deleteAccount } from '../settings/settings.procedures.ts'
import { broadcastsEvents } from './broadcasts.events.ts'
import { prepareBroadcasts } from './testing/prepare-broadcasts.ts'

const { muster, zone, manager, ann, bob, createForm, send, get, listTitles, listAlerts, releaseNow } =
  prepareBroadcasts()

const markInside = (who: TestUser) =>
  muster.db.pool.query(
    'update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), received_at = now(), latitude = 1, longitude = 1 where user_id = $1',
    [who.id],
  )

describe('the links of an attachment', () => {
  /** Creates an attachment as the upload endpoint stores it. */
  async function uploadFile() {
    const { rows } = await muster.db.pool.query(
      `insert into stored_files (request_id, path, name, media_type, size_bytes, has_thumbnail, uploaded_by)
        values (gen_random_uuid(), 'broadcast-attachments/' || gen_random_uuid() || '.webp', 'gate.webp', 'image/webp', 9, true, $1)
        returning id, path`,
      [manager.id],
    )
    return rows[0] as { id: string; path: string }
  }
  const readFileLink = (who: TestUser, broadcastId: string) =>
    muster.call(who).broadcasts.fileLink({ broadcastId })

  it('are made only for people who may read the broadcast', async () => {
    const { group } = await muster.call(manager).groups.create({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      name: 'Night shift',
      members: [ann.id],
    })
    const file = await uploadFile()
    const { broadcastId } = await send({ fileId: file.id, targetGroups: [group.id] })
    const links = {
      url: `/files/${file.path}`,
      thumbnailUrl: `/files/${file.path.replace('.webp', '.thumb.webp')}`,
    }
    for (const who of [manager, ann]) expect(await readFileLink(who, broadcastId)).toEqual(links)
    const stranger = await muster.make.user()
    for (const who of [bob, stranger])
      expect(await readCode(readFileLink(who, broadcastId))).toBe('BROADCAST_NOT_FOUND')
    await muster.db.pool.query('delete from zone_assignments where user_id = $1', [ann.id])
    expect(await readCode(readFileLink(ann, broadcastId))).toBe('BROADCAST_NOT_FOUND')
  })

  it('do not exist without an attachment', async () => {
    const { broadcastId } = await send()
    expect(await readCode(readFileLink(ann, broadcastId))).toBe('FILE_NOT_FOUND')
  })
})

describe('sending', () => {
  it('reaches everybody else in the zone once, even if the request is repeated', async () => {
    const sentForm = createForm()
    const firstResult = await muster.call(manager).broadcasts.send(sentForm)
    expect(firstResult.people).toBe(2)
    expect(await muster.call(manager).broadcasts.send(sentForm)).toEqual(firstResult)
    expect(await readCode(muster.call(manager).broadcasts.send({ ...sentForm, message: 'x' }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    expect([await listAlerts(ann), await listAlerts(bob), await listAlerts(manager)]).toEqual([
      ['Storm at noon'],
      ['Storm at noon'],
      [],
    ])
    expect((await get(firstResult.broadcastId)).figures).toMatchObject({ people: 2, delivered: 2, queued: 0 })
  })

  it('reaches roles, groups or people inside, as previewed, and stays visible to them', async () => {
    const { group } = await muster.call(manager).groups.create({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      name: 'Team A',
      members: [bob.id],
    })
    await markInside(ann)
    const preview = (overrides: object) =>
      muster.call(manager).broadcasts.preview({ zoneId: zone.id, ...overrides })
    expect(await preview({})).toMatchObject({ people: 2 })
    expect(await preview({ targetGroups: [group.id] })).toMatchObject({ people: 1 })
    expect(await preview({ insideOnly: true })).toMatchObject({ people: 1 })
    expect(await preview({ targetRoles: ['zone_manager_ro'] })).toMatchObject({ people: 0 })
    await send({ title: 'To the team', targetGroups: [group.id] })
    await send({ title: 'To those inside', insideOnly: true })
    await send({ title: 'To all' })
    expect(await listAlerts(bob)).toEqual(['To all', 'To the team'])
    expect(await listTitles(ann)).toEqual(['To all', 'To those inside'])
    expect(await listTitles(manager, { group: group.id })).toEqual(['To the team'])
    expect(await listTitles(manager, { group: 'none' })).toEqual(['To all', 'To those inside'])
    // People who join later can read only broadcasts to all users.
    const lateMember = await muster.make.user()
    await muster.make.assign(lateMember, zone)
    expect(await listTitles(lateMember)).toEqual(['To all'])
    expect(await readCode(send({ targetGroups: [crypto.randomUUID()] }))).toBe('GROUP_NOT_FOUND')
  })

  it('waits until the scheduled time, can be recalled until then, and is recalled if the sender may no longer send', async () => {
    const schedule = { sendAt: new Date(Date.now() + 3_600_000).toISOString() }
    const { broadcastId } = await send({ ...schedule, title: 'Recalled' })
    await send({ ...schedule, title: 'Sent' })
    expect(await listTitles(ann)).toEqual([])
    await muster.call(manager).broadcasts.recall({ broadcastId })
    expect(await releaseNow()).toBe(1)
    expect(await releaseNow()).toBe(0)
    expect(await listTitles(ann)).toEqual(['Sent'])
    expect(await readCode(muster.call(manager).broadcasts.recall({ broadcastId }))).toBe('BROADCAST_SENT')
    await send({ ...schedule, title: 'Of nobody' })
    await muster.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [manager.id])
    expect(await releaseNow()).toBe(1)
    expect(await listTitles(ann)).toEqual(['Sent'])
  })
})

describe('a broadcast of a deleted sender', () => {
  const schedule = { sendAt: new Date(Date.now() + 3_600_000).toISOString() }
  const listNotices = async (who: TestUser) =>
    (await muster.call(who).alerts.list({})).rows
      .filter(it => it.type === 'system')
      .map(it => [it.title, it.zoneId, it.metadata.broadcastId])
  const readState = async (broadcastId: string) =>
    (await muster.db.pool.query('select state from broadcasts where id = $1', [broadcastId])).rows[0].state

  it('is recalled with an announcement before the account is deleted, and the managers are alerted', async () => {
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    const otherUser = await muster.make.user()
    await muster.make.assign(otherUser, zone, 'zone_manager_rw')
    const { broadcastId } = await send(schedule)
    await send({ title: 'Already sent' })
    expect(await muster.call(superAdmin).accounts.removal({ userId: manager.id })).toMatchObject({
      scheduledBroadcasts: 1,
    })
    await muster.call(superAdmin).accounts.remove({ userId: manager.id })
    expect(await readState(broadcastId)).toBe('recalled')
    expect(await listNotices(otherUser)).toEqual([['Won’t be sent: Storm at noon', zone.id, broadcastId]])
    for (const who of [ann, superAdmin]) expect(await listNotices(who)).toEqual([])
    expect(await releaseNow()).toBe(0)
    // The managers can open it to resend it.
    expect(await get(broadcastId, otherUser)).toMatchObject({ state: 'recalled', title: 'Storm at noon' })
  })

  it('is reported to super admins when nobody else may send in the zone', async () => {
    const [superAdmin, secondSuperAdmin] = [
      await muster.make.user({ role: 'super_admin' }),
      await muster.make.user({ role: 'super_admin' }),
    ]
    const { broadcastId } = await send(schedule)
    await muster.call(superAdmin).accounts.remove({ userId: manager.id })
    for (const who of [superAdmin, secondSuperAdmin])
      expect(await listNotices(who)).toEqual([['Won’t be sent: Storm at noon', zone.id, broadcastId]])
  })

  it('is reported when due if the account was suspended or deleted before', async () => {
    const otherUser = await muster.make.user()
    await muster.make.assign(otherUser, zone, 'zone_manager_rw')
    const { broadcastId } = await send(schedule)
    await muster.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [manager.id])
    expect(await releaseNow()).toBe(1)
    const { rows } = await muster.db.pool.query(
      `insert into broadcasts (request_id, title, message, zone_id, send_at) values (gen_random_uuid(), 'Of nobody', 'x', $1, now() + interval '1 hour')
        returning id`,
      [zone.id],
    )
    expect(await releaseNow()).toBe(1)
    expect(await listNotices(otherUser)).toEqual([
      ['Not sent: Of nobody', zone.id, rows[0].id],
      ['Not sent: Storm at noon', zone.id, broadcastId],
    ])
  })

  it('is recalled, if scheduled, when the sender deletes their own account', async () => {
    const [leavingSender, otherSuperAdmin] = [
      await muster.make.user({ role: 'super_admin' }),
      await muster.make.user({ role: 'super_admin' }),
    ]
    const { broadcastId } = await send({ ...schedule, zoneId: null }, leavingSender)
    await muster.db.asOwner('a test', tx =>
      write(tx, its => deleteAccount(its, muster.services.beforeAccountDeletion, leavingSender.id)),
    )
    expect(await readState(broadcastId)).toBe('recalled')
    expect(await listNotices(otherSuperAdmin)).toContainEqual([
      'Won’t be sent: Storm at noon',
      null,
      broadcastId,
    ])
  })
})

describe('answers', () => {
  it('are counted live, only the last one per person, and people without one can be reminded', async () => {
    const { broadcastId } = await send({ answers: ['Safe', 'Need help'] })
    await muster.call(ann).broadcasts.see({ broadcastId })
    const answerBroadcast = (who: TestUser, text: string) =>
      muster.call(who).broadcasts.answer({ broadcastId, answer: text })
    expect(await readCode(answerBroadcast(ann, 'Maybe'))).toBe('ANSWER_UNKNOWN')
    await answerBroadcast(ann, 'Need help')
    await answerBroadcast(ann, 'Safe')
    // This answer was given before the other two but arrived after them: the latest answer wins and is returned.
    const lateAnswer = { broadcastId, answer: 'Need help', waitedMs: 60_000 }
    expect(await muster.call(ann).broadcasts.answer(lateAnswer)).toEqual({ answer: 'Safe' })
    expect(await readCode(answerBroadcast(manager, 'Safe'))).toBe('BROADCAST_NOT_FOUND')
    expect(await get(broadcastId)).toMatchObject({
      figures: { people: 2, answered: 1, delivered: 1 },
      answerCounts: [
        { answer: 'Safe', meaning: 'neutral', people: 1 },
        { answer: 'Need help', meaning: 'neutral', people: 0 },
      ],
    })
    const waitingPage = await muster.call(manager).broadcasts.recipients({ broadcastId, waiting: true })
    expect(waitingPage.rows.map(it => it.name)).toEqual(['Bob Test'])
    expect(await muster.call(manager).broadcasts.remind({ broadcastId })).toEqual({ people: 1 })
    expect(await readCode(muster.call(manager).broadcasts.remind({ broadcastId }))).toBe('REMINDED_ALREADY')
    expect(await listAlerts(bob)).toEqual(['Reminder: Storm at noon'])
    expect(await listAlerts(ann)).toEqual(['Storm at noon'])
  })

  it('are shown and counted only for managers who have entered the PIN', async () => {
    const reader = await muster.make.user()
    await muster.make.assign(reader, zone, 'zone_manager_ro', false)
    const { broadcastId } = await send({ answers: ['Safe'] })
    await muster.call(ann).broadcasts.answer({ broadcastId, answer: 'Safe' })
    const readProgress = async (who: TestUser) =>
      (await muster.call(who).broadcasts.list({ zoneId: zone.id })).rows[0]?.progress
    expect(await readProgress(manager)).toMatchObject({ answered: 1 })
    expect(await readProgress(reader)).toBeNull()
    expect(await get(broadcastId, reader)).toMatchObject({ progress: null, figures: null, answerCounts: [] })
    expect((await get(broadcastId, ann)).figures).toBeNull()
  })
})

it('alerts show the beginning of a long text without splitting a character', async () => {
  const message = '👷'.repeat(1_000)
  const { broadcastId } = await send({ message })
  const listTexts = async () =>
    (await muster.call(ann).alerts.list({})).rows
      .filter(it => it.type === 'broadcast')
      .map(it => it.description)
  const expectedTexts = [`${'👷'.repeat(199)}…`]
  expect(await listTexts()).toEqual(expectedTexts)
  await muster.call(manager).broadcasts.remind({ broadcastId })
  expect(await listTexts()).toEqual(expectedTexts)
  expect((await get(broadcastId, ann)).message).toBe(message)
})

it('broadcasts are counted in total, today, this week and by priority; templates are stored per zone', async () => {
  await send({ priority: 'urgent' })
  await send()
  const since = {
    today: new Date(Date.now() - 60_000).toISOString(),
    week: new Date(Date.now() - 60_000).toISOString(),
  }
  expect(await muster.call(ann).broadcasts.statistics({ zoneId: zone.id, ...since })).toMatchObject({
    today: 2,
    thisWeek: 2,
    byPriority: { urgent: 1, normal: 1, low: 0 },
  })
  const template = {
    zoneId: zone.id,
    name: 'Storm',
    title: 'Storm',
    message: 'Come in',
    answers: ['I am safe'],
  }
  const { templateId } = await muster.call(manager).broadcasts.saveTemplate(template)
  const listStored = async (who: TestUser) =>
    (await muster.call(who).broadcasts.templates({ zoneId: zone.id })).templates
  expect(await listStored(manager)).toMatchObject([
    { id: templateId, name: 'Storm', answers: [{ text: 'I am safe', meaning: 'safe' }] },
  ])
  await muster.call(manager).broadcasts.removeTemplate({ templateId })
  expect(await listStored(manager)).toEqual([])
})

it('access to a broadcast ends with the membership: former members cannot read, see or answer it, and are not reminded', async () => {
  const { broadcastId } = await send({ targetRoles: ['app_user'], answers: ['Safe'] })
  expect((await get(broadcastId, ann)).title).toBe('Storm at noon')
  await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
    ann.id,
    zone.id,
  ])
  const { see, answer } = muster.call(ann).broadcasts
  const calls = [get(broadcastId, ann), see({ broadcastId }), answer({ broadcastId, answer: 'Safe' })]
  expect(await Promise.all(calls.map(readCode))).toEqual(calls.map(() => 'BROADCAST_NOT_FOUND'))
  // After a new invitation Ann could be alerted again, but the reminder must skip her.
  await muster.make.invite(ann, zone, manager)
  expect(await muster.call(manager).broadcasts.remind({ broadcastId })).toEqual({ people: 1 })
  expect(await listAlerts(ann)).toEqual([])
  expect((await get(broadcastId)).figures).toMatchObject({ delivered: 2, seen: 0, answered: 0 })
})

it('screens receive only data that their viewers may see; events of a scheduled broadcast reach only people who may send', async () => {
  const { broadcastId } = await send()
  await muster.call(manager).broadcasts.remind({ broadcastId })
  const { rows } = await muster.db.pool.query(
    `select payload from feed_events where kind = 'broadcast.changed' and topic = $1 and payload ->> 'broadcastId' = $2 order by seq`,
    [`zone:${zone.id}`, broadcastId],
  )
  const [sentEvent, repeatedEvent] = rows.map(({ payload }) => ({
    kind: 'broadcast.changed' as const,
    ...payload,
  }))
  expect([sentEvent?.reminded, repeatedEvent?.reminded]).toEqual([false, true])
  const { canSee: canSeeEvent } = broadcastsEvents['broadcast.changed']
  const createViewer = (role: Role, userId = ann.id) => ({ role, userId, linkTo: (path: string) => path })
  const scheduledEvent = { ...sentEvent, state: 'scheduled' }
  expect(canSeeEvent(createViewer('zone_manager_rw'), scheduledEvent)).toBe(true)
  expect(canSeeEvent(createViewer('zone_manager_ro', manager.id), scheduledEvent)).toBe(true)
  for (const role of ['zone_manager_ro', 'client_admin', 'admin', 'app_user'] as const)
    expect(canSeeEvent(createViewer(role), scheduledEvent), role).toBe(false)
  expect(canSeeEvent(createViewer('zone_manager_ro'), sentEvent)).toBe(true)
  expect(canSeeEvent(createViewer('app_user'), sentEvent)).toMatchObject({ title: '' })
})

it('a broadcast to all zones requires permission to see all zones and reaches everybody', async () => {
  const superAdmin = await muster.make.user({ role: 'super_admin' })
  const worker = await muster.make.user({ role: 'worker' })
  await muster.make.assign(worker, zone, 'worker')
  const globalForm = { zoneId: null, title: 'To the world', priority: 'urgent' }
  const { broadcastId, people } = await send(globalForm, superAdmin)
  expect(people).toBeGreaterThanOrEqual(4)
  expect([await listTitles(ann), await listTitles(worker)]).toEqual([['To the world'], ['To the world']])
  const { rows } = await muster.db.pool.query(
    `select topic from feed_events where kind = 'broadcast.changed' and payload ->> 'broadcastId' = $1 order by topic`,
    [broadcastId],
  )
  expect(rows.map(it => it.topic)).toEqual(['admin', 'everyone', `user:${superAdmin.id}`])
})
