import type { BadgeDirection } from '@muster/domain/badge.ts'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { sendError } from '../../../app/http-errors.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { registerBadgeDoor } from '../badge-door.ts'

/** The key of the gate that `send` uses. */
export const gate = { key: '' }
export const minute = 60_000
export const hour = 60 * minute
export const read = (badge: string, direction: BadgeDirection, agoMs: number, more: object = {}) => ({
  badge,
  direction,
  at: new Date(Date.now() - agoMs).toISOString(),
  reader: 'Gate 2',
  ...more,
})

/** Prepares a zone whose gate sends badge events to the server. */
export function prepareBadges() {
  const muster = testServices()
  const { zone, manager, ann } = testWorld(muster, {
    manager: { firstName: 'Mia', in: 'zone_manager_rw' },
    ann: 'app_user',
  })
  let app: FastifyInstance
  beforeAll(async () => {
    app = Fastify()
    app.setErrorHandler(sendError)
    const { caches, concurrency } = muster.services
    registerBadgeDoor(app, { db: muster.db, badgeKeys: caches.badgeKeys, concurrency })
    await muster.services.reader.start()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    gate.key = await createKey()
  })
  const badges = (who = manager) => muster.call(who).badges
  const createKey = async (ofZone = zone, who = manager) =>
    (await badges(who).createKey({ zoneId: ofZone.id, name: 'Gate 2', requestId: crypto.randomUUID() })).key
  const inject = (request: InjectOptions) => app.inject(request)
  const post = (payload: object, token = gate.key) =>
    inject({
      method: 'POST',
      url: '/ingest/badges',
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
  const send = async (...events: unknown[]) => {
    const response = await post({ events })
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
    return response.json().results as { result: string; known: boolean; code?: string; id: string | null }[]
  }
  const assign = (
    ...list: { number: string; userId?: string; name?: string; company?: string; phone?: string }[]
  ) => badges().assign({ zoneId: zone.id, badges: list })
  const listInside = async () => (await badges().inside({ zoneId: zone.id })).rows
  const countInside = async () => ({
    people: (await muster.call(manager).presence.panel({ zoneId: zone.id })).parts.byBadge,
    alsoByPhone: (await listInside()).filter(it => it.byPhone).length,
  })
  const putInsideByPhone = (who: TestUser) =>
    muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', captured_at = now()
      where user_id = $1 and zone_id = $2`,
      [who.id, zone.id],
    )
  return {
    muster,
    zone,
    manager,
    ann,
    badges,
    createKey,
    inject,
    post,
    send,
    assign,
    listInside,
    countInside,
    putInsideByPhone,
  }
}
