import { readRoll } from './compare.ts'
import type { Person } from './people.ts'
import { readAll, type Site } from './site.ts'

/**
 * Deletes the account of somebody on the roll, unlinks a second person, and unassigns the badge of a third, while the emergency is open.
 * Returns the first one.
 */
export async function removeSome(
  { call, admin, captain, zoneId, accounts }: Site,
  people: readonly Person[],
) {
  const find = (isIt: (person: Person) => boolean) => {
    const person = people.find(it => it.why && isIt(it))
    if (!person) throw new Error('There is nobody to remove')
    return person
  }
  const deletedPerson = find(it => it.way === 'phone')
  const unlinkedPerson = find(it => it.way === 'tracker')
  const guest = find(it => it.holder === 'guest')
  await call(admin, 'accounts.remove', { userId: accounts.get(deletedPerson)?.id })
  await call(captain, 'users.unlink', { zoneId, userId: accounts.get(unlinkedPerson)?.id })
  await call(captain, 'badges.unassign', { zoneId, number: guest.badges[0] })
  return deletedPerson
}

const UNNAMED = 'Unnamed member'
/** One day more than positions and badge events, and emergencies, are kept. */
const AGED_DAYS = 91
const KEPT_DAYS = 1_096

/**
 * Lets time pass after the all clear, and compares what is kept and deleted with `docs/emergencies.md`: the name of a deleted account
 * goes after the all clear, visits and their names after 30 days, positions and badge events after 90, and everything after three years.
 * Nobody leaves the roll before.
 */
export async function findRetentionProblems(
  site: Site,
  emergencyId: string,
  people: readonly Person[],
): Promise<string[]> {
  const { sql, runJob, zoneId, call, captain } = site
  const onRoll = people.filter(it => it.why ?? it.whyLater)
  const visitors = onRoll.filter(it => it.why === 'visitor' || it.whyLater === 'visitor')
  const problems: string[] = []
  /** Two nights, because a name goes after what kept it. */
  const sleepTwice = async () => {
    await runJob('expired-rows')
    await runJob('expired-rows')
  }
  const expect = (what: string, value: unknown, truth: unknown) => {
    if (value !== truth) problems.push(`after ${what}: ${value} instead of ${truth}`)
  }
  const check = async (when: string, truth: { unnamed: number; hasPositions: boolean }) => {
    const rows = await readRoll(site, emergencyId)
    expect(`${when}, people on the roll`, rows.length, onRoll.length)
    expect(`${when}, people without a name`, rows.filter(it => it.name === UNNAMED).length, truth.unnamed)
    expect(
      `${when}, positions are there`,
      rows.some(it => it.position),
      truth.hasPositions,
    )
  }
  const age = (days: number) =>
    sql(
      `update emergencies set declared_at = declared_at - $2 * interval '1 day', all_clear_at = all_clear_at - $2 * interval '1 day'
       where id = $1`,
      [emergencyId, days],
    )
  await sleepTwice()
  await check('a night', { unnamed: 1, hasPositions: true })

  await sql(
    `update visitor_visits set signed_in_at = signed_in_at - interval '33 days', signed_out_at = signed_out_at - interval '33 days',
       expected_on = expected_on - 33 where zone_id = $1`,
    [zoneId],
  )
  await runJob('visitors-day-end')
  await sleepTwice()
  await check('33 days', { unnamed: 1 + visitors.length, hasPositions: true })
  for (const state of ['inside', 'expected', 'past'])
    expect(
      `33 days, visits (${state})`,
      (await readAll(site, captain, 'visitors.list', { zoneId, state })).length,
      0,
    )

  await age(AGED_DAYS)
  for (const table of ['badge_events', 'badge_states'])
    await sql(
      `update ${table} set at = at - $2 * interval '1 day', sent_at = sent_at - $2 * interval '1 day' where zone_id = $1`,
      [zoneId, AGED_DAYS],
    )
  await sleepTwice()
  await check('91 days', { unnamed: 1 + visitors.length + 1, hasPositions: false })
  expect('91 days, stays by badge', (await readAll(site, captain, 'badges.visits', { zoneId })).length, 0)
  expect(
    '91 days, people inside by badge',
    (await readAll(site, captain, 'badges.inside', { zoneId })).length,
    0,
  )

  await age(KEPT_DAYS)
  await sleepTwice()
  const { rows } = (await call(captain, 'emergencies.list', {})) as { rows: unknown[] }
  expect('three years, emergencies', rows.length, 0)
  return problems
}
