import type { ImportKind } from '@muster/contract/imports.ts'
import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InTransaction, SignedInActor, SignedInContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { lockAccounts, removeAccounts } from '../accounts/index.ts'
import { lockBadges, removeBadges } from '../badges/index.ts'
import { deleteZones, lockZonesForDeletion } from '../zones/index.ts'
import { type ImportRow, listUnused, lockImport, noteUndo, splitByUse } from './imports.queries.ts'

/** Things removed per call, so that no transaction takes long. */
const batchSizes: Readonly<Record<ImportKind, number>> = { people: 10, zones: 25, badges: 500 }

type Services = Pick<Platform, 'files' | 'mailer'> & { readonly beforeAccountDeletion: BeforeAccountDeletion }

/** Removes what nobody has used since; returns how many are left. The last batch closes the undo. Throws IMPORT_RUNNING. */
export async function undoBatch(
  context: InTransaction & SignedInContext,
  services: Services,
  actor: SignedInActor,
  importRun: Pick<ImportRow, 'id' | 'kind' | 'zone_id'>,
): Promise<{ removed: number; left: number }> {
  const { tx } = context
  const { id, kind } = importRun
  // In the order of other writers, which could deadlock with another one.
  if (kind === 'badges') await lockBadges(tx, importRun.zone_id ?? '')
  const { isUndone, isRunning } = await lockImport(tx, id)
  if (isUndone) return { removed: 0, left: 0 }
  if (isRunning) throw fail('IMPORT_RUNNING')
  const { unusedIds, usedCount } = await splitByUse(tx, importRun)
  const candidates = unusedIds.slice(0, batchSizes[kind])
  if (kind === 'people') await lockAccounts(tx, candidates)
  else if (kind === 'zones') await lockZonesForDeletion(tx, candidates)
  // Somebody may have signed in or changed a zone while the locks were awaited.
  const batch = await listUnused(tx, kind, candidates)
  if (batch.length > 0) {
    if (kind === 'people') await removeAccounts(context, services, actor, batch, { importId: id })
    else if (kind === 'zones') await deleteZones(context, batch, actor.userId, { importId: id })
    else await removeBadges(context, importRun.zone_id ?? '', batch, { importId: id })
  }
  const left = unusedIds.length - candidates.length
  const remainingCount = usedCount + candidates.length - batch.length
  await noteUndo(tx, id, batch.length, left === 0 ? { by: actor.userId, kept: remainingCount } : undefined)
  return { removed: batch.length, left }
}
