import { feedEvent } from '@muster/contract/feed.ts'
import { limits } from '@muster/domain/limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { alertUnreadMessages } from './groups.feature.ts'

const muster = testServices()
const { zone, manager, watcher, ann, bob } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  watcher: 'zone_manager_ro',
  ann: 'app_user',
  bob: 'app_user',
})
let groupId: string

beforeEach(async () => {
  groupId = await createGroup('Night shift', [ann])
})

async function createGroup(name: string, members: readonly TestUser[]) {
  const { group } = await muster.call(manager).groups.create({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    name,
    description: 'From ten to six',
    members: members.map(({ id }) => id),
  })
  return group.id
}
const sendText = (who: TestUser, text: string, overrides: object = {}) =>
  muster
    .call(who)
    .groupMessages.send({ groupId, requestId: crypto.randomUUID(), text, fileId: null, ...overrides })
const listTexts = async (who: TestUser, overrides: object = {}) =>
  (await muster.call(who).groupMessages.list({ groupId, ...overrides })).rows.map(it => it.text)
const listGroupsByName = () => muster.call(manager).groups.list({ zoneId: zone.id, limit: 1 })
const newestMessage = async () => {
  const [message] = (await muster.call(ann).groupMessages.list({ groupId })).rows
  if (!message) throw new Error('The group has no message')
  return message
}
const listNames = async (who: TestUser, overrides: object = {}) =>
  (await muster.call(who).groups.list({ zoneId: zone.id, ...overrides })).rows.map(it => it.name)
const listAlerts = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows.filter(it => it.type === 'group_activity').map(it => it.title)
const listEventKinds = async (topic: string) =>
  (
    await muster.db.pool.query('select kind, payload from feed_events where topic = $1 order by seq', [topic])
  ).rows.map(({ kind }) => kind as string)
const backdateMessages = (minutes: number) =>
  muster.db.pool.query(
    `update group_messages set created_at = created_at - make_interval(mins => $2) where group_id = $1`,
    [groupId, minutes],
  )

it('a message written offline shows when it was written, and is listed where it arrived', async () => {
  await sendText(ann, 'first')
  const lateMessage = await sendText(ann, 'written before', { waitedMs: 3_600_000 })
  const waitedMs = Date.parse(lateMessage.createdAt) - Date.parse(lateMessage.writtenAt ?? '')
  expect(Math.abs(waitedMs - 3_600_000)).toBeLessThan(10_000)
  expect((await sendText(ann, 'last', { waitedMs: 3_000 })).writtenAt).toBeNull()
  expect(await listTexts(ann)).toEqual(['last', 'written before', 'first'])
})

describe('a group', () => {
  it('is visible to its members and to those who manage the people of the zone', async () => {
    await createGroup('Cleaning', [])
    expect(await listNames(manager)).toEqual(['Cleaning', 'Night shift'])
    expect(await listNames(watcher)).toEqual(['Cleaning', 'Night shift'])
    expect(await listNames(ann)).toEqual(['Night shift'])
    expect(await listNames(bob)).toEqual([])
    expect(await listNames(manager, { search: 'clean' })).toEqual(['Cleaning'])
    expect(await listNames(manager, { search: 'ten to' })).toEqual(['Cleaning', 'Night shift'])
    expect(await listNames(manager, { search: '%' })).toEqual([])
    // The creator becomes a member, except an internal admin who does not belong to the zone.
    const admin = await muster.make.user({ role: 'admin' })
    await muster
      .call(admin)
      .groups.create({ zoneId: zone.id, requestId: crypto.randomUUID(), name: 'Riggers' })
    expect(await listNames(manager, { mine: true })).toEqual(['Cleaning', 'Night shift'])
    expect(await listNames(admin, { mine: true })).toEqual([])
    const countGroups = (who: TestUser) => muster.call(who).groups.count({ zoneId: zone.id })
    expect(await countGroups(manager)).toEqual({ mine: 2, unread: 0, all: 3 })
    expect(await countGroups(ann)).toEqual({ mine: 1, unread: 0, all: 1 })
    expect(await muster.call(manager).groups.count({ zoneId: zone.id, search: 'night' })).toMatchObject({
      mine: 1,
      all: 1,
    })
    const totalCounts = await muster.call(admin).groups.count()
    expect(totalCounts.all).toBeGreaterThanOrEqual(3)
    expect(totalCounts.mine).toBe(0)
    expect(await listAlerts(manager)).toEqual([])
    expect(await muster.call(ann).groups.get({ groupId })).toMatchObject({
      name: 'Night shift',
      members: 2,
      isMember: true,
      mayRead: true,
      mayChat: true,
      mayManage: false,
      lastNumber: 0,
    })
    expect(await muster.call(watcher).groups.get({ groupId })).toMatchObject({
      mayRead: false,
      mayChat: false,
      mayManage: false,
    })
  })

  it('is listed by last activity with its newest message, page by page, if the reader may read it', async () => {
    const quietId = await createGroup('Cleaning', [ann])
    await createGroup('Riggers', [])
    await sendText(ann, 'x'.repeat(300))
    const listRecent = async (who: TestUser, overrides: object = {}) =>
      muster.call(who).groups.list({ zoneId: zone.id, order: 'recent', ...overrides })
    const { rows } = await listRecent(ann)
    expect(rows.map(({ name }) => name)).toEqual(['Night shift', 'Cleaning'])
    expect(rows[0]?.lastMessage).toMatchObject({ number: 1, senderId: ann.id, senderName: 'Ann Test' })
    expect(rows[0]?.lastMessage?.text).toHaveLength(200)
    expect(rows[1]?.lastMessage).toBeNull()
    const firstPage = await listRecent(manager, { limit: 2 })
    const secondPage = await listRecent(manager, { limit: 2, cursor: firstPage.next })
    expect([...firstPage.rows, ...secondPage.rows].map(({ name }) => name)).toEqual([
      'Night shift',
      'Riggers',
      'Cleaning',
    ])
    expect(await readCode(listRecent(ann, { cursor: (await listGroupsByName()).next }))).toBe(
      'CURSOR_INVALID',
    )
    expect((await listRecent(watcher)).rows.map(({ lastMessage }) => lastMessage)).toEqual([null, null, null])
    await muster.call(ann).groupMessages.remove({ groupId, messageId: (await newestMessage()).id })
    expect((await listRecent(ann)).rows[0]?.lastMessage).toMatchObject({ text: '', isDeleted: true })
    await muster.call(manager).groupMessages.send({
      groupId: quietId,
      requestId: crypto.randomUUID(),
      text: 'Later',
      fileId: null,
    })
    expect((await listRecent(ann)).rows.map(({ name }) => name)).toEqual(['Cleaning', 'Night shift'])
  })

  it('counts with its unread messages for an internal admin who is a member', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    await muster.make.assign(admin, zone, 'zone_manager_rw')
    await muster.call(manager).groups.addMembers({ groupId, members: [admin.id] })
    await sendText(ann, 'first')
    expect(await muster.call(admin).groups.count()).toMatchObject({ mine: 1, unread: 1 })
  })

  it('is created without its creator when the chosen members fill it', async () => {
    await muster.db.pool.query(
      `insert into auth.users (id, name, email, sign_up) select uuid_v7(), 'Crew', 'crew' || n || '@many.test',
         jsonb_build_object('firstName', 'Crew', 'lastName', n::text, 'phone', '+911155500100', 'dateOfBirth', '1990-01-01',
           'role', 'app_user', 'userCode', 'MANY' || lpad(n::text, 4, '0'))
       from generate_series(1, $1::int) n`,
      [limits.groupMembersMost],
    )
    const { rows } = await muster.db.pool.query<{ id: string }>(
      `insert into zone_assignments (user_id, zone_id, role, accepted_at)
         select id, $1, 'app_user', now() from user_profiles where email like 'crew%@many.test' returning user_id as id`,
      [zone.id],
    )
    const { group } = await muster.call(manager).groups.create({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      name: 'Everyone',
      members: rows.map(it => it.id),
    })
    expect(await muster.call(manager).groups.get({ groupId: group.id })).toMatchObject({
      members: limits.groupMembersMost,
      isMember: false,
    })
  })

  it('can be changed by those who manage groups in the zone, and its members belong to the zone', async () => {
    const stranger = await muster.make.user()
    await muster.call(manager).groups.update({ groupId, name: 'Day shift' })
    expect(await muster.call(ann).groups.get({ groupId })).toMatchObject({
      name: 'Day shift',
      description: null,
    })
    const addMembers = (members: string[]) => muster.call(manager).groups.addMembers({ groupId, members })
    expect(await readCode(addMembers([stranger.id]))).toBe('NOT_ASSIGNED')
    expect(await addMembers([bob.id, ann.id])).toEqual({ added: 1 })
    const { rows } = await muster.call(ann).groups.members({ groupId })
    expect(rows.map(it => [it.firstName, it.email, it.role])).toEqual([
      ['Ann', null, 'app_user'],
      ['Bob', null, 'app_user'],
      ['Mia', null, 'zone_manager_rw'],
    ])
    expect((await muster.call(manager).groups.members({ groupId })).rows[0]?.email).toBe(ann.email)
    const candidates = await muster.call(manager).groups.candidates({ zoneId: zone.id, groupId, search: 'b' })
    expect(candidates.rows).toMatchObject([{ userId: bob.id, isMember: true }])
    expect(await listAlerts(bob)).toEqual(['You were added to the group Day shift'])
    await muster.call(manager).groups.removeMember({ groupId, userId: bob.id })
    expect(await addMembers([bob.id])).toEqual({ added: 1 })
    expect(await listAlerts(bob)).toHaveLength(2)
    await muster.call(manager).groups.update({ groupId, name: 'Day shift' })
    expect(await listEventKinds(`group:${groupId}`)).toEqual(['group.changed', 'group.changed'])
    await muster.call(manager).groups.remove({ groupId })
    expect(await readCode(muster.call(manager).groups.get({ groupId }))).toBe('GROUP_NOT_FOUND')
  })

  it('hides its name and count until the PIN is entered', async () => {
    const { make, call } = muster
    const [outsideManager, clientAdmin, admin] = [
      await make.user(),
      await make.user({ role: 'client_admin' }),
      await make.user({ role: 'admin' }),
    ]
    await make.assign(outsideManager, zone, 'zone_manager_rw', false)
    await make.assign(clientAdmin, zone, 'client_admin', false)
    const since = { today: new Date().toISOString(), week: new Date().toISOString() }
    await call(manager).broadcasts.send({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      title: 'Gate closed',
      message: 'Use the other one',
      priority: 'normal',
      sendAt: null,
    })
    const readVisibleData = async (who: TestUser) => [
      (await call(who).broadcasts.groups({ zoneId: zone.id })).groups,
      (await call(who).broadcasts.groups({})).groups.filter(it => it.id === groupId).length,
      (await call(who).broadcasts.statistics({ zoneId: zone.id, ...since })).total,
    ]
    const fullView = [[{ id: groupId, name: 'Night shift', members: 2 }], 1, 1]
    expect(await readVisibleData(outsideManager)).toEqual([[], 0, 0])
    for (const who of [manager, clientAdmin, admin]) expect(await readVisibleData(who)).toEqual(fullView)
  })

  it('announces its creation, change and deletion, and members who join and leave, on every screen', async () => {
    const topics = [`zone:${zone.id}`, 'admin', `group:${groupId}`, `user:${bob.id}`]
    await muster.call(manager).groups.addMembers({ groupId, members: [bob.id, ann.id] })
    await muster.call(manager).groups.removeMember({ groupId, userId: bob.id })
    await muster.call(manager).groups.update({ groupId, name: 'Day shift' })
    await muster.call(manager).groups.remove({ groupId })
    const { rows } = await muster.db.pool.query(
      `select kind, array_agg(topic order by seq) as topics from feed_events
       where topic = any($1) and payload ->> 'groupId' = $2 and payload ->> 'userId' is distinct from $3
         and payload ->> 'userId' is distinct from $4 group by xmin::text, kind order by min(seq)`,
      [topics, groupId, ann.id, manager.id],
    )
    const groupTopics = topics.slice(0, 3)
    const bobTopics = [...topics.slice(0, 2), `user:${bob.id}`]
    expect(rows).toEqual([
      { kind: 'group.changed', topics: groupTopics },
      { kind: 'group.member_added', topics: bobTopics },
      { kind: 'group.member_removed', topics: bobTopics },
      { kind: 'group.changed', topics: groupTopics },
      { kind: 'group.removed', topics: groupTopics },
    ])
  })

  it('closes its conversation on every screen when its zone is deleted', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    await muster.call(admin).zones.remove({ zoneId: zone.id })
    expect((await listEventKinds(`group:${groupId}`)).at(-1)).toBe('group.removed')
  })

  it('loses members who leave the zone', async () => {
    await sendText(ann, 'Hello')
    const admin = await muster.make.user({ role: 'admin' })
    await muster.call(admin).users.unlink({ zoneId: zone.id, userId: ann.id })
    const { rows } = await muster.call(manager).groups.members({ groupId })
    expect(rows.map(it => it.firstName)).toEqual(['Mia'])
    expect(await listTexts(manager)).toEqual(['Hello'])
    expect(await listEventKinds(`user:${ann.id}`)).toContain('group.member_removed')
  })
})

describe('a message', () => {
  it('is numbered in order, stored once, and readable by members and managers of the group', async () => {
    const requestId = crypto.randomUUID()
    const firstMessage = await sendText(ann, 'One', { requestId })
    expect(await sendText(ann, 'One', { requestId })).toEqual(firstMessage)
    const sharedRequest = { requestId: crypto.randomUUID() }
    const [firstResult, secondResult] = await Promise.all([
      sendText(ann, 'Two', sharedRequest),
      sendText(ann, 'Two', sharedRequest),
    ])
    expect(firstResult).toEqual(secondResult)
    await Promise.all(Array.from({ length: 12 }, (_, n) => sendText(n % 2 ? ann : manager, `More ${n}`)))
    const { rows, older, newer } = await muster.call(ann).groupMessages.list({ groupId })
    expect(rows.map(it => it.number)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect([older, newer]).toEqual([false, false])
    const eventResult = await muster.db.pool.query(
      `select payload->'message'->'number' as number from feed_events where topic = $1 and kind = 'group.message' order by seq`,
      [`group:${groupId}`],
    )
    expect(eventResult.rows.map(it => it.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(await readCode(sendText(ann, '  '))).toBe('BAD_REQUEST')
  })

  it('puts a manager who writes in it into the group, once, and leaves out an admin who is not in the zone', async () => {
    const otherManager = await muster.make.user({ firstName: 'Oda' })
    await muster.make.assign(otherManager, zone, 'zone_manager_rw')
    const admin = await muster.make.user({ role: 'admin' })
    const listMemberNames = async () =>
      (await muster.call(ann).groups.members({ groupId })).rows.map(({ firstName }) => firstName)
    expect(await listMemberNames()).toEqual(['Ann', 'Mia'])
    await sendText(otherManager, 'Is anyone at the crane?')
    await sendText(otherManager, 'I am on my way.')
    await sendText(admin, 'Thank you.')
    expect(await listMemberNames()).toEqual(['Ann', 'Mia', 'Oda'])
    expect((await muster.call(ann).groups.get({ groupId })).members).toBe(3)
    expect(
      (await listEventKinds(`zone:${zone.id}`)).filter(kind => kind === 'group.member_added'),
    ).toHaveLength(3)
    const { id } = await sendText(ann, 'See you @Oda', { mentions: [otherManager.id] })
    const { people } = await muster.call(ann).groupMessages.readers({ groupId, messageId: id })
    expect(people.map(({ id: userId }) => userId)).toContain(otherManager.id)
    expect(await listAlerts(otherManager)).toEqual(['Ann Test mentioned you in Night shift'])
  })

  it("is identical in the feed, in its sender's response and in the list", async () => {
    const firstMessage = await sendText(ann, `Who is at the gate? ${'👷'.repeat(200)}`)
    const replyMessage = await sendText(manager, 'You, @Ann Test', {
      replyTo: firstMessage.id,
      mentions: [ann.id],
    })
    expect(replyMessage.replyTo?.text).toBe(`Who is at the gate? ${'👷'.repeat(179)}…`)
    const { rows } = await muster.db.pool.query(
      `select payload->'message' as message from feed_events where topic = $1 and kind = 'group.message' order by seq desc limit 1`,
      [`group:${groupId}`],
    )
    const [listedMessage] = (await muster.call(ann).groupMessages.list({ groupId })).rows
    expect([replyMessage, rows[0].message]).toEqual([listedMessage, listedMessage])
  })

  it('ignores mentions of non-members, so an id does not reveal a name', async () => {
    const stranger = await muster.make.user({ firstName: 'Secret' })
    const mentionedIds = [stranger.id, bob.id, ann.id, ann.id]
    const sentMessage = await sendText(ann, 'Hello', { mentions: mentionedIds })
    const expectedMentions = [{ id: ann.id, name: 'Ann Test' }]
    expect(sentMessage.mentions).toEqual(expectedMentions)
    const { rows: events } = await muster.db.pool.query(
      `select payload->'message'->'mentions' as mentions from feed_events where topic = $1 and kind = 'group.message'`,
      [`group:${groupId}`],
    )
    expect(events).toEqual([{ mentions: expectedMentions }])
    // Insert a row as an older version wrote it.
    await muster.db.pool.query(
      `insert into group_messages (group_id, request_id, sender_id, message_text, mentions)
        values ($1, gen_random_uuid(), $2, 'Hello', $3)`,
      [groupId, ann.id, mentionedIds],
    )
    const { rows } = await muster.call(ann).groupMessages.list({ groupId })
    expect(rows.map(it => it.mentions)).toEqual([expectedMentions, expectedMentions])
  })

  it('is read in windows: before, after and around a number', async () => {
    await muster.db.pool.query(
      `insert into group_messages (group_id, request_id, sender_id, message_text)
        select $1, gen_random_uuid(), $2, 'No ' || n from generate_series(1, 120) n`,
      [groupId, ann.id],
    )
    const listNumbers = async (filter: object) => {
      const { rows, ...rest } = await muster.call(ann).groupMessages.list({ groupId, ...filter })
      return [rows[0]?.number, rows.at(-1)?.number, rest]
    }
    expect(await listNumbers({})).toEqual([120, 71, { older: true, newer: false }])
    expect(await listNumbers({ before: 71 })).toEqual([70, 21, { older: true, newer: true }])
    expect(await listNumbers({ before: 21 })).toEqual([20, 1, { older: false, newer: true }])
    expect(await listNumbers({ after: 100 })).toEqual([120, 101, { older: true, newer: false }])
    expect(await listNumbers({ around: 60 })).toEqual([85, 36, { older: true, newer: true }])
    const results = await muster.call(ann).groupMessages.search({ groupId, search: 'no 77' })
    expect(results.rows.map(it => it.text)).toEqual(['No 77'])
  })

  it('can be changed and deleted by its author for 15 minutes', async () => {
    const { id: messageId } = await sendText(ann, 'Wrnog')
    const edit = (who: TestUser) => muster.call(who).groupMessages.edit({ groupId, messageId, text: 'Right' })
    expect(await readCode(edit(manager))).toBe('MESSAGE_NOT_FOUND')
    await edit(ann)
    expect(await listTexts(manager)).toEqual(['Right'])
    await backdateMessages(16)
    expect(await readCode(edit(ann))).toBe('MESSAGE_TOO_OLD')
    expect(await readCode(muster.call(ann).groupMessages.remove({ groupId, messageId }))).toBe(
      'MESSAGE_TOO_OLD',
    )
    await backdateMessages(-16)
    await muster.call(ann).groupMessages.remove({ groupId, messageId })
    expect(await listTexts(manager)).toEqual([''])
    expect(await readCode(edit(ann))).toBe('MESSAGE_NOT_FOUND')
  })

  it('is changed and cleared in its earlier events and in the quotes of replies, so that a resumed feed does not reveal it', async () => {
    const { id: messageId } = await sendText(ann, 'Secret one', { mentions: [manager.id] })
    const { id: otherId } = await sendText(ann, 'Stays')
    await sendText(manager, 'Answer', { replyTo: messageId })
    const readEvents = async () => {
      const { rows } = await muster.db.pool.query(
        `select kind, payload from feed_events where topic = $1 and kind like 'group.message%' order by seq`,
        [`group:${groupId}`],
      )
      return rows
    }
    await muster.call(ann).groupMessages.edit({ groupId, messageId, text: 'Second one' })
    expect(JSON.stringify(await readEvents())).not.toContain('Secret')
    const [sent, other, reply, change] = await readEvents()
    expect(sent.payload.message).toMatchObject({ text: 'Second one', mentions: [{ id: manager.id }] })
    expect(reply.payload.message).toMatchObject({ text: 'Answer', replyTo: { text: 'Second one' } })
    expect(change.payload).toMatchObject({ messageId, text: 'Second one' })

    await muster.call(ann).groupMessages.remove({ groupId, messageId })
    const events = await readEvents()
    expect(JSON.stringify(events)).not.toContain('Second')
    expect(events[0].payload.message).toMatchObject({ id: messageId, text: '', mentions: [], file: null })
    expect(events[1]).toEqual(other)
    expect(other.payload.message).toMatchObject({ id: otherId, text: 'Stays' })
    expect(events[2].payload.message).toMatchObject({ text: 'Answer', replyTo: { text: '' } })
    for (const { kind, payload } of events) expect(feedEvent.parse({ kind, ...payload })).toBeTruthy()
  })

  it('has reactions and read receipts', async () => {
    await muster.call(manager).groups.addMembers({ groupId, members: [bob.id] })
    const { id: messageId, number } = await sendText(ann, 'Tea?')
    const react = (who: TestUser, isOn = true) =>
      muster.call(who).groupMessages.react({ groupId, messageId, emoji: '👍', on: isOn })
    await react(bob)
    await react(bob)
    await react(manager)
    const listReactions = async (who: TestUser) =>
      (await muster.call(who).groupMessages.list({ groupId })).rows[0]?.reactions
    expect(await listReactions(bob)).toEqual([{ emoji: '👍', count: 2, mine: true }])
    await react(bob, false)
    expect(await listReactions(bob)).toEqual([{ emoji: '👍', count: 1, mine: false }])
    const listReads = () => muster.call(ann).groupMessages.reads({ groupId })
    expect(await listReads()).toEqual({ others: 2, upTo: [{ number: 0, people: 2 }] })
    const markRead = (upTo: number) => muster.call(bob).groupMessages.read({ groupId, number: upTo })
    expect(await markRead(99)).toEqual({ number })
    expect(await markRead(0)).toEqual({ number })
    expect(await listReads()).toEqual({
      others: 2,
      upTo: [
        { number, people: 1 },
        { number: 0, people: 1 },
      ],
    })
    const listReadEvents = async (topic: string) =>
      (await listEventKinds(topic)).filter(kind => kind === 'group.reaction' || kind === 'group.read')
    expect(await listReadEvents(`group:${groupId}`)).toEqual([
      ...Array(3).fill('group.reaction'),
      'group.read',
    ])
    expect(await listReadEvents(`user:${bob.id}`)).toEqual(['group.read'])
    const { people } = await muster.call(ann).groupMessages.readers({ groupId, messageId })
    expect(people).toEqual([
      { id: manager.id, name: 'Mia Test', read: false },
      { id: bob.id, name: 'Bob Test', read: true },
    ])
  })

  it('loses the reactions of a deleted account on every screen', async () => {
    const { id: messageId } = await sendText(ann, 'Tea?')
    for (const who of [ann, manager])
      await muster.call(who).groupMessages.react({ groupId, messageId, emoji: '👍', on: true })
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    await muster.call(superAdmin).accounts.remove({ userId: manager.id })
    const { rows } = await muster.db.pool.query(
      `select payload from feed_events where topic = $1 and kind = 'group.reaction' order by seq desc limit 1`,
      [`group:${groupId}`],
    )
    expect(rows[0].payload).toMatchObject({ messageId, userId: manager.id, emoji: '👍', on: false, count: 1 })
  })

  it("shows who is typing, and muting affects only the person's own screens", async () => {
    await muster.call(ann).groupMessages.typing({ groupId })
    for (const muted of [true, true, false]) await muster.call(ann).groupMessages.mute({ groupId, muted })
    const { rows } = await muster.db.pool.query(
      `select topic, kind, payload ->> 'name' as name, payload -> 'muted' as muted from feed_events
       where kind in ('group.typing', 'group.muted') and payload ->> 'groupId' = $1 order by seq`,
      [groupId],
    )
    expect(rows).toEqual([
      { topic: `group:${groupId}`, kind: 'group.typing', name: 'Ann Test', muted: null },
      { topic: `user:${ann.id}`, kind: 'group.muted', name: null, muted: true },
      { topic: `user:${ann.id}`, kind: 'group.muted', name: null, muted: false },
    ])
  })

  it('counts as unread and raises one alert until it is read; a mention alerts immediately', async () => {
    const alertUnread = () => muster.db.asOwner('a test', tx => write(tx, alertUnreadMessages))
    const countUnread = async () => (await muster.call(ann).groups.get({ groupId })).unread
    await muster.db.pool.query('update group_reads set muted = true where group_id <> $1', [groupId])
    await sendText(manager, 'One')
    await sendText(manager, 'Two')
    expect(await countUnread()).toBe(2)
    expect(await alertUnread()).toBe(0)
    await backdateMessages(1)
    expect([await alertUnread(), await alertUnread()]).toEqual([1, 0])
    const invitedTitle = 'You were added to the group Night shift'
    expect(await listAlerts(ann)).toEqual(['2 new messages in Night shift', invitedTitle])
    await sendText(manager, 'And one more')
    expect(await alertUnread()).toBe(0)
    expect(await listAlerts(ann)).toEqual(['3 new messages in Night shift', invitedTitle])
    await muster.call(ann).groupMessages.read({ groupId, number: 3 })
    expect(await countUnread()).toBe(0)
    // Once Ann has read the group, the next message replaces that alert.
    await sendText(manager, 'Still there?')
    await backdateMessages(4)
    expect(await alertUnread()).toBe(1)
    expect(await listAlerts(ann)).toEqual(['New message in Night shift', invitedTitle])
    await muster.call(ann).groupMessages.read({ groupId, number: 4 })
    await muster.call(ann).groupMessages.mute({ groupId, muted: true })
    await sendText(manager, 'Three')
    await backdateMessages(1)
    expect(await alertUnread()).toBe(0)
    await sendText(manager, '@Ann Test', { mentions: [ann.id, bob.id, manager.id] })
    await sendText(manager, '@Ann Test again', { mentions: [ann.id] })
    expect((await listAlerts(ann)).filter(it => it.includes('mentioned'))).toEqual([
      'Mia Test mentioned you in Night shift',
    ])
    expect(await listAlerts(bob)).toEqual([])
  })
})

describe('the groups of some people', () => {
  const readMemberships = (who: TestUser) =>
    muster.call(who).groups.memberships({ zoneId: zone.id, userIds: [ann.id, bob.id] })

  it('are the first three by name and their number, without people in no group', async () => {
    for (const name of ['Cranes', 'Alpha', 'Bravo']) await createGroup(name, [ann])
    expect((await readMemberships(watcher)).people).toEqual([
      { userId: ann.id, names: ['Alpha', 'Bravo', 'Cranes'], count: 4 },
    ])
  })

  it('do not reveal groups to people who are not in them', async () => {
    expect((await readMemberships(bob)).people).toEqual([])
  })
})
