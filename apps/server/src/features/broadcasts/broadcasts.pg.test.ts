import type { Role } from '@muster/domain/role.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { deleteAccount } from '../settings/settings.procedures.ts'
import { broadcastsEvents } from './broadcasts.events.ts'
import { releaseDueBroadcasts } from './release-broadcasts.ts'
import { recordUnreachable } from './sending.queries.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let ann: TestUser
let bob: TestUser

beforeAll(async () => {
  muster = await createTestServices()
})
afterAll(() => muster.stop())

beforeEach(async () => {
  const { make } = muster
  ;[zone, manager, ann, bob] = await Promise.all([
    make.zone(),
    make.user({ firstName: 'Mia' }),
    make.user({ firstName: 'Ann' }),
    make.user({ firstName: 'Bob' }),
  ])
  await Promise.all([
    make.assign(manager, zone, 'zone_manager_rw'),
    make.assign(ann, zone),
    make.assign(bob, zone),
  ])
})

const createForm = (overrides: object = {}) => ({
  zoneId: zone.id,
  requestId: crypto.randomUUID(),
  title: 'Storm at noon',
  message: 'Come in.',
  ...overrides,
})
const send = (overrides: object = {}, who = manager) =>
  muster.call(who).broadcasts.send(createForm(overrides))
const get = (broadcastId: string, who = manager) => muster.call(who).broadcasts.get({ broadcastId })
const listTitles = async (who: TestUser, overrides: object = {}) =>
  (await muster.call(who).broadcasts.list({ zoneId: zone.id, ...overrides })).rows.map(it => it.title)
const listAlerts = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows.filter(it => it.type === 'broadcast').map(it => it.title)
const markInside = (who: TestUser) =>
  muster.db.pool.query(
    'update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), received_at = now(), latitude = 1, longitude = 1 where user_id = $1',
    [who.id],
  )
/** Waits until a transaction is blocked by another one's lock. */
const waitForBlockedTransaction = () =>
  expect
    .poll(async () => {
      const { rows } = await muster.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)
const releaseNow = async () => {
  await muster.db.pool.query(
    `update broadcasts set send_at = now() - interval '1 second' where state = 'scheduled'`,
  )
  return muster.db.asOwner('a test', tx => write(tx, releaseDueBroadcasts))
}

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

describe('the reach of a broadcast', () => {
  const roles = ['worker', 'supervisor', 'manager'] as const

  it.each(roles)(
    'includes a %s for urgent broadcasts, who can read and answer; other priorities do not',
    async role => {
      const person = await muster.make.user({ role })
      await muster.make.assign(person, zone, role)
      await send({ title: 'Canteen closed' })
      const { broadcastId, people } = await send({
        title: 'Leave now',
        priority: 'urgent',
        answers: ['Safe'],
      })
      expect(people).toBe(3)
      expect(await listAlerts(person)).toEqual(['Leave now'])
      expect(await listTitles(person)).toEqual(['Leave now'])
      expect((await get(broadcastId, person)).mine).toEqual({ state: 'delivered', answer: null })
      expect(await muster.call(person).broadcasts.see({ broadcastId })).toEqual({ seen: true })
      const countUnanswered = async () =>
        (await muster.call(person).broadcasts.list({ unanswered: true })).rows.filter(
          row => row.id === broadcastId,
        ).length
      expect(await countUnanswered()).toBe(1)
      await muster.call(person).broadcasts.answer({ broadcastId, answer: 'Safe' })
      expect(await countUnanswered()).toBe(0)
      // A broadcast to selected people stays visible only to them, even if it is urgent.
      await send({ title: 'To the managers', priority: 'urgent', targetRoles: ['zone_manager_rw'] })
      expect(await listTitles(person)).toEqual(['Leave now'])
      expect(await muster.call(manager).broadcasts.remind({ broadcastId })).toEqual({ people: 2 })
    },
  )

  it('matches its preview, which counts the unreached people by reason', async () => {
    const { make } = muster
    const [worker, supervisor, invitedUser, suspendedUser] = [
      await make.user({ role: 'worker' }),
      await make.user({ role: 'supervisor' }),
      await make.user(),
      await make.user(),
    ]
    await make.assign(worker, zone, 'worker')
    await make.assign(supervisor, zone, 'supervisor')
    await make.assign(suspendedUser, zone)
    await make.assign(invitedUser, zone)
    await muster.db.pool.query('update zone_assignments set accepted_at = null where user_id = $1', [
      invitedUser.id,
    ])
    await muster.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [
      suspendedUser.id,
    ])
    const preview = (overrides: object) =>
      muster.call(manager).broadcasts.preview({ zoneId: zone.id, ...overrides })
    const commonCounts = { invited: 1, inactive: 1, closedZone: 0 }
    const countsByRole = [
      { role: 'supervisor', people: 1 },
      { role: 'worker', people: 1 },
    ]
    const toReach = (people: number) => ({ people, reach: { device: 0, app: people, none: 0 } })
    expect(await preview({})).toEqual({ ...toReach(2), unreached: { ...commonCounts, byRole: countsByRole } })
    expect(await preview({ priority: 'urgent' })).toEqual({
      ...toReach(4),
      unreached: { ...commonCounts, byRole: [] },
    })
    expect((await send()).people).toBe(2)
    expect((await send({ priority: 'urgent' })).people).toBe(4)
    expect(await listAlerts(invitedUser)).toEqual([])
  })
})

describe('a scheduled broadcast', () => {
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const createContent = () => ({ title: 'Storm at two', message: 'Come in by two.', sendAt: scheduledAt })
  const edit = (broadcastId: string, overrides: object = {}, who = manager) =>
    muster.call(who).broadcasts.update({ broadcastId, ...createContent(), ...overrides })

  it('can be edited by everybody who may send in the zone until it is due, and is sent as edited', async () => {
    const otherUser = await muster.make.user()
    await muster.make.assign(otherUser, zone, 'zone_manager_rw')
    const { broadcastId } = await send({ sendAt: scheduledAt })
    expect(await edit(broadcastId, { priority: 'urgent', targetRoles: ['app_user'] }, otherUser)).toEqual({
      people: 2,
    })
    expect(await readCode(edit(broadcastId, { sendAt: new Date(0).toISOString() }))).toBe('SEND_TIME_INVALID')
    expect(await readCode(edit(broadcastId, { targetGroups: [crypto.randomUUID()] }))).toBe('GROUP_NOT_FOUND')
    await releaseNow()
    expect(await listAlerts(ann)).toEqual(['Storm at two'])
    expect(await get(broadcastId, ann)).toMatchObject({ priority: 'urgent', targetRoles: ['app_user'] })
    expect(await readCode(edit(broadcastId))).toBe('BROADCAST_SENT')
    const { broadcastId: recalledId } = await send({ sendAt: scheduledAt })
    await muster.call(manager).broadcasts.recall({ broadcastId: recalledId })
    expect(await readCode(edit(recalledId))).toBe('BROADCAST_RECALLED')
  })

  it('records its editor, and alerts its sender about edits by others', async () => {
    const otherManager = await muster.make.user({ firstName: 'Olga' })
    await muster.make.assign(otherManager, zone, 'zone_manager_rw')
    const { broadcastId } = await send({ sendAt: scheduledAt })
    const listAlertTitles = async () =>
      (await muster.call(manager).alerts.list({})).rows
        .filter(it => it.metadata.broadcastId === broadcastId)
        .map(it => it.title)
    await edit(broadcastId)
    expect(await listAlertTitles()).toEqual([])
    await edit(broadcastId, {}, otherManager)
    await edit(broadcastId, { title: 'Storm at three' }, otherManager)
    expect(await listAlertTitles()).toEqual(['Olga Test changed your scheduled broadcast'])
    const { rows } = await muster.db.pool.query(
      `select actor_id, affected_user_id from security_events
        where event_type = 'broadcast_changed' and metadata ->> 'broadcastId' = $1 order by created_at, id`,
      [broadcastId],
    )
    expect(rows).toEqual(
      [manager, otherManager, otherManager].map(({ id }) => ({ actor_id: id, affected_user_id: manager.id })),
    )
  })

  it('is not overwritten by an edit based on an older version', async () => {
    const otherUser = await muster.make.user()
    await muster.make.assign(otherUser, zone, 'zone_manager_rw')
    const { broadcastId } = await send({ sendAt: scheduledAt })
    const { updatedAt } = await get(broadcastId)
    await edit(broadcastId, { title: 'Storm at three', updatedAt }, otherUser)
    expect(await readCode(edit(broadcastId, { updatedAt }))).toBe('BROADCAST_CHANGED')
    const updatedBroadcast = await get(broadcastId)
    expect(updatedBroadcast.title).toBe('Storm at three')
    await edit(broadcastId, { updatedAt: updatedBroadcast.updatedAt })
    expect((await get(broadcastId)).title).toBe('Storm at two')
  })

  it('refuses an edit that arrives while it is being sent', async () => {
    const { broadcastId } = await send({ sendAt: scheduledAt })
    let editCode: Promise<string | undefined> | undefined
    await muster.db.asOwner('a test', async tx => {
      await tx
        .updateTable('broadcasts')
        .set({ send_at: new Date(0) })
        .where('id', '=', broadcastId)
        .execute()
      expect(await write(tx, releaseDueBroadcasts)).toBe(1)
      editCode = readCode(edit(broadcastId))
      await waitForBlockedTransaction()
    })
    expect(await editCode).toBe('BROADCAST_SENT')
    expect((await get(broadcastId)).title).toBe('Storm at noon')
  })

  it('waits for an edit that is being saved, and is sent as edited', async () => {
    const { broadcastId } = await send({ sendAt: scheduledAt })
    await muster.db.pool.query(`update broadcasts set send_at = now() - interval '1 second' where id = $1`, [
      broadcastId,
    ])
    await muster.db.asOwner('a test', async tx => {
      await tx.updateTable('broadcasts').set({ title: 'Changed' }).where('id', '=', broadcastId).execute()
      expect(await muster.db.asOwner('a test', tx => write(tx, releaseDueBroadcasts))).toBe(0)
    })
    expect(await muster.db.asOwner('a test', tx => write(tx, releaseDueBroadcasts))).toBe(1)
    expect(await listAlerts(ann)).toEqual(['Changed'])
  })

  it('keeps, replaces and loses its attachment', async () => {
    const upload = async (name: string) => {
      const { rows } = await muster.db.pool.query<{ id: string }>(
        `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
         values (uuid_v7(), $1 || uuid_v7(), $1, 'text/plain', 1, $2) returning id`,
        [name, manager.id],
      )
      return rows[0]?.id ?? ''
    }
    const { broadcastId } = await send({ sendAt: scheduledAt, fileId: await upload('plan.txt') })
    const readAttachmentName = async () => (await get(broadcastId)).attachment?.name
    await edit(broadcastId)
    expect(await readAttachmentName()).toBe('plan.txt')
    await edit(broadcastId, { fileId: await upload('newer.txt') })
    expect(await readAttachmentName()).toBe('newer.txt')
    await edit(broadcastId, { fileId: null })
    expect(await readAttachmentName()).toBeUndefined()
  })

  it('is not in the news, which lists only sent broadcasts in the order of sending', async () => {
    const { broadcastId } = await send({ sendAt: scheduledAt, title: 'Recalled' })
    await muster.call(manager).broadcasts.recall({ broadcastId })
    await send({ sendAt: scheduledAt, title: 'Written first, sent last' })
    await send({ title: 'Sent at once' })
    await releaseNow()
    const { broadcastId: waitingId } = await send({ sendAt: scheduledAt, title: 'Waiting' })
    expect(await listTitles(manager, { sent: true })).toEqual(['Written first, sent last', 'Sent at once'])
    const { next } = await muster.call(manager).broadcasts.list({ zoneId: zone.id, sent: true, limit: 1 })
    expect(await listTitles(manager, { sent: true, cursor: next ?? '' })).toEqual(['Sent at once'])
    expect(await listTitles(manager)).toEqual(expect.arrayContaining(['Recalled', 'Waiting']))
    await muster.call(manager).broadcasts.recall({ broadcastId: waitingId })
  })
})

describe('a deleted target group', () => {
  const createGroup = async (name: string, members: TestUser[]) =>
    (
      await muster.call(manager).groups.create({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        name,
        members: members.map(({ id }) => id),
      })
    ).group
  const removeGroup = (groupId: string) => muster.db.pool.query('delete from groups where id = $1', [groupId])
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()

  it('keeps its name on broadcasts sent to it', async () => {
    const team = await createGroup('Team A', [bob])
    const { broadcastId } = await send({ targetGroups: [team.id] })
    expect((await get(broadcastId)).targetGroups).toEqual([{ id: team.id, name: 'Team A', deleted: false }])
    await removeGroup(team.id)
    const deletedGroups = [{ id: team.id, name: 'Team A', deleted: true }]
    expect((await get(broadcastId)).targetGroups).toEqual(deletedGroups)
    expect(await readCode(get(broadcastId, ann))).toBe('BROADCAST_NOT_FOUND')
  })

  it('is shown only to people who may know its name', async () => {
    const [team, council] = [await createGroup('Team A', [bob]), await createGroup('Works council', [ann])]
    const outsideManager = await muster.make.user()
    await muster.make.assign(outsideManager, zone, 'zone_manager_rw', false)
    const { broadcastId } = await send({ targetGroups: [team.id, council.id] })
    const listGroupNames = async (who: TestUser) =>
      (await get(broadcastId, who)).targetGroups.map(({ name, deleted }) => [name, deleted])
    const bothGroups = [
      ['Team A', false],
      ['Works council', false],
    ]
    expect(await listGroupNames(manager)).toEqual(bothGroups)
    expect(await listGroupNames(bob)).toEqual([bothGroups[0], ['Another group', false]])
    expect(await listGroupNames(ann)).toEqual([['Another group', false], bothGroups[1]])
    const unnamedGroups = bothGroups.map(() => ['Another group', false])
    expect(await listGroupNames(outsideManager)).toEqual(unnamedGroups)
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    const globalBroadcast = await send({ zoneId: null, targetGroups: [team.id, council.id] }, superAdmin)
    const listedPage = await muster.call(bob).broadcasts.list({})
    const row = listedPage.rows.find(it => it.id === globalBroadcast.broadcastId)
    expect(row?.targetGroups.map(it => it.name)).toEqual(['Team A', 'Another group'])
    await removeGroup(team.id)
    expect(await listGroupNames(bob)).toEqual([
      ['Another group', true],
      ['Another group', false],
    ])
  })

  it('stays selected during edits, unless no other group is left', async () => {
    const [team, crew] = [await createGroup('Team A', [ann]), await createGroup('Crew B', [bob])]
    const { broadcastId } = await send({ targetGroups: [team.id, crew.id], sendAt: scheduledAt })
    const edit = (targetGroups: string[]) =>
      muster.call(manager).broadcasts.update({
        broadcastId,
        title: 'To both',
        message: 'Come in.',
        targetGroups,
        sendAt: scheduledAt,
      })
    await removeGroup(team.id)
    expect(await edit([team.id, crew.id])).toEqual({ people: 1 })
    const bothGroups = [
      { id: crew.id, name: 'Crew B', deleted: false },
      { id: team.id, name: 'Team A', deleted: true },
    ]
    expect((await get(broadcastId)).targetGroups).toEqual(bothGroups)
    expect(await readCode(edit([team.id]))).toBe('GROUP_NOT_FOUND')
    expect(await readCode(edit([crew.id, crypto.randomUUID()]))).toBe('GROUP_NOT_FOUND')
    expect((await get(broadcastId)).targetGroups).toEqual(bothGroups)
    await muster.call(manager).broadcasts.recall({ broadcastId })
  })

  it('is skipped at send time; if no group is left, the broadcast is not sent and its sender is alerted', async () => {
    const [team, crew] = [await createGroup('Team A', [ann]), await createGroup('Crew B', [bob])]
    await send({ title: 'To both', targetGroups: [team.id, crew.id], sendAt: scheduledAt })
    const { broadcastId } = await send({ title: 'To the team', targetGroups: [team.id], sendAt: scheduledAt })
    await removeGroup(team.id)
    expect(await releaseNow()).toBe(2)
    expect([await listAlerts(ann), await listAlerts(bob)]).toEqual([[], ['To both']])
    expect((await get(broadcastId)).state).toBe('recalled')
    expect((await muster.call(manager).alerts.list({})).rows[0]).toMatchObject({
      title: 'Not sent: To the team',
      description: expect.stringContaining('groups'),
    })
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

it('a job alerts five hundred people, each once', async () => {
  await muster.db.pool.query(
    `with people as (
       insert into auth.users (id, name, email, sign_up)
       select gen_random_uuid(), 'Many', 'many-' || n || '-' || $1 || '@test.example',
         jsonb_build_object('firstName', 'Many', 'lastName', n::text, 'role', 'app_user', 'userCode', 'MUS-' || upper($1) || n, 'phone', '', 'dateOfBirth', '1990-01-01')
       from generate_series(1, 500) n returning id)
     select count(*) from people`,
    [zone.id.slice(-6)],
  )
  await muster.db.pool.query(
    `insert into zone_assignments (user_id, zone_id, role, accepted_at)
     select id, $1, 'app_user', now() from user_profiles where first_name = 'Many'`,
    [zone.id],
  )
  const { broadcastId, people } = await send()
  expect(people).toBe(502)
  // More people than a point of the hourly limit is for.
  const charged = await muster.db.pool.query(
    `select cardinality(taken) as points from rate_limits where key like 'broadcast:%' order by taken[1] desc limit 1`,
  )
  expect(charged.rows).toEqual([{ points: 2 }])
  expect((await get(broadcastId)).figures).toMatchObject({ people: 502, queued: 502 })
  await muster.services.alerts.catchUp()
  await muster.services.alerts.catchUp()
  expect((await get(broadcastId)).figures).toMatchObject({ people: 502, delivered: 502 })
  const { rows } = await muster.db.pool.query<{ alerts: number; orders: number }>(
    `select (select count(*) from user_alerts where source = $1) as alerts, (select count(*) from alert_orders) as orders`,
    [`broadcast:${broadcastId}`],
  )
  expect(rows).toEqual([{ alerts: 502, orders: 0 }])
})

it('people who were suspended before delivery are marked as unreachable', async () => {
  const { broadcastId } = await send()
  await muster.db.pool.query(
    `update broadcast_recipients set state = 'queued' where broadcast_id = $1 and user_id = $2`,
    [broadcastId, bob.id],
  )
  await muster.db.pool.query('delete from user_alerts where user_id = $1', [bob.id])
  await muster.db.asOwner('a test', recordUnreachable)
  expect((await get(broadcastId)).figures).toMatchObject({ delivered: 1, unreachable: 1, queued: 0 })
})

it('a recipient who was removed before delivery is marked as unreachable', async () => {
  const { broadcastId } = await send()
  await muster.db.pool.query(
    `update broadcast_recipients set state = 'queued' where broadcast_id = $1 and user_id = $2`,
    [broadcastId, bob.id],
  )
  await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
    bob.id,
    zone.id,
  ])
  await muster.db.asOwner('a test', recordUnreachable)
  const { rows } = await muster.call(manager).broadcasts.recipients({ broadcastId, state: 'unreachable' })
  expect(rows).toMatchObject([{ reason: 'No longer a member of the zone' }])
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

it('a broadcast is recalled if the zone is closed when it is due, and its sender is alerted', async () => {
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const { broadcastId } = await send({ sendAt: scheduledAt })
  await muster.db.pool.query(`update zones set status = 'suspended' where id = $1`, [zone.id])
  expect(await releaseNow()).toBe(1)
  const { rows } = await muster.db.pool.query('select state from broadcasts where id = $1', [broadcastId])
  expect(rows).toEqual([{ state: 'recalled' }])
  expect((await muster.call(manager).alerts.list({})).rows[0]).toMatchObject({
    type: 'system',
    title: 'Not sent: Storm at noon',
  })
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
