import { write } from '../../../live/write.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { releaseDueBroadcasts } from '../release-broadcasts.ts'

/** Prepares a zone whose manager sends broadcasts. */
export function prepareBroadcasts() {
  const muster = testServices()
  const { zone, manager, ann, bob } = testWorld(muster, {
    manager: 'zone_manager_rw',
    ann: 'app_user',
    bob: 'app_user',
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
  const releaseNow = async () => {
    await muster.db.pool.query(
      `update broadcasts set send_at = now() - interval '1 second' where state = 'scheduled'`,
    )
    return muster.db.asOwner('a test', tx => write(tx, releaseDueBroadcasts))
  }
  return { muster, zone, manager, ann, bob, createForm, send, get, listTitles, listAlerts, releaseNow }
}
