import { limits } from '@muster/domain/limits.ts'
import { pluck } from '../../../db/rows.ts'
import { toAddressGroup } from '../../../lib/address-group.ts'
import { createSecretLookUp, hashToken } from '../../../lib/secrets.ts'
import { write } from '../../../live/write.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyoneWithSecret, api, inZoneOf } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { createGuessLimit, createRateLimit, withAttempt } from '../../../rpc/rate-limit.ts'
import { ofManagedEmergency, ofSentEmergency } from '../emergencies.policy.ts'
import { mayEndEmergency } from '../emergency-zones.queries.ts'
import { noteRespondersView } from '../note-views.ts'
import { loadPersonNames } from '../person-names.ts'
import { endLostLink, isMakerInCharge, noSession } from './end-lost-links.ts'
import {
  findLinkByKey,
  findLinkMaker,
  isReadable,
  type LinkRow,
  listLinks,
  toLinkState,
} from './links.queries.ts'
import { createLink, endLink, maxListedLinks } from './manage-links.ts'
import { openLink } from './open-link.ts'
import { readForResponders } from './read-for-responders.ts'

const hashReason = 'requests may neither read nor write the hashes of links'
const createLimit = { name: 'responder-link', points: 30, seconds: 60 * 60 }

/** Procedures for the links by which responders without an account read one emergency. */
export function respondersProcedures({ db, env }: Pick<Platform, 'db' | 'env'>) {
  const guessLimit = createGuessLimit({ db, env }, 'responder-guess')
  // By link and address, so that somebody who saw a link without its code cannot keep the others from opening it.
  const codeLimits = [
    {
      name: 'responder-code',
      points: limits.responderCodesBeforeLock,
      seconds: limits.responderLockMs / 1_000,
    },
    { name: 'responder-code-day', points: limits.responderCodesOfAddressMost, seconds: 24 * 60 * 60 },
  ].map(it => createRateLimit(db.pool, it))
  // A page reads every ten seconds, and while somebody types a name. A link is open on many devices.
  const readLimit = createRateLimit(db.pool, { name: 'responder-read', points: 90, seconds: 60 })
  const linkReadLimit = createRateLimit(db.pool, { name: 'responder-link-read', points: 600, seconds: 60 })
  const lookUpLink = createSecretLookUp(db.pool, { table: 'emergency_links' })
  const lookUpKey = createSecretLookUp(db.pool, {
    table: 'emergency_link_opens',
    hash: 'key_hash',
    key: 'link_id',
  })
  const withLink = anyoneWithSecret(({ token }: { token: string }) => lookUpLink(token), { isUrgent: true })
  const withKey = anyoneWithSecret(({ key }: { key: string }) => lookUpKey(key))
  const endLost = (link: Parameters<typeof endLostLink>[1]) =>
    db.asOwner(hashReason, tx => write(tx, its => endLostLink(its, link)))
  return {
    links: api.responders.links
      .use(inZoneOf(ofSentEmergency, 'broadcast'))
      .handler(async ({ context: { tx, actor, emergency } }) => {
        const mayEnd = await mayEndEmergency(tx, emergency.id)
        const rows = await listLinks(tx, emergency.id, maxListedLinks)
        const names = await loadPersonNames(tx, pluck(rows, 'created_by'))
        return {
          links: rows.map(row => ({
            ...linkView(row, names(row.created_by).name),
            mayRevoke: mayEnd || row.created_by === actor.userId,
          })),
        }
      }),

    create: api.responders.create
      .use(inZoneOf(ofManagedEmergency, 'broadcast', { asOwner: hashReason, rateLimit: createLimit }))
      .handler(({ context, input: { hours } }) =>
        createLink(context, context.emergency, {
          hours,
          createdBy: context.actor.userId,
          publicUrl: env.PUBLIC_URL,
        }),
      ),

    revoke: api.responders.revoke
      .use(inZoneOf(ofManagedEmergency, 'broadcast', { asOwner: hashReason }))
      .handler(async ({ context, input: { linkId } }) => {
        await endLink(context, context.emergency, { linkId, userId: context.actor.userId })
        return { linkId }
      }),

    open: api.responders.open.use(withLink).handler(async ({ context, input }) => {
      const maker = await db.asOwner(hashReason, tx => findLinkMaker(tx, hashToken(input.token)))
      if (!maker) {
        await guessLimit.take(context.ip)
        throw fail('RESPONDER_LINK_ENDED')
      }
      // A link ends with the rights of its maker, as for those who read.
      if (!(await isMakerInCharge(db, maker))) {
        await endLost(maker)
        throw fail('RESPONDER_LINK_ENDED')
      }
      const tryCode = async () => {
        const opened = await db.asOwner(hashReason, tx => write(tx, its => openLink(its, input)))
        if (opened.outcome === 'open') return { key: opened.key, expiresAt: opened.expiresAt.toISOString() }
        throw fail(opened.outcome === 'wrong' ? 'RESPONDER_CODE_WRONG' : 'RESPONDER_LINK_ENDED')
      }
      const key = `${maker.id} ${toAddressGroup(context.ip)}`
      return codeLimits.reduce((work, limit) => () => withAttempt(limit, key, work), tryCode)()
    }),

    read: api.responders.read.use(withKey).handler(async ({ context, input: { key, search, limit } }) => {
      const link = await db.asOwner(hashReason, tx => findLinkByKey(tx, hashToken(key)))
      if (!link) await guessLimit.take(context.ip)
      if (!link?.created_by || !isReadable(link)) throw fail('RESPONDER_LINK_ENDED')
      await readLimit.take(key)
      await linkReadLimit.take(link.id)
      const creator = { userId: link.created_by, sessionId: noSession }
      const view = await db.asActor(creator, tx =>
        readForResponders(tx, link, { search, limit, installation: env.TIME_ZONE }),
      )
      if (!view) {
        await endLost(link)
        throw fail('RESPONDER_LINK_ENDED')
      }
      await noteRespondersView(
        link,
        work => db.asActor(creator, work),
        work => db.asOwner('responders have no account of their own', work),
      )
      return view
    }),
  }
}

const linkView = (row: LinkRow, createdBy: string) => ({
  id: row.id,
  createdBy,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  ...toStateView(row),
  opens: row.opens,
  openedAt: row.opened_at?.toISOString() ?? null,
})

/** The state, and until when a locked link refuses codes. */
function toStateView(row: LinkRow) {
  const state = toLinkState(row)
  return { state, lockedUntil: state === 'locked' ? (row.locked_until?.toISOString() ?? null) : null }
}
