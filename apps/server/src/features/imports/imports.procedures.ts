import type { ImportRun } from '@muster/contract/imports.ts'
import { can } from '@muster/domain/permission.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames, type PersonNameLookup } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createInZoneAccess } from '../../rpc/access.ts'
import { api, canSee, signedIn } from '../../rpc/base.ts'
import { enterInputZone } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { audit } from '../security/index.ts'
import { importsPolicy, visibleImport } from './imports.policy.ts'
import {
  endImport,
  type ImportRow,
  listImports,
  mayEditZones,
  readLeftOut,
  splitByUse,
} from './imports.queries.ts'
import { undoBatch } from './undo-import.ts'

const endLimit = { name: 'import-end', points: 120, seconds: 60 * 60 }
/** Undoing 5,000 people takes 500 calls. */
const undoLimit = { name: 'import-undo', points: 2_000, seconds: 60 * 60 }
const ownerReason = 'only the server may write imports and their items'

const cursors = createCursors('imports', { begunAt: [z.string().max(40), 'begun_at_exact'], id: z.uuid() })

/** Procedures for the list of imports and undoing them. Importing itself belongs to what is imported. */
export const importsProcedures = (
  services: Platform & { readonly beforeAccountDeletion: BeforeAccountDeletion },
) => ({
  list: api.imports.list
    // Row-level security asks for the permission of the import's kind.
    .use(signedIn(null))
    .handler(async ({ context: { tx, actor }, input: { cursor, limit } }) => {
      if (!can(actor.role, 'create_zones') && !(await mayEditZones(tx))) throw fail('FORBIDDEN')
      const page = await cursors.read({ cursor, limit }, it => listImports(tx, it))
      const toPerson = await loadPersonNames(tx, pluck(page.rows, 'user_id', 'undone_by'))
      return page.map(importView(actor, toPerson))
    }),

  end: api.imports.end
    .use(signedIn(null, { rateLimit: endLimit, asOwner: ownerReason }))
    .handler(async ({ context: { tx, actor }, input: { importId, ...leftOut } }) => {
      if (!(await endImport(tx, importId, actor, leftOut))) throw fail('IMPORT_NOT_FOUND')
      return { ended: true as const }
    }),

  leftOut: api.imports.leftOut
    .use(canSee(visibleImport, null))
    .handler(async ({ context: { tx, actor, importRun } }) => {
      await enterItsZone(tx, actor, importRun)
      const text = await readLeftOut(tx, importRun.id)
      if (text === undefined) throw fail('IMPORT_NOT_FOUND')
      // The rows name people who have no account, with their addresses.
      if (importRun.kind !== 'zones')
        await audit(tx, 'data_access:import_skipped', {
          actorId: actor.userId,
          accessType: 'import_skipped_csv',
          importId: importRun.id,
        })
      return { text }
    }),

  removal: api.imports.removal
    .use(canSee(visibleImport, null, { asOwner: ownerReason }))
    .handler(async ({ context: { tx, actor, importRun } }) => {
      await enterItsZone(tx, actor, importRun)
      importsPolicy.undo(actor, importRun)
      const { unusedIds, usedCount } = await splitByUse(tx, importRun)
      return { removes: unusedIds.length, keeps: usedCount }
    }),

  undo: api.imports.undo
    .use(canSee(visibleImport, null, { rateLimit: undoLimit, asOwner: ownerReason }))
    .handler(async ({ context }) => {
      await enterItsZone(context.tx, context.actor, context.importRun)
      importsPolicy.undo(context.actor, context.importRun)
      return undoBatch(context, services, context.actor, context.importRun)
    }),
})

const zoneAccess = {
  ...createInZoneAccess('edit_zones'),
  thing: { name: 'importRun', notFound: 'IMPORT_NOT_FOUND', only: null },
} as const

/** Requires for an import into a zone what importing into it requires. Throws IMPORT_NOT_FOUND, ZONE_ENTRY_REQUIRED, FORBIDDEN. */
async function enterItsZone(tx: Tx, actor: SignedInActor, { zone_id }: ImportRow): Promise<void> {
  if (zone_id !== null) await enterInputZone(tx, zoneAccess, actor, zone_id)
}

const importView =
  (actor: SignedInActor, toPerson: PersonNameLookup) =>
  (row: ImportRow): ImportRun => ({
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    state: row.state,
    importedBy: toPerson(row.user_id).name,
    organisation: row.organisation,
    zone: row.zone_name,
    begunAt: row.begun_at.toISOString(),
    created: row.created_count,
    changed: row.changed_count,
    leftOut: row.left_out_count,
    hasLeftOutFile: row.has_left_out,
    mayUndo: importsPolicy.mayUndo(actor, row),
    removed: row.removed_count,
    undo: row.undone_at && {
      at: row.undone_at.toISOString(),
      by: toPerson(row.undone_by).name,
      kept: row.kept_count,
    },
  })
