import { msg } from '@lingui/core/runtime-macro'
import { id, instant } from '@muster/contract/ids.ts'
import { badgeKeysMost } from '@muster/domain/badge.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import { type CsvColumn, exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { createToken, hashTokenToBytes, type KeyCache } from '../../lib/secrets.ts'
import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { insertSecretOnce } from '../../rpc/once.ts'
import { createCursors } from '../../rpc/paging.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { audit } from '../security/index.ts'
import { assignBadges } from './assign-badges.ts'
import {
  type BadgeSender,
  deleteKey,
  findKeyByRequest,
  insertKey,
  listKeys,
  lockBadges,
  readDays,
  renewLostKey,
  setDays,
} from './badge-keys.queries.ts'
import { badgesEvents } from './badges.events.ts'
import {
  countBadges,
  deleteBadge,
  dismissNumbers,
  listBadges,
  listInside,
  listVisits,
} from './badges.queries.ts'
import { badgeView, insideView, keyView, visitView } from './badges.view.ts'
import { importBadges } from './import-badges.ts'

const badgeCursors = createCursors('badges', [z.string(), 'number'])
const insideCursors = createCursors('people inside by badge', {
  at: [instant, 'at_exact'],
  number: z.string(),
})
const visitCursors = createCursors('visits by badge', { at: [instant, 'event_at_exact'], id })

const keyLimit = { name: 'badge-key', points: 60, seconds: 60 * 60 }
const assignLimit = { name: 'badge-assign', points: 300, seconds: 60 * 60 }
const exportLimit = { name: 'badge-export', points: 60, seconds: 60 * 60 }

const visitColumns: readonly CsvColumn<ReturnType<typeof visitView>>[] = [
  [msg`badge`, it => it.number],
  [msg`name`, it => it.name],
  [msg`came in`, it => it.cameInAt],
  [msg`reader in`, it => it.inReader],
  [msg`went out`, it => it.leftAt],
  [msg`reader out`, it => it.outReader],
  [msg`end`, it => it.end],
  [msg`source`, () => 'badge'],
]

const readNames = (tx: Tx, rows: readonly { user_id: string | null }[]) =>
  loadPersonNames(tx, pluck(rows, 'user_id'))

/** Procedures for the badges of a zone: the keys of readers, whom badges belong to, who is inside, and visits. */
export function badgesProcedures({
  caches: { badgeKeys },
}: {
  readonly caches: { readonly badgeKeys: Pick<KeyCache<BadgeSender>, 'forgetAbout'> }
}) {
  return {
    keys: api.badges.keys
      .use(inZone('edit_zones'))
      .handler(async ({ context: { tx }, input: { zoneId } }) => ({
        keys: (await listKeys(tx, zoneId)).map(keyView),
        days: await readDays(tx, zoneId),
      })),

    createKey: api.badges.createKey
      .use(inZone('edit_zones', { rateLimit: keyLimit }))
      .handler(
        async ({ context: { tx, actor, publish, afterCommit }, input: { zoneId, name, requestId } }) => {
          const key = createToken()
          const newKey = { zoneId, name, requestId, keyHash: hashTokenToBytes(key), createdBy: actor.userId }
          await lockBadges(tx, zoneId)
          const { row, created } = await insertSecretOnce({
            most: badgeKeysMost,
            createFullError: () => fail('BADGE_KEYS_FULL'),
            list: () => listKeys(tx, zoneId),
            find: () => findKeyByRequest(tx, newKey),
            isSame: it => it.name === name && it.zone_id === zoneId,
            insert: () => insertKey(tx, newKey),
            renew: () => renewLostKey(tx, newKey),
          })
          publish(badgesEvents, { kind: 'badge_key.changed', zoneId })
          afterCommit(() => badgeKeys.forgetAbout(zoneId))
          await audit(tx, created ? 'badges_changed:key_added' : 'badges_changed:key_replaced', {
            actorId: actor.userId,
            zoneId,
            keyId: row.id,
            words: { name: row.name },
          })
          return { row: keyView(row), key }
        },
      ),

    removeKey: api.badges.removeKey
      .use(inZone('edit_zones', { rateLimit: keyLimit }))
      .handler(async ({ context: { tx, actor, publish, afterCommit }, input: { zoneId, keyId } }) => {
        const name = await deleteKey(tx, zoneId, keyId)
        if (name === undefined) throw fail('NOT_FOUND')
        publish(badgesEvents, { kind: 'badge_key.changed', zoneId })
        afterCommit(() => badgeKeys.forgetAbout(zoneId))
        await audit(tx, 'badges_changed:key_removed', {
          actorId: actor.userId,
          zoneId,
          keyId,
          words: { name },
        })
        return { removed: true as const }
      }),

    setDays: api.badges.setDays
      .use(inZone('edit_zones', { rateLimit: keyLimit }))
      .handler(async ({ context: { tx, actor, publish }, input: { zoneId, days } }) => {
        await setDays(tx, zoneId, days)
        publish(badgesEvents, { kind: 'badge_key.changed', zoneId })
        await audit(tx, 'badges_changed:days', { actorId: actor.userId, zoneId, days })
        return { days }
      }),

    list: api.badges.list
      .use(inZone('edit_zones'))
      .handler(async ({ context: { tx }, input: { zoneId, cursor, limit, ...filter } }) => {
        const page = await badgeCursors.read({ cursor, limit }, it => listBadges(tx, zoneId, filter, it))
        const names = await readNames(tx, page.rows)
        const counts = cursor === undefined ? await countBadges(tx, zoneId, filter) : undefined
        return {
          ...page.map(row => badgeView(row, names)),
          total: counts?.total ?? null,
          unknown: counts?.unknown ?? null,
        }
      }),

    assign: api.badges.assign
      .use(inZone('edit_zones', { rateLimit: assignLimit }))
      .handler(async ({ context, input: { zoneId, badges } }) => {
        const { assigned } = await assignBadges(context, zoneId, badges)
        await audit(context.tx, 'badges_changed:assigned', {
          actorId: context.actor.userId,
          zoneId,
          badges: assigned,
        })
        return { assigned }
      }),

    import: api.badges.import
      .use(inZone('edit_zones', { rateLimit: assignLimit }))
      .handler(async ({ context, input: { zoneId, rows, ...options } }) => {
        const result = await importBadges(context, zoneId, rows, options)
        if (!options.isPreview && result.assigned > 0)
          await audit(context.tx, 'badges_changed:imported', {
            actorId: context.actor.userId,
            zoneId,
            badges: result.assigned,
          })
        return result
      }),

    unassign: api.badges.unassign
      .use(inZone('edit_zones', { rateLimit: assignLimit }))
      .handler(async ({ context: { tx, actor, publish }, input: { zoneId, number } }) => {
        if (!(await deleteBadge(tx, zoneId, number))) throw fail('NOT_FOUND')
        publish(badgesEvents, { kind: 'badge.changed', zoneId })
        await audit(tx, 'badges_changed:unassigned', { actorId: actor.userId, zoneId })
        return { unassigned: true as const }
      }),

    dismiss: api.badges.dismiss
      .use(inZone('edit_zones', { rateLimit: assignLimit }))
      .handler(async ({ context: { tx, actor, publish }, input: { zoneId, numbers } }) => {
        await lockBadges(tx, zoneId)
        const dismissed = await dismissNumbers(tx, zoneId, numbers)
        if (dismissed === 0) return { dismissed }
        publish(badgesEvents, { kind: 'badge.changed', zoneId })
        await audit(tx, 'badges_changed:dismissed', {
          actorId: actor.userId,
          zoneId,
          badges: dismissed,
          numbers: numbers.slice(0, 50),
        })
        return { dismissed }
      }),

    inside: api.badges.inside
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx }, input: { zoneId, cursor, limit } }) => {
        const page = await insideCursors.read({ cursor, limit }, it => listInside(tx, zoneId, it))
        const names = await readNames(tx, page.rows)
        return page.map(row => insideView(row, names))
      }),

    visits: api.badges.visits
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx }, input: { zoneId, number, cursor, limit } }) => {
        const page = await visitCursors.read({ cursor, limit }, it => listVisits(tx, zoneId, { number }, it))
        const names = await readNames(tx, page.rows)
        return page.map(row => visitView(row, names))
      }),

    visitsCsv: api.badges.visitsCsv
      .use(inZone('view_attendance', { rateLimit: exportLimit }))
      .handler(async ({ context: { tx, actor }, input: { zoneId, days } }) => {
        const since = new Date(Date.now() - days * 86_400_000)
        const { file, rows } = await exportCsv({
          name: toCsvFileName('badge-visits'),
          language: await readOwnLanguage(tx),
          columns: visitColumns,
          listPage: async ({
            after,
            limit,
          }: {
            after: { at: string; id: string } | undefined
            limit: number
          }) => {
            const page = await listVisits(tx, zoneId, { since }, { after, limit })
            const names = await readNames(tx, page)
            return page.map(row => ({
              ...visitView(row, names),
              position: { at: row.event_at_exact, id: row.id },
            }))
          },
          toPosition: it => it.position,
        })
        await audit(tx, 'data_access:badge_visits_exported', { actorId: actor.userId, zoneId, rows, days })
        return file
      }),
  }
}
