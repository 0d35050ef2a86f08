import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import { releaseDueBroadcasts } from './release-broadcasts.ts'
import { prepareBroadcasts } from './testing/prepare-broadcasts.ts'

const { muster, zone, manager, ann, send, get, listTitles, listAlerts, releaseNow } = prepareBroadcasts()

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
