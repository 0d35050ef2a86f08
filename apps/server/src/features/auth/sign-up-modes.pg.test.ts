import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { createForm, type World } from './testing/accounts.ts'

const worldsByMode = new Map<'open' | 'invited' | 'closed', World>()
beforeAll(async () => {
  for (const mode of ['open', 'invited', 'closed'] as const)
    worldsByMode.set(mode, await createTestServices({ env: { SIGN_UP: mode } }))
})
afterAll(async () => {
  for (const world of worldsByMode.values()) await world.stop()
})
const findWorld = (mode: 'open' | 'invited' | 'closed') => worldsByMode.get(mode) as World

/** Creates an invitation link; returns its token and the administrator who created it. */
async function invite(world: World, email?: string) {
  const admin = await world.make.user({ role: 'admin' })
  const { link, expiresAt } = await world.call(admin).accounts.inviteByLink(email ? { email } : {})
  const token = new URL(link.replace('#/', '')).searchParams.get('invitation') ?? ''
  return { admin, link, token, expiresAt }
}

it.each(['open', 'invited', 'closed'] as const)('the settings state that sign-up is %s', async mode => {
  expect((await findWorld(mode).call().auth.settings()).signUp).toBe(mode)
})

describe('closed sign-up', () => {
  it('refuses everybody, creates no links and accepts none created earlier', async () => {
    const world = findWorld('closed')
    expect(await readCode(world.call().auth.signUp(createForm()))).toBe('SIGN_UP_CLOSED')
    expect(await readCode(world.call().auth.signUp({ ...createForm(), invitation: 'any' }))).toBe(
      'SIGN_UP_CLOSED',
    )
    const admin = await world.make.user({ role: 'admin' })
    expect(await readCode(world.call(admin).accounts.inviteByLink({}))).toBe('SIGN_UP_CLOSED')
  })

  it('still admits the first super admin with the startup link, and lets administrators create accounts', async () => {
    const emptyMuster = await createTestServices({ env: { SIGN_UP: 'closed' } })
    try {
      const setupToken = (await emptyMuster.services.auth.firstAdmin.read()) ?? ''
      const { session } = await emptyMuster.call().auth.setUpFirstAdmin({ ...createForm(), setupToken })
      const { email, firstName, lastName } = createForm()
      const createdAccount = await emptyMuster.call(session).accounts.create({ email, firstName, lastName })
      expect(createdAccount).toMatchObject({ email: email.toLowerCase(), invited: true })
    } finally {
      await emptyMuster.stop()
    }
  })
})

describe('sign-up by invitation', () => {
  it('requires a link and refuses a wrong one', async () => {
    expect(await readCode(findWorld('invited').call().auth.signUp(createForm()))).toBe('INVITATION_NEEDED')
    expect(
      await readCode(
        findWorld('invited')
          .call()
          .auth.signUp({ ...createForm(), invitation: 'guess' }),
      ),
    ).toBe('INVALID_LINK')
  })

  it('creates one account per link, even with concurrent use', async () => {
    const world = findWorld('invited')
    const { admin, link, token, expiresAt } = await invite(world)
    expect(link).toMatch(/^http:\/\/muster\.example\/#\/signup\?invitation=[\w-]{32}$/)
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7)
    const people = [createForm(), createForm()]
    const codes = await Promise.all(
      people.map(person => readCode(world.call().auth.signUp({ ...person, invitation: token }))),
    )
    expect(codes.sort()).toEqual(['INVALID_LINK', undefined])
    const { rows } = await world.db.pool.query(
      `select e.actor_id, p.role from security_events e join user_profiles p on p.id = e.affected_user_id
       where e.event_type = 'user_created' and lower(p.email) = any ($1)`,
      [people.map(({ email }) => email.toLowerCase())],
    )
    expect(rows).toEqual([{ actor_id: admin.id, role: 'app_user' }])
  })

  it('keeps the link valid when the form is refused', async () => {
    const world = findWorld('invited')
    const { token } = await invite(world)
    const attempt = (changes: object) =>
      readCode(world.call().auth.signUp({ ...createForm(), ...changes, invitation: token }))
    expect(await attempt({ password: 'password123' })).toBe('PASSWORD_COMMON')
    expect(await attempt({ pin: '1' })).toBe('SIGN_UP_INVALID')
    expect(await attempt({})).toBeUndefined()
  })

  it('keeps the link valid when the address is taken and the answer hides it', async () => {
    const world = await createTestServices({ env: { SIGN_UP: 'invited', EMAIL_CONFIRMATION: true } })
    try {
      const { token } = await invite(world)
      const existingUser = await world.make.user()
      const attempt = (changes: object) =>
        readCode(world.call().auth.signUp({ ...createForm(), ...changes, invitation: token }))
      expect(await attempt({ email: existingUser.email })).toBeUndefined()
      expect(await attempt({})).toBeUndefined()
      expect(await attempt({})).toBe('INVALID_LINK')
    } finally {
      await world.stop()
    }
  })

  it('accepts only the address that a link is bound to', async () => {
    const world = findWorld('invited')
    const person = createForm()
    const { token } = await invite(world, person.email)
    await expect(world.call().auth.signUp({ ...createForm(), invitation: token })).rejects.toMatchObject({
      code: 'SIGN_UP_INVALID',
      message: 'This invitation is for another email address.',
    })
    expect(await readCode(world.call().auth.signUp({ ...person, invitation: token }))).toBeUndefined()
    const admin = await world.make.user({ role: 'admin' })
    expect(await readCode(world.call(admin).accounts.inviteByLink({ email: person.email }))).toBe(
      'USER_EXISTS',
    )
  })

  it("ends the link after a week or when its creator's account ends", async () => {
    const world = findWorld('invited')
    const lateToken = await invite(world)
    await world.db.pool.query(`update auth.verifications set expires_at = now() - interval '1 second'`)
    expect(await readCode(world.call().auth.signUp({ ...createForm(), invitation: lateToken.token }))).toBe(
      'INVALID_LINK',
    )
    const orphanToken = await invite(world)
    await world.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [
      orphanToken.admin.id,
    ])
    expect(await readCode(world.call().auth.signUp({ ...createForm(), invitation: orphanToken.token }))).toBe(
      'INVALID_LINK',
    )
  })

  it('stores no token', async () => {
    const world = findWorld('invited')
    const { token } = await invite(world)
    const { rows } = await world.db.pool.query(
      `select identifier || value as text from auth.verifications union all select metadata::text from security_events`,
    )
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([])
  })
})

it('open sign-up needs no link and accepts one created earlier', async () => {
  const world = findWorld('open')
  expect(await readCode(world.call().auth.signUp(createForm()))).toBeUndefined()
  const { token } = await invite(world)
  expect(await readCode(world.call().auth.signUp({ ...createForm(), invitation: token }))).toBeUndefined()
})
