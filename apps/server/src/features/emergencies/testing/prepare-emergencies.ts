import type { PersonState } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { beforeEach, expect } from 'vitest'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'

/** Prepares a zone in which Ann is inside, Bob’s last reading is old, and somebody is away. */
export function prepareEmergencies() {
  const muster = testServices()
  const { zone, manager, viewer, ann, bob, away } = testWorld(muster, {
    manager: { firstName: 'Mia', in: 'zone_manager_rw' },
    viewer: 'zone_manager_ro',
    ann: 'app_user',
    bob: 'app_user',
    away: { firstName: 'Away', in: 'app_user' },
  })
  beforeEach(async () => {
    await putInside(ann)
    await putInside(bob, limits.presenceStaleMs + 60_000)
  })
  /** Counts the person as inside the zone, seen some time ago. */
  const putInside = (who: TestUser, ageMs = 0, accuracyMeters = 5) =>
    muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', latitude = 28.613, longitude = 77.209,
      captured_at = now() - $3::float8 * interval '1 ms', accuracy_meters = $4 where user_id = $1 and zone_id = $2`,
      [who.id, zone.id, ageMs, accuracyMeters],
    )
  const declare = (overrides: object = {}, who = manager) =>
    muster.call(who).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: false,
      requestId: crypto.randomUUID(),
      ...overrides,
    })
  const answer = (who: TestUser, emergencyId: string, state: 'safe' | 'help', more: object = {}) =>
    muster.call(who).emergencies.answer({ emergencyId, state, requestId: crypto.randomUUID(), ...more })
  const listPeople = async (emergencyId: string, who = manager) =>
    (await muster.call(who).emergencies.people({ emergencyId })).rows
  const findOnRoll = async (emergencyId: string, name: string) => {
    const person = (await listPeople(emergencyId)).find(it => it.name.startsWith(name))
    if (!person) throw new Error(`${name} is not on the roll`)
    return person
  }
  const mark = async (
    emergencyId: string,
    name: string,
    state: PersonState,
    who = manager,
    more: object = {},
  ) =>
    muster.call(who).emergencies.mark({
      emergencyId,
      personIds: [(await findOnRoll(emergencyId, name)).id],
      state,
      requestId: crypto.randomUUID(),
      ...more,
    })
  const readStates = async (emergencyId: string) => {
    const { states } = await muster.call(manager).emergencies.get({ emergencyId })
    return Object.fromEntries(Object.entries(states).filter(([, people]) => people > 0))
  }
  const listTitles = async (who: TestUser) =>
    (await muster.call(who).alerts.list({})).rows.map(it => it.title)
  /** Waits until a transaction waits for a lock. */
  const untilWaiting = () =>
    expect
      .poll(async () => {
        const { rows } = await muster.db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
  return {
    muster,
    zone,
    manager,
    viewer,
    ann,
    bob,
    away,
    putInside,
    declare,
    answer,
    listPeople,
    findOnRoll,
    mark,
    readStates,
    listTitles,
    untilWaiting,
  }
}
