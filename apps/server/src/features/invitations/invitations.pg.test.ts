import { maxOpenInvitations } from '@muster/domain/zone-invitation.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { createTestServices, testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { createForm, listMails } from '../auth/testing/accounts.ts'
import { deleteUnassignedUser } from '../settings/settings.queries.ts'
import { deleteEndedInvitations } from './invitations.queries.ts'
import { joinAfterSignUp } from './use-invitation.ts'

const muster = testServices()
const { zone, manager, guest } = testWorld(muster, {
  manager: { firstName: 'Mona', in: 'zone_manager_rw' },
  guest: { firstName: 'Gita' },
})

beforeEach(() => muster.db.pool.query('delete from rate_limits'))

const toToken = (link: string) => link.split('invitation=')[1] ?? ''
const callAs = (user?: TestUser) => muster.call(user).invitations
async function invite(
  terms: { role?: 'app_user' | 'zone_manager_rw'; maxUses?: number; days?: 1 | 7 | 30 } = {},
) {
  const { invitation, link } = await callAs(manager).create({ zoneId: zone.id, role: 'app_user', ...terms })
  return { id: invitation.id, invitation, link, token: toToken(link) }
}
const preview = (token: string, user?: TestUser) => callAs(user).preview({ token })
const readState = async (token: string, user?: TestUser) => (await preview(token, user)).state
const accept = (token: string, user = guest) => callAs(user).accept({ token })
const query = async (statement: string, values: unknown[] = []) =>
  (await muster.db.pool.query(statement, values)).rows
const listMine = async () => (await callAs(manager).list({ zoneId: zone.id })).rows
const readMembership = (user: TestUser) =>
  query(
    'select role, accepted_at is not null as accepted, assigned_by from zone_assignments where zone_id = $1 and user_id = $2',
    [zone.id, user.id],
  )

describe('an invitation link', () => {
  it('is valid for seven days and one person by default, and says what it leads to', async () => {
    const { invitation, link, token } = await invite()
    expect(link).toMatch(/^http:\/\/muster\.example\/#\/join\?invitation=[\w-]{32}$/)
    expect(invitation).toMatchObject({
      state: 'open',
      maxUses: 1,
      uses: 0,
      invitedBy: 'Mona Test',
      usedBy: [],
    })
    expect(Math.round((Date.parse(invitation.expiresAt) - Date.now()) / 86_400_000)).toBe(7)
    expect(await preview(token)).toMatchObject({
      state: 'open',
      zoneName: zone.name,
      role: 'app_user',
      invitedBy: 'Mona Test',
      address: null,
      signUp: 'open',
    })
  })

  it('makes the person a member who has accepted, and tells the inviter and the security log', async () => {
    const { id, token } = await invite()
    expect(await accept(token)).toEqual({ zoneId: zone.id, zoneName: zone.name, role: 'app_user' })
    expect(await readMembership(guest)).toEqual([
      { role: 'app_user', accepted: true, assigned_by: manager.id },
    ])
    const { rows: alerts } = await muster.call(manager).alerts.list({})
    expect(alerts.map(({ title, metadata }) => [title, metadata.personId])).toEqual([
      [`Gita Test joined ${zone.name}`, guest.id],
    ])
    expect(
      await query(
        `select event_type, actor_id from security_events where metadata ->> 'invitationId' = $1 or metadata -> 'invitationIds' ? $1
         order by id`,
        [id],
      ),
    ).toEqual([
      { event_type: 'zone_invitation_created', actor_id: manager.id },
      { event_type: 'member_joined_by_link', actor_id: guest.id },
    ])
    expect(await listMine()).toMatchObject([{ state: 'used_up', uses: 1, usedBy: ['Gita Test'] }])
  })

  it('is used once by two people at the same moment, and twice by nobody', async () => {
    const { token } = await invite()
    const other = await muster.make.user()
    const codes = await Promise.all([readCode(accept(token)), readCode(accept(token, other))])
    expect(codes.sort()).toEqual(['INVITATION_ENDED', undefined])
    expect(await listMine()).toMatchObject([{ uses: 1 }])
  })

  it('counts a person once, however often they accept', async () => {
    const { token } = await invite({ maxUses: 2 })
    await Promise.all([accept(token), accept(token)])
    await accept(token)
    expect(await listMine()).toMatchObject([{ uses: 1, state: 'open' }])
    expect(await readState(token, guest)).toBe('member')
  })

  it('raises one alert an hour, however many people use it', async () => {
    const { token } = await invite({ maxUses: 3 })
    for (let n = 0; n < 3; n++) await accept(token, await muster.make.user())
    expect((await muster.call(manager).alerts.list({})).rows).toHaveLength(1)
    expect(await listMine()).toMatchObject([{ uses: 3, state: 'used_up' }])
  })

  it('stores only a hash of its secret, which managers cannot read', async () => {
    const { token } = await invite()
    const rows = await query(
      `select to_jsonb(i)::text as text from zone_invitations i union all select metadata::text from security_events
       union all select payload::text from feed_events`,
    )
    expect(rows.filter(({ text }) => text?.includes(token))).toEqual([])
    await expect(
      muster.db.asActor({ userId: manager.id, sessionId: manager.sessionId }, tx =>
        tx.selectFrom('zone_invitations').select('token_hash').execute(),
      ),
    ).rejects.toThrow('permission denied')
  })
})

describe('a link that does not work', () => {
  it('looks the same whether it expired, its zone was deleted, or it never existed', async () => {
    const { id, token } = await invite()
    await query(`update zone_invitations set expires_at = now() where id = $1`, [id])
    const expired = await preview(token)
    expect(expired.state).toBe('expired')
    expect(await preview('never-existed')).toEqual(expired)
    expect(await readCode(accept(token))).toBe('INVITATION_ENDED')
    const other = await invite()
    await query('delete from zones where id = $1', [zone.id])
    expect(await preview(other.token)).toEqual(expired)
  })

  it('says that it was revoked or used up', async () => {
    const revoked = await invite()
    await callAs(manager).revoke({ zoneId: zone.id, invitationId: revoked.id })
    expect(await preview(revoked.token, guest)).toMatchObject({
      state: 'revoked',
      zoneName: null,
      invitedBy: null,
      role: null,
    })
    expect(await readCode(accept(revoked.token))).toBe('INVITATION_ENDED')
    const used = await invite()
    await accept(used.token)
    expect(await readState(used.token)).toBe('used_up')
    expect(await readState(used.token, guest)).toBe('member')
  })

  it('says that the zone is suspended, and works again when it is not', async () => {
    const { token } = await invite()
    await query(`update zones set status = 'suspended' where id = $1`, [zone.id])
    expect(await readState(token, guest)).toBe('closed')
    await query(`update zones set status = 'active' where id = $1`, [zone.id])
    expect(await readState(token, guest)).toBe('open')
  })

  it.each([
    ['is no longer in the zone', `delete from zone_assignments where user_id = $1`],
    ['has a lower role', `update zone_assignments set role = 'zone_manager_ro' where user_id = $1`],
    ['is suspended', `update user_profiles set status = 'suspended' where id = $1`],
    [
      'lost the permission',
      `insert into zone_permissions (user_id, zone_id, permission, granted)
       select user_id, zone_id, 'link_users', false from zone_assignments where user_id = $1`,
    ],
    [
      'may not add managers any more',
      `insert into zone_permissions (user_id, zone_id, permission, granted)
       select user_id, zone_id, 'assign_zone_managers', false from zone_assignments where user_id = $1`,
    ],
  ])('says so if the inviter %s', async (_, statement) => {
    const { token } = await invite({ role: 'zone_manager_rw' })
    expect(await readState(token, guest)).toBe('open')
    await query(statement, [manager.id])
    expect(await readState(token, guest)).toBe('inviter')
    expect(await readCode(accept(token))).toBe('INVITATION_ENDED')
    expect(await readMembership(guest)).toEqual([])
  })

  it('does not bring back a person who was removed after it was made', async () => {
    const { token } = await invite({ maxUses: 5 })
    await accept(token)
    await muster.call(manager).users.unlink({ zoneId: zone.id, userId: guest.id })
    expect(await readState(token, guest)).toBe('removed')
    expect(await readCode(accept(token))).toBe('INVITATION_ENDED')
    await accept((await invite()).token)
    expect(await readMembership(guest)).toHaveLength(1)
  })

  it('keeps the role of a member and answers with it', async () => {
    const { token } = await invite()
    await muster.make.assign(guest, zone, 'zone_manager_ro')
    expect(await accept(token)).toMatchObject({ role: 'zone_manager_ro' })
    expect(await listMine()).toMatchObject([{ uses: 0 }])
  })

  it('accepts an invitation by code that waits for an answer, but only in the same role', async () => {
    const { token } = await invite()
    const other = await muster.make.user()
    await muster.make.invite(guest, zone, manager, 'app_user')
    await muster.make.invite(other, zone, manager, 'zone_manager_ro')
    await accept(token)
    expect(await readMembership(guest)).toMatchObject([{ accepted: true }])
    expect(await readCode(accept(token, other))).toBe('INVITATION_ENDED')
    expect(await readMembership(other)).toMatchObject([{ accepted: false }])
  })

  it('does not make a member of an administrator who sees all zones', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    expect(await readState((await invite()).token, admin)).toBe('sees_all')
  })

  it('costs attempts of the address only if it is unknown', async () => {
    const { token } = await invite()
    for (let n = 0; n < 3; n++) await preview(token)
    const countAttempts = () =>
      query(`select cardinality(taken) as count from rate_limits where key like 'zone-invitation-guess:%'`)
    expect(await countAttempts()).not.toContainEqual({ count: 3 })
    for (let n = 0; n < 3; n++) await preview(`guess-${n}`)
    expect(await countAttempts()).toEqual([{ count: 3 }])
  })
})

describe('who may invite', () => {
  it('is who may add people by code, in the same roles', async () => {
    const terms = { zoneId: zone.id, role: 'app_user' } as const
    const [worker, reader] = [await muster.make.user(), await muster.make.user()]
    await muster.make.assign(worker, zone, 'app_user')
    await muster.make.assign(reader, zone, 'zone_manager_ro')
    expect(await readCode(callAs(worker).create(terms))).not.toBeUndefined()
    expect(await readCode(callAs(reader).create(terms))).toBe('ADD_USER_FORBIDDEN')
    expect(await readCode(callAs(guest).list({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
    await query(
      `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'link_users', true)`,
      [reader.id, zone.id],
    )
    expect(await readCode(callAs(reader).create(terms))).toBeUndefined()
    expect(await readCode(callAs(reader).create({ ...terms, role: 'zone_manager_rw' }))).toBe(
      'ADD_USER_FORBIDDEN',
    )
  })

  it('makes a link for several people only for the lowest role', async () => {
    expect(await readCode(invite({ role: 'zone_manager_rw', maxUses: 2 }))).toBe('BAD_REQUEST')
    expect(await listMine()).toEqual([])
  })

  it('reaches only invitations of the zone', async () => {
    const { id, token } = await invite()
    const otherZone = await muster.make.zone()
    const otherManager = await muster.make.user()
    await muster.make.assign(otherManager, otherZone, 'zone_manager_rw')
    for (const act of ['revoke', 'resend'] as const)
      expect(await readCode(callAs(otherManager)[act]({ zoneId: otherZone.id, invitationId: id }))).toBe(
        'NOT_FOUND',
      )
    expect(await readState(token)).toBe('open')
  })

  it('keeps the number of open invitations of a zone bounded', async () => {
    await query(
      `insert into zone_invitations (zone_id, invited_by, role, token_hash, days, max_uses, expires_at)
       select $1, $2, 'app_user', encode(sha256(n::text::bytea), 'hex'), 7, 1, now() + interval '1 day'
       from generate_series(1, $3::int) n`,
      [zone.id, manager.id, maxOpenInvitations],
    )
    expect(await readCode(invite())).toBe('INVITATIONS_FULL')
    const emails = ['a@x.example']
    expect(await readCode(callAs(manager).invite({ zoneId: zone.id, role: 'app_user', emails }))).toBe(
      'INVITATIONS_FULL',
    )
    // Nothing was mailed, so the address keeps its attempts.
    for (let n = 0; n < 5; n++)
      expect(await readCode(callAs(manager).invite({ zoneId: zone.id, role: 'app_user', emails }))).toBe(
        'INVITATIONS_FULL',
      )
    const firstPage = await callAs(manager).list({ zoneId: zone.id, open: true, limit: 200 })
    const secondPage = await callAs(manager).list({
      zoneId: zone.id,
      limit: 200,
      ...(firstPage.next && { cursor: firstPage.next }),
    })
    expect(new Set([...firstPage.rows, ...secondPage.rows].map(it => it.id)).size).toBe(400)
  })

  it("the organisation's limit for people holds, and the link stays unused", async () => {
    const { token } = await invite()
    const [{ client_id, before }] = await query(
      `select client_id, (select max_people from clients where id = client_id) as before from zones where id = $1`,
      [zone.id],
    )
    await query('delete from client_members where user_id = $1', [guest.id])
    await query('update clients set max_people = 1 where id = $1', [client_id])
    try {
      expect(await readCode(accept(token))).toBe('ORGANISATION_PEOPLE_FULL')
    } finally {
      await query('update clients set max_people = $2 where id = $1', [client_id, before])
    }
    expect(await listMine()).toMatchObject([{ uses: 0, state: 'open' }])
  })
})

describe('invitations by email', () => {
  const inviteEmails = (emails: string[]) =>
    callAs(manager).invite({ zoneId: zone.id, role: 'app_user', emails })
  const findToken = async (email: string) => {
    const mail = (await listMails(muster, email)).at(-1) ?? ''
    return mail.replace(/=\n/g, '').match(/invitation=(?:3D)?([\w-]{32})/)?.[1] ?? ''
  }

  it('mail each address once, and name those that need none', async () => {
    const member = await muster.make.user()
    await muster.make.assign(member, zone, 'app_user')
    const email = guest.email.toUpperCase()
    const { outcomes } = await inviteEmails([email, guest.email, member.email])
    expect(outcomes).toEqual([
      { email: guest.email, outcome: 'invited' },
      { email: member.email, outcome: 'member' },
    ])
    const mails = await listMails(muster, guest.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(`Subject: Invitation to ${zone.name}`)
    expect(mails[0]).toContain(`invites you to join ${zone.name}`)
    expect(await inviteEmails([guest.email])).toEqual({ outcomes: [{ email: guest.email, outcome: 'open' }] })
    expect(await listMails(muster, guest.email)).toHaveLength(1)
  })

  it('only work for their address', async () => {
    await inviteEmails([guest.email])
    const token = await findToken(guest.email)
    const other = await muster.make.user()
    expect(await preview(token, other)).toMatchObject({
      state: 'other_address',
      address: expect.stringMatching(/^.…@/),
    })
    expect(await readCode(accept(token, other))).toBe('INVITATION_ENDED')
    await accept(token)
    expect(await listMine()).toMatchObject([{ email: guest.email, state: 'used_up', usedBy: ['Gita Test'] }])
  })

  it('are sent again with a new link, which ends the old one and starts its time anew', async () => {
    await inviteEmails([guest.email])
    const oldToken = await findToken(guest.email)
    const id = (await listMine())[0]?.id ?? ''
    await query(`update zone_invitations set expires_at = now() - interval '1 day' where id = $1`, [id])
    const resent = await callAs(manager).resend({ zoneId: zone.id, invitationId: id })
    expect(resent.state).toBe('open')
    expect(await readState(oldToken)).toBe('expired')
    expect(await readState(await findToken(guest.email))).toBe('open')
    await accept(await findToken(guest.email))
    expect(await readCode(callAs(manager).resend({ zoneId: zone.id, invitationId: id }))).toBe(
      'INVITATION_ENDED',
    )
  })

  it('count as mailed once they are sent, and an order from before the invitation was renewed sends nothing', async () => {
    await inviteEmails([guest.email])
    await muster.mailQueue.settled()
    const [{ id = '', createdAt = '', mailedAt = null } = {}] = await listMine()
    expect(mailedAt).not.toBeNull()
    const countMails = async () => (await listMails(muster, guest.email)).length
    const order = { kind: 'zone-invitation', email: guest.email, invitationId: id } as const
    await query('update zone_invitations set mailed_at = null where id = $1', [id])
    const { sendInvitation } = muster.services
    await sendInvitation({ ...order, invitedAt: '2026-01-01T00:00:00.000Z' }, new Date())
    expect([await countMails(), (await listMine())[0]?.mailedAt]).toEqual([1, null])
    await sendInvitation({ ...order, invitedAt: createdAt }, new Date())
    expect(await countMails()).toBe(2)
    const events = await query(
      `select count(*) as count from feed_events where kind = 'invitation.changed' and payload ->> 'invitationId' = $1`,
      [id],
    )
    expect(events).toEqual([{ count: 3 }])
  })

  it('are sent again in the name of whoever does so, also after the inviter left and the person was removed', async () => {
    await inviteEmails([guest.email])
    const id = (await listMine())[0]?.id ?? ''
    const secondManager = await muster.make.user({ firstName: 'Bea' })
    await muster.make.assign(secondManager, zone, 'zone_manager_rw')
    await muster.make.assign(guest, zone, 'app_user')
    await muster.call(secondManager).users.unlink({ zoneId: zone.id, userId: guest.id })
    await query('delete from zone_assignments where user_id = $1', [manager.id])
    await query(`update user_profiles set status = 'suspended' where id = $1`, [manager.id])
    const resent = await callAs(secondManager).resend({ zoneId: zone.id, invitationId: id })
    expect(resent.invitedBy).toBe('Bea Test')
    const token = await findToken(guest.email)
    expect(await readState(token, guest)).toBe('open')
    await accept(token)
    expect(await readMembership(guest)).toMatchObject([{ assigned_by: secondManager.id }])
    const logged = await query(
      `select metadata ->> 'earlierInviter' as inviter from security_events where actor_id = $1 and event_type = 'zone_invitation_created'`,
      [secondManager.id],
    )
    expect(logged).toEqual([{ inviter: manager.id }])
  })

  it('are refused as a whole if an address is not one, and limited for each address', async () => {
    expect(await readCode(inviteEmails(['good@x.example', 'bad']))).toBe('BAD_REQUEST')
    expect(await listMine()).toEqual([])
    for (let n = 0; n < 5; n++) {
      expect((await inviteEmails([guest.email])).outcomes).toMatchObject([{ outcome: 'invited' }])
      const [{ id = '' } = {}] = await listMine()
      await callAs(manager).revoke({ zoneId: zone.id, invitationId: id })
    }
    expect((await inviteEmails([guest.email, 'new@x.example'])).outcomes).toEqual([
      { email: 'new@x.example', outcome: 'invited' },
      { email: guest.email, outcome: 'limited' },
    ])
  })

  it('leave out people who declined an invitation to the zone within a day', async () => {
    await query('insert into declined_invitations (user_id, zone_id) values ($1, $2)', [guest.id, zone.id])
    const declined = [{ email: guest.email, outcome: 'declined' }]
    expect(await inviteEmails([guest.email])).toEqual({ outcomes: declined })
    expect(await listMails(muster, guest.email)).toEqual([])
    await query(
      `update declined_invitations set declined_at = now() - interval '25 hours' where user_id = $1`,
      [guest.id],
    )
    expect((await inviteEmails([guest.email])).outcomes).toMatchObject([{ outcome: 'invited' }])
  })

  it('are deleted with the account of their address', async () => {
    await inviteEmails([guest.email])
    await query(`update zone_invitations set created_at = created_at - interval '1 hour'`)
    const admin = await muster.make.user({ role: 'super_admin' })
    await muster.call(admin).accounts.remove({ userId: guest.id })
    expect(await listMine()).toEqual([])
  })
})

describe('signing up with an invitation', () => {
  it('puts the new account into the zone', async () => {
    const { token } = await invite()
    const { session, joinedZoneId } = await muster
      .call()
      .auth.signUp({ ...createForm(), zoneInvitation: token })
    expect(joinedZoneId).toBe(zone.id)
    const zones = await muster.call(session ?? undefined).zones.available({})
    expect(JSON.stringify(zones)).toContain(zone.id)
    expect(await readState(token)).toBe('used_up')
  })

  it('creates the account and logs the reason if joining fails unexpectedly', async () => {
    const logged: unknown[] = []
    const broken = { asOwner: () => Promise.reject(new Error('deadlock detected')) }
    const joined = await joinAfterSignUp(
      { db: broken, log: { error: (it: unknown) => void logged.push(it) } },
      { token: 'any', userId: guest.id, accepts: true, isCounted: false },
    )
    expect([joined, logged]).toEqual([null, [{ err: new Error('deadlock detected') }]])
  })

  it('creates the account even if the invitation has ended', async () => {
    const { id, token } = await invite()
    await callAs(manager).revoke({ zoneId: zone.id, invitationId: id })
    const answer = await muster.call().auth.signUp({ ...createForm(), zoneInvitation: token })
    expect(answer).toMatchObject({ joinedZoneId: null, session: { token: expect.any(String) } })
  })

  it('only invites an account whose address must be confirmed, and hides whether one exists', async () => {
    const world = await createTestServices({ env: { EMAIL_CONFIRMATION: true } })
    try {
      const [itsZone, itsManager, existing] = [
        await world.make.zone(),
        await world.make.user(),
        await world.make.user(),
      ]
      await world.make.assign(itsManager, itsZone, 'zone_manager_rw')
      const { link } = await world
        .call(itsManager)
        .invitations.create({ zoneId: itsZone.id, role: 'app_user', maxUses: 5 })
      const signUp = (form: object) =>
        world.call().auth.signUp({ ...createForm(), ...form, zoneInvitation: toToken(link) })
      expect(await signUp({ email: existing.email })).toEqual(await signUp({}))
      const { rows } = await world.db.pool.query(
        'select accepted_at, user_id from zone_assignments where zone_id = $1 and user_id <> $2',
        [itsZone.id, itsManager.id],
      )
      expect(rows).toEqual([{ accepted_at: null, user_id: expect.not.stringContaining(existing.id) }])
    } finally {
      await world.stop()
    }
  })

  it('where it needs an invitation, is open only to links of people who may create accounts', async () => {
    const world = await createTestServices({ env: { SIGN_UP: 'invited' } })
    try {
      const [itsZone, itsManager, admin] = [
        await world.make.zone(),
        await world.make.user(),
        await world.make.user({ role: 'admin' }),
      ]
      await world.make.assign(itsManager, itsZone, 'zone_manager_rw')
      const linkBy = async (user: TestUser) =>
        toToken((await world.call(user).invitations.create({ zoneId: itsZone.id, role: 'app_user' })).link)
      const [ofManager, ofAdmin] = [await linkBy(itsManager), await linkBy(admin)]
      const readSignUp = async (token: string) => (await world.call().invitations.preview({ token })).signUp
      expect([await readSignUp(ofManager), await readSignUp(ofAdmin)]).toEqual(['invited', 'open'])
      const signUp = (token: string) => world.call().auth.signUp({ ...createForm(), zoneInvitation: token })
      expect(await readCode(signUp(ofManager))).toBe('INVITATION_NEEDED')
      expect(await signUp(ofAdmin)).toMatchObject({ joinedZoneId: itsZone.id })
      expect(await readCode(signUp(ofAdmin))).toBe('INVITATION_NEEDED')
    } finally {
      await world.stop()
    }
  })

  it('where it needs an invitation, counts the use first, also when the account cannot join', async () => {
    const world = await createTestServices({ env: { SIGN_UP: 'invited' } })
    try {
      const [itsZone, admin] = [await world.make.zone(), await world.make.user({ role: 'admin' })]
      const makeToken = async () =>
        toToken((await world.call(admin).invitations.create({ zoneId: itsZone.id, role: 'app_user' })).link)
      const signUp = (token: string, form = {}) =>
        world.call().auth.signUp({ ...createForm(), ...form, zoneInvitation: token })
      const token = await makeToken()
      expect(await readCode(signUp(token, { email: admin.email }))).toBe('EMAIL_TAKEN')
      const codes = await Promise.all([1, 2, 3].map(() => readCode(signUp(token))))
      expect(codes.filter(code => code === undefined)).toHaveLength(1)
      const { rows: logged } = await world.db.pool.query(
        `select actor_id from security_events where event_type = 'user_created' and actor_id = $1`,
        [admin.id],
      )
      expect(logged).toHaveLength(1)

      const fullToken = await makeToken()
      await world.db.pool.query(
        'update clients set max_people = 1 where id = (select client_id from zones where id = $1)',
        [itsZone.id],
      )
      expect(await signUp(fullToken)).toMatchObject({ joinedZoneId: null })
      expect(await readCode(signUp(fullToken))).toBe('INVITATION_NEEDED')
    } finally {
      await world.stop()
    }
  })
})

it('invitations are deleted 30 days after they expired, with their uses', async () => {
  const { id, token } = await invite()
  await accept(token)
  const clean = () => muster.db.asOwner('a test', tx => deleteEndedInvitations(100).execute(tx))
  await query(`update zone_invitations set expires_at = now() - interval '29 days' where id = $1`, [id])
  await clean()
  expect(await listMine()).toHaveLength(1)
  await query(`update zone_invitations set expires_at = now() - interval '31 days' where id = $1`, [id])
  await clean()
  expect(await listMine()).toEqual([])
  expect(await query('select from zone_invitation_uses where invitation_id = $1', [id])).toEqual([])
})

it('an invitation whose maker deleted their account ends, and says so', async () => {
  const { token } = await invite()
  await query('delete from zone_assignments where user_id = $1', [manager.id])
  await muster.db.asOwner('a test', tx => deleteUnassignedUser(tx, manager.id))
  expect(await readState(token, guest)).toBe('inviter')
})
