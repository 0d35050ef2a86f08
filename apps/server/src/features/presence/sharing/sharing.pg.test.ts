import { describe, expect, test } from 'vitest'
import { removeExpired } from '../../../jobs/remove-expired.ts'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { endExpiredSharing } from './sharing.queries.ts'
import { deleteSettledRequests, findOrInsertRequest } from './tracking-requests.queries.ts'

const maxRequestsPerDay = 5
const maxSharingMs = 24 * 60 * 60_000
const muster = testServices()
const { zone, manager, ann } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  ann: 'app_user',
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const startSharing = (user: TestUser = ann, sharedZone: TestZone = zone, endsAt = inHours(8)) =>
  muster.call(user).presence.startSharing({ zoneId: sharedZone.id, endsAt })
const readSharing = async (user: TestUser = ann) => (await muster.call(user).presence.mySharing()).sharing
const listSharers = async (sharedZone: TestZone = zone) =>
  (await muster.call(manager).presence.sharers({ zoneId: sharedZone.id })).people

/** Lists the sharing states announced for a person on a topic, newest last: running, paused or ended. */
async function listEvents(topic: string) {
  const { rows } = await muster.db.pool.query<{ sharing: { pausedAt: string | null } | null }>(
    `select payload->'sharing' as sharing from feed_events where topic = $1 and kind = 'presence.sharing' order by seq`,
    [topic],
  )
  return rows.map(({ sharing }) => (sharing ? (sharing.pausedAt ? 'paused' : 'running') : 'ended'))
}

describe('sharing one’s position', () => {
  test('has an hourly limit on starting, pausing and resuming, and can be ended at any time', async () => {
    const pause = (paused: boolean) => muster.call(ann).presence.pauseSharing({ paused })
    const end = () => muster.call(ann).presence.endSharing()
    for (let round = 0; round < 40; round++) {
      await startSharing()
      await pause(true)
      await pause(false)
    }
    expect([await readCode(startSharing()), await readCode(pause(true)), await readCode(end())]).toEqual([
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
      undefined,
    ])
    expect(await readSharing()).toBeNull()
    expect(await readCode(startSharing(manager))).toBe(undefined)
  })

  test('begins, pauses, resumes and ends; viewers of the zone see it, and the feed announces it', async () => {
    const endsAt = inHours(8)
    expect(await startSharing(ann, zone, endsAt)).toMatchObject({
      zoneId: zone.id,
      sessionId: ann.sessionId,
      endsAt,
      pausedAt: null,
    })
    expect(await readSharing()).toMatchObject({ zoneId: zone.id, endsAt })
    expect(await listSharers()).toEqual([{ userId: ann.id, endsAt, paused: false }])
    await muster.call(ann).presence.pauseSharing({ paused: true })
    expect(await listSharers()).toMatchObject([{ paused: true }])
    await muster.call(ann).presence.pauseSharing({ paused: false })
    expect(await muster.call(ann).presence.endSharing()).toEqual({ ended: true })
    expect(await muster.call(ann).presence.endSharing()).toEqual({ ended: true })
    expect(await readSharing()).toBeNull()
    expect(await listSharers()).toEqual([])
    const states = ['running', 'paused', 'running', 'ended']
    expect(await listEvents(`zone:${zone.id}`)).toEqual(states)
    expect(await listEvents(`user:${ann.id}`)).toEqual(states)
    expect(await readCode(muster.call(ann).presence.pauseSharing({ paused: true }))).toBe('NOT_SHARING')
  })

  test('is limited to one zone at a time, and the previous zone is notified that it ended', async () => {
    const secondZone = await muster.make.zone()
    await muster.make.assign(ann, secondZone)
    await startSharing()
    await startSharing(ann, secondZone)
    expect(await readSharing()).toMatchObject({ zoneId: secondZone.id })
    expect(await listEvents(`zone:${zone.id}`)).toEqual(['running', 'ended'])
    expect(await listEvents(`zone:${secondZone.id}`)).toEqual(['running'])
  })

  test('requires a membership, an active zone, and a duration within a day', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    expect(await readCode(startSharing(admin))).toBe('NOT_ASSIGNED')
    for (const hours of [-0.01, 24.01])
      expect(await readCode(startSharing(ann, zone, inHours(hours)))).toBe('SHARING_TIME_INVALID')
    expect(
      await readCode(startSharing(ann, zone, new Date(Date.now() + maxSharingMs - 1_000).toISOString())),
    ).toBeUndefined()
    await muster.db.pool.query(`update zones set status = 'pending' where id = $1`, [zone.id])
    expect(await readCode(startSharing())).toBe('ZONE_NOT_FOUND')
    expect(await readCode(muster.call(ann).presence.sharers({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
  })

  test.each([
    ['signing out', () => muster.call(ann).auth.signOut()],
    ['suspension', () => muster.db.pool.query('delete from auth.sessions where user_id = $1', [ann.id])],
    ['removal from the zone', () => muster.call(manager).users.unlink({ zoneId: zone.id, userId: ann.id })],
  ])('ends automatically on %s, and the zone is notified', async (_, end) => {
    await startSharing()
    await end()
    expect(await listEvents(`zone:${zone.id}`)).toEqual(['running', 'ended'])
    expect(await listSharers()).toEqual([])
  })

  test('is hidden as soon as it expires, and the feed announces it within a minute', async () => {
    await startSharing()
    await muster.db.pool.query(
      `update presence_sharing set started_at = now() - interval '9 hours', ends_at = now() - interval '1 second' where user_id = $1`,
      [ann.id],
    )
    expect(await readSharing()).toBeNull()
    expect(await listSharers()).toEqual([])
    expect(await readCode(muster.call(ann).presence.pauseSharing({ paused: true }))).toBe('NOT_SHARING')
    expect(await endExpiredSharing(muster.db)).toBe(1)
    expect((await listEvents(`zone:${zone.id}`)).at(-1)).toBe('ended')
    expect(await endExpiredSharing(muster.db)).toBe(0)
  })
})

describe('requests to share a position', () => {
  const requestSharing = (user: TestUser, userId?: string) =>
    muster.call(user).presence.requestTracking({ zoneId: zone.id, userId })
  const listRequests = async (user: TestUser) =>
    (await muster.call(user).presence.trackingRequests()).requests
  const reply = (user: TestUser, requestId: string, accept: boolean) =>
    muster.call(user).presence.answerTrackingRequest({ requestId, accept })

  test('are pending when made for oneself; a manager answers, and the requester sees it', async () => {
    const { requestId } = await requestSharing(ann)
    expect(await requestSharing(ann)).toEqual({ requestId })
    const pendingRequest = {
      id: requestId,
      userId: ann.id,
      requestedBy: ann.id,
      userName: 'Ann Test',
      zoneName: zone.name,
      status: 'pending',
      answeredAt: null,
    }
    expect(await listRequests(ann)).toMatchObject([pendingRequest])
    expect(await listRequests(manager)).toMatchObject([pendingRequest])
    expect(await readCode(reply(ann, requestId, true))).toBe('FORBIDDEN')
    expect(await reply(manager, requestId, true)).toEqual({ status: 'accepted' })
    expect(await listRequests(ann)).toMatchObject([{ id: requestId, status: 'accepted' }])
    expect(await readCode(reply(manager, requestId, false))).toBe('REQUEST_ANSWERED')
    expect((await requestSharing(ann)).requestId).not.toBe(requestId)
  })

  test('can be answered only by the member if a manager makes them', async () => {
    const bob = await muster.make.user()
    await muster.make.assign(bob, zone)
    const { requestId } = await requestSharing(manager, ann.id)
    expect(await listRequests(ann)).toMatchObject([{ requestedByName: 'Mia Test', status: 'pending' }])
    expect(await listRequests(bob)).toEqual([])
    expect(await readCode(reply(bob, requestId, true))).toBe('NOT_FOUND')
    expect(await readCode(reply(manager, requestId, true))).toBe('FORBIDDEN')
    expect(await reply(ann, requestId, false)).toEqual({ status: 'declined' })
    expect(await listRequests(manager)).toMatchObject([{ id: requestId, status: 'declined' }])
  })

  test('can be withdrawn by their author while open and then made again, and both sides are notified', async () => {
    const withdraw = (user: TestUser, requestId: string) =>
      muster.call(user).presence.withdrawTrackingRequest({ requestId })
    const { requestId } = await requestSharing(manager, ann.id)
    expect(await readCode(withdraw(ann, requestId))).toBe('FORBIDDEN')
    expect(await readCode(withdraw(await muster.make.user(), requestId))).toBe('NOT_FOUND')
    expect(await withdraw(manager, requestId)).toEqual({ status: 'withdrawn' })
    for (const user of [ann, manager])
      expect(await listRequests(user)).toMatchObject([
        { id: requestId, status: 'withdrawn', answeredAt: expect.any(String) },
      ])
    const lateAnswers = [withdraw(manager, requestId), reply(ann, requestId, true)]
    expect(await Promise.all(lateAnswers.map(readCode))).toEqual(['REQUEST_ANSWERED', 'REQUEST_ANSWERED'])
    const { rows } = await muster.db.pool.query(
      `select topic from feed_events where kind = 'tracking_request.changed' and payload->'request'->>'status' = 'withdrawn'
        and payload->'request'->>'id' = $1`,
      [requestId],
    )
    expect(rows.map(it => it.topic).sort()).toEqual(
      [`user:${ann.id}`, `user:${manager.id}`, `zone:${zone.id}`].sort(),
    )
    expect((await requestSharing(manager, ann.id)).requestId).not.toBe(requestId)
    const ownRequest = await requestSharing(ann)
    expect(await readCode(withdraw(manager, ownRequest.requestId))).toBe('FORBIDDEN')
    expect(await withdraw(ann, ownRequest.requestId)).toEqual({ status: 'withdrawn' })
  })

  test('are limited per person and day, even if withdrawn, and deleted some time after they are settled', async () => {
    const withdraw = (requestId: string) =>
      muster.call(manager).presence.withdrawTrackingRequest({ requestId })
    for (let n = 0; n < maxRequestsPerDay; n++)
      await withdraw((await requestSharing(manager, ann.id)).requestId)
    expect(await readCode(requestSharing(manager, ann.id))).toBe('TOO_MANY_REQUESTS')
    await requestSharing(ann)
    await muster.db.pool.query(
      `update location_tracking_requests set created_at = now() - interval '91 days',
         answered_at = case when status <> 'pending' then now() - interval '91 days' end where user_id = $1`,
      [ann.id],
    )
    expect(await removeExpired(muster.db, { settled: deleteSettledRequests })).toEqual({
      settled: maxRequestsPerDay,
    })
    expect(await listRequests(ann)).toMatchObject([{ requestedBy: ann.id, status: 'pending' }])
    await requestSharing(manager, ann.id)
  })

  test('are created anew if the open one is answered during a repeat', async () => {
    const { requestId } = await requestSharing(manager, ann.id)
    const request = { userId: ann.id, zoneId: zone.id, requestedBy: manager.id }
    const id = await muster.db.asOwner('as if two calls met', tx => {
      let isIntercepted = false
      const racingTx = new Proxy(tx, {
        get(target, name) {
          const value = Reflect.get(target, name)
          if (name !== 'selectFrom' || isIntercepted)
            return typeof value === 'function' ? value.bind(target) : value
          isIntercepted = true
          // Simulates an answer between the insert, which found the request open, and the lookup.
          return () => target.selectFrom('location_tracking_requests').where('id', 'is', null)
        },
      })
      return findOrInsertRequest(racingTx, request)
    })
    expect(id).toEqual({ id: requestId, isNew: false })
  })

  test('cannot be accepted by their author or withdrawn by others, not even in SQL', async () => {
    const ownRequest = await requestSharing(ann)
    const requestToAnn = await requestSharing(manager, ann.id)
    const setStatus = (user: TestUser, { requestId }: { requestId: string }, status: string) =>
      muster.db.asActor({ userId: user.id, sessionId: user.sessionId }, async tx => {
        const { CompiledQuery } = await import('kysely')
        return tx.executeQuery(
          CompiledQuery.raw(
            'update location_tracking_requests set status = $1, answered_at = now() where id = $2',
            [status, requestId],
          ),
        )
      })
    for (const [user, request, status] of [
      [ann, ownRequest, 'accepted'],
      [manager, requestToAnn, 'accepted'],
      [ann, requestToAnn, 'withdrawn'],
      [manager, ownRequest, 'withdrawn'],
    ] as const)
      await expect(setStatus(user, request, status)).rejects.toThrow('row-level security')
  })

  test('reach only managers when a member makes them, and no stranger when a manager does', async () => {
    expect(await readCode(requestSharing(ann, manager.id))).toBe('FORBIDDEN')
    expect(await readCode(requestSharing(manager, (await muster.make.user()).id))).toBe('NOT_ASSIGNED')
    expect(await readCode(requestSharing(await muster.make.user({ role: 'admin' })))).toBe('NOT_ASSIGNED')
  })

  test('made for oneself are shown only to managers who have entered the zone', async () => {
    await requestSharing(ann)
    const outsider = await muster.make.user()
    await muster.make.assign(outsider, zone, 'zone_manager_rw', false)
    expect(await listRequests(outsider)).toEqual([])
    expect(await listRequests(manager)).toHaveLength(1)
  })

  test('are announced to both sides and the zone in their current state', async () => {
    const { requestId } = await requestSharing(manager, ann.id)
    await reply(ann, requestId, true)
    for (const topic of [`user:${ann.id}`, `user:${manager.id}`, `zone:${zone.id}`]) {
      const { rows } = await muster.db.pool.query(
        `select payload->'request'->>'status' as status from feed_events
          where topic = $1 and kind = 'tracking_request.changed' order by seq`,
        [topic],
      )
      expect(rows, topic).toEqual([{ status: 'pending' }, { status: 'accepted' }])
    }
  })

  test('are deleted with the membership', async () => {
    await requestSharing(ann)
    await muster.call(manager).users.unlink({ zoneId: zone.id, userId: ann.id })
    expect(await listRequests(manager)).toEqual([])
  })
})
