import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { testServices } from '../../testing/test-services.ts'
import { createForm } from './testing/accounts.ts'

const world = testServices()

const countTries = async (name: string): Promise<number> => {
  const { rows } = await world.db.pool.query<{ tries: number }>(
    `select coalesce(sum(cardinality(taken)), 0)::int as tries from rate_limits where key like $1 || ':%'`,
    [name],
  )
  return rows[0]?.tries ?? 0
}

describe('a site behind one IP address', () => {
  const ip = '203.0.113.9'

  // A few people stand in for three hundred, because hashing takes time. The test reads the counters that must not grow.
  it('signs up and in without limit, because successes are not guesses', async () => {
    const people = Array.from({ length: 6 }, () => createForm())
    for (const person of people) {
      await world.call(undefined, ip).auth.signUp(person)
      await world.call(undefined, ip).auth.signIn({ email: person.email, password: person.password })
    }
    expect(await countTries('sign-up')).toBe(0)
    expect(await countTries('address')).toBe(0)
    expect(await countTries('new-account')).toBe(6)
  })

  it('can create three hundred accounts in a morning, even all at the same time', async () => {
    await world.db.pool.query(
      `update rate_limits set taken = array(select clock_timestamp() from generate_series(1, 294)) where key like 'new-account:%'`,
    )
    expect(await readCode(world.call(undefined, ip).auth.signUp(createForm()))).toBeUndefined()
    for (const name of ['sign-up', 'address'])
      await world.db.pool.query(
        `update rate_limits set taken = array(select clock_timestamp() from generate_series(1, 299)) where key like $1 || ':%'`,
        [name],
      )
    const lateForm = createForm()
    expect(await readCode(world.call(undefined, ip).auth.signUp(lateForm))).toBeUndefined()
    expect(
      await readCode(
        world.call(undefined, ip).auth.signIn({ email: lateForm.email, password: lateForm.password }),
      ),
    ).toBeUndefined()
  })

  it('can guess only ten times per account, and each wrong guess counts against the IP address', async () => {
    const person = createForm()
    const otherIp = '203.0.113.10'
    await world.call(undefined, otherIp).auth.signUp(person)
    const triesBefore = await countTries('address')
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 11; attempt++)
      codes.push(
        await readCode(
          world.call(undefined, otherIp).auth.signIn({ email: person.email, password: `guess ${attempt}` }),
        ),
      )
    expect(codes.slice(9)).toEqual(['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'])
    expect((await countTries('address')) - triesBefore).toBe(11)
  })

  it('can open the sign-in screen while many of its people sign in', async () => {
    const finishedSteps: string[] = []
    const credentials = { email: 'nobody@test.example', password: 'a guess' }
    const signIns = Array.from({ length: 6 }, async () => {
      await readCode(world.call(undefined, ip).auth.signIn(credentials))
      finishedSteps.push('signed in')
    })
    // Waits until all sign-ins are queued.
    await new Promise(setImmediate)
    await world.call(undefined, ip).auth.settings()
    finishedSteps.push('screen')
    await Promise.all(signIns)
    expect(finishedSteps[0]).toBe('screen')
  })

  it('uses up attempts when it probes which email addresses are taken', async () => {
    const person = createForm()
    await world.call(undefined, ip).auth.signUp(person)
    const triesBefore = await countTries('sign-up')
    expect(await readCode(world.call(undefined, ip).auth.signUp(person))).toBe('EMAIL_TAKEN')
    expect(await countTries('sign-up')).toBe(triesBefore + 1)
  })
})

it('a client with 2^64 IPv6 addresses has the attempts of one address', async () => {
  const people = [createForm(), createForm(), createForm()]
  for (const person of people) await world.call().auth.signUp(person)
  await world.db.pool.query('delete from rate_limits')
  for (const [index, { email }] of people.entries()) {
    const credentials = { email, password: 'a guess' }
    expect(await readCode(world.call(undefined, `2001:db8:7:7::${index}`).auth.signIn(credentials))).toBe(
      'INVALID_CREDENTIALS',
    )
  }
  const { rows } = await world.db.pool.query(
    `select cardinality(taken) as tries from rate_limits where key like 'address:%'`,
  )
  expect(rows).toEqual([{ tries: 3 }])
})
