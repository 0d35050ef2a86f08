import { v7 as uuidV7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createForm } from '../features/auth/testing/accounts.ts'
import { readCode } from '../testing/caller.ts'
import { testServices } from '../testing/test-services.ts'
import { testWorld } from '../testing/test-world.ts'

const muster = testServices({ env: { SIGN_UP: 'invited' } })
const { zone, admin, manager } = testWorld(
  muster,
  { admin: { role: 'admin' }, manager: 'zone_manager_rw' },
  { once: true },
)

const query = async (statement: string, values: unknown[] = []) =>
  (await muster.db.pool.query(statement, values)).rows
const call = () => muster.call(undefined, '192.0.2.7')
const zoneId = () => zone.id
const lastPart = (link: string) => link.split(/[/=]/).at(-1) ?? ''

type Opening = {
  /** Creates it through the product and returns the secret that a person or device receives. */
  readonly create: () => Promise<string>
  /** What opening it answers; a refusal is thrown. */
  readonly open: (secret: string) => Promise<unknown>
  /** Ends what was created last. */
  readonly end: () => Promise<unknown>
  /** Statements that delete or expire what was created. */
  readonly expire?: string
}

const visitForm = (token: string) => ({
  ...{ door: 'poster' as const, token, name: 'Mia Test', company: '', phone: '', hostId: null },
  ...{ noticeVersion: 0, requestId: uuidV7() },
})
const createPoster = async () => (await muster.call(manager).visitors.renewPoster({ zoneId: zoneId() })).token
const readPlace = (door: 'kiosk' | 'poster') => (token: string) =>
  call().visitors.place({ door, token, language: 'en' })
const openKiosk = () => muster.call(manager).visitors.openKiosk({ zoneId: zoneId(), name: 'Gate' })
const startKiosk = (code: string) => call().visitors.startKiosk({ code })
const requireKnown = <T>(value: T | null): T => {
  if (value === null) throw new Error('unknown')
  return value
}
const signUp = (invitation: string) => call().auth.signUp({ ...createForm(), invitation })

let lastId = ''
let emergencyId = ''
const declare = async () => {
  if (emergencyId !== '') return emergencyId
  const form = { zoneId: zoneId(), kind: 'evacuate' as const, drill: true, requestId: uuidV7() }
  emergencyId = (await muster.call(manager).emergencies.declare(form)).emergencyId
  return emergencyId
}
const createLink = async () => {
  const created = await muster.call(manager).responders.create({ emergencyId: await declare(), hours: 4 })
  lastId = created.linkId
  return `${lastPart(created.link)} ${created.code}`
}
const openLink = (secret: string) => {
  const [token = '', code = '000000'] = secret.split(' ')
  return call().responders.open({ token, code })
}
const revokeLink = () => muster.call(manager).responders.revoke({ emergencyId, linkId: lastId })

/** Everything of the product that a link, code or key opens. */
const openings: Record<string, Opening> = {
  'an invitation to a zone': {
    create: async () => {
      const { invitation, link } = await muster
        .call(manager)
        .invitations.create({ zoneId: zoneId(), role: 'app_user', days: 7, maxUses: 1 })
      lastId = invitation.id
      return lastPart(link)
    },
    open: async token => {
      const { state, ...shown } = await call().invitations.preview({ token })
      if (state === 'open') return shown
      // An ended one names its state only, so that its holder knows why; an expired one looks like an unknown one.
      throw Object.assign(new Error(state), { code: state })
    },
    end: () => query('delete from zone_invitations where id = $1', [lastId]),
    expire: `update zone_invitations set expires_at = now()`,
  },
  'a link to sign up': {
    create: async () => lastPart((await muster.call(admin).accounts.inviteByLink({})).link),
    open: signUp,
    end: () => query(`delete from auth.verifications where identifier like 'sign-up:%'`),
    expire: `update auth.verifications set expires_at = now()`,
  },
  'a link with a code for responders': {
    create: createLink,
    open: openLink,
    end: revokeLink,
    expire: `update emergency_links set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'`,
  },
  'the page that responders opened': {
    create: async () => (await openLink(await createLink())).key,
    open: key => call().responders.read({ key }),
    end: revokeLink,
    expire: `update emergency_links set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'`,
  },
  'the code of a kiosk': {
    create: async () => {
      const { kioskId, code } = await openKiosk()
      lastId = kioskId
      return code.replaceAll('-', '')
    },
    open: startKiosk,
    end: () => muster.call(manager).visitors.closeKiosk({ zoneId: zoneId(), kioskId: lastId }),
    expire: `update visitor_kiosks set code_expires_at = now()`,
  },
  'a kiosk': {
    create: async () => {
      const { kioskId, code } = await openKiosk()
      lastId = kioskId
      return (await startKiosk(code)).token
    },
    open: readPlace('kiosk'),
    end: () => muster.call(manager).visitors.closeKiosk({ zoneId: zoneId(), kioskId: lastId }),
  },
  'a poster': { create: createPoster, open: readPlace('poster'), end: createPoster },
  'the page of a visitor': {
    create: async () => (await call().visitors.signIn(visitForm(await createPoster()))).visitToken ?? '',
    open: token => call().visitors.own({ token, language: 'en' }),
    end: () => query('delete from visitor_visits'),
  },
  'the key of a badge reader': {
    create: async () => {
      const added = await muster
        .call(admin)
        .badges.createKey({ zoneId: zoneId(), name: 'Gate', requestId: uuidV7() })
      lastId = added.row.id
      return added.key
    },
    open: async key => requireKnown(await muster.services.caches.badgeKeys.find(key)),
    end: async () => {
      await muster.call(admin).badges.removeKey({ zoneId: zoneId(), keyId: lastId })
      muster.services.caches.badgeKeys.forgetAll()
    },
  },
  'the token of a location app': {
    create: async () => {
      const added = await muster
        .call(manager)
        .trackers.create({ app: 'overland', name: 'Phone', requestId: uuidV7() })
      lastId = added.tracker.id
      return added.token
    },
    open: async token => requireKnown(await muster.services.caches.trackers.find(token)),
    end: async () => {
      await muster.call(manager).trackers.revoke({ trackerId: lastId })
      muster.services.caches.trackers.forgetAll()
    },
  },
}

/** The tables with a row that contains one of the texts, in any column. */
async function findTablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')`,
  )
  const pattern = texts.map(it => it.replaceAll(/[^\w]/g, '.')).join('|')
  const hits: string[] = []
  for (const { name } of tables)
    if ((await query(`select from ${name} it where it::text ~ $1 limit 1`, [pattern])).length > 0)
      hits.push(name)
  return hits
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: { code?: string; message: string; data?: unknown }) => [error.code, error.message, error.data],
  )
const toMadeUp = (secret: string) =>
  secret.replace(/[A-Za-z0-9]/, it => (it === 'A' ? 'B' : 'A')).replace(/ .*$/, ' 000000')

describe.each(Object.entries(openings))('%s', (_, { create, open, end, expire }) => {
  it('is stored only as a hash', async () => {
    const secret = await create()
    expect(secret.length).toBeGreaterThanOrEqual(8)
    expect(await findTablesWith(secret.split(' ').filter(it => it.length > 6))).toEqual([])
  })

  it('opens, and answers as an unknown one once it has ended or expired', async () => {
    const secret = await create()
    const unknown = await refusal(open(toMadeUp(secret)))
    expect(unknown).not.toBe('opened')
    await end()
    expect(await refusal(open(secret))).toEqual(unknown)
    const opened = await create()
    expect(await refusal(open(opened))).toBe('opened')
    if (expire === undefined) return
    const expired = await create()
    await query(expire)
    expect(await refusal(open(expired))).toEqual(unknown)
  })
})

it('a secret that works once opens once, also for ten at a time', async () => {
  const { invitation, link } = await muster
    .call(manager)
    .invitations.create({ zoneId: zoneId(), role: 'app_user', days: 7, maxUses: 3 })
  const people = await Promise.all(Array.from({ length: 10 }, () => muster.make.user()))
  const results = await Promise.all(
    people.map(person => readCode(muster.call(person).invitations.accept({ token: lastPart(link) }))),
  )
  expect(results.filter(it => it === undefined)).toHaveLength(3)
  expect(await query('select uses from zone_invitations where id = $1', [invitation.id])).toEqual([
    { uses: 3 },
  ])
  const tenTimes = async (work: () => Promise<unknown>) =>
    (await Promise.all(Array.from({ length: 10 }, () => refusal(work())))).filter(it => it === 'opened')
      .length
  const { code } = await openKiosk()
  expect(await tenTimes(() => startKiosk(code))).toBe(1)
  const token = await openings['a link to sign up']?.create()
  expect(await tenTimes(() => signUp(token ?? ''))).toBe(1)
})
