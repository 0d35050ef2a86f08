import { beforeEach } from 'vitest'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'

export const today = () => new Date().toISOString().slice(0, 10)
type Door = 'kiosk' | 'poster'

/** Prepares a zone that visitors enter by its poster and its kiosks. */
export function prepareVisitors() {
  const muster = testServices()
  const { zone, manager, host, stranger } = testWorld(muster, {
    manager: 'zone_manager_rw',
    host: { firstName: 'Anna', in: 'app_user' },
    stranger: {},
  })
  beforeEach(() => query('delete from rate_limits'))
  const query = async (statement: string, values: unknown[] = []) =>
    (await muster.db.pool.query(statement, values)).rows
  const callAs = (user?: TestUser, ip?: string) => muster.call(user, ip).visitors
  const makePoster = async () => (await callAs(manager).renewPoster({ zoneId: zone.id })).token
  const openKiosk = async () => callAs(manager).openKiosk({ zoneId: zone.id, name: 'Gate 1' })
  const startKiosk = async () => (await callAs().startKiosk({ code: (await openKiosk()).code })).token
  const signIn = (token: string, door: Door = 'poster', more: object = {}) =>
    callAs().signIn({
      door,
      token,
      name: 'Mia Test',
      company: 'Acme',
      phone: '+49 30 1234',
      hostId: null,
      noticeVersion: 0,
      requestId: crypto.randomUUID(),
      ...more,
    })
  /** Signs in by a new poster and returns the token of the visitor's page. */
  async function visit(more: object = {}): Promise<string> {
    const { visitToken } = await signIn(await makePoster(), 'poster', more)
    return visitToken ?? ''
  }
  const listNames = async (state: 'inside' | 'expected' | 'past', who = manager) =>
    (await callAs(who).list({ zoneId: zone.id, state })).rows.map(it => it.name)
  const listTitles = async (who: TestUser) =>
    (await muster.call(who).alerts.list({})).rows.map(it => it.title)
  const invite = (more: object = {}, who = host) =>
    callAs(who).invite({
      zoneId: zone.id,
      name: 'Mia Test',
      company: 'Acme',
      expectedOn: today(),
      requestId: crypto.randomUUID(),
      ...more,
    })
  return {
    muster,
    zone,
    manager,
    host,
    stranger,
    query,
    callAs,
    makePoster,
    openKiosk,
    startKiosk,
    signIn,
    visit,
    listNames,
    listTitles,
    invite,
  }
}
