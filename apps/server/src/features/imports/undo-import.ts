import type { ImportKind } from '@muster/contract/imports.ts'
import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InTransaction, SignedInActor, SignedInContext } from '../../rpc/context.ts'
import { removeAccounts } from '../accounts/index.ts'
import { deleteZones } from '../zones/index.ts'
import { type ImportRow, lockImport, lockItems, noteUndo, sortItems } from './imports.queries.ts'

/** Things removed per call, so that no transaction takes long. */
const batchSizes: Readonly<Record<ImportKind, number>> = { people: 50, zones: 25 }

type Services = Pick<Platform, 'files' | 'mailer'> & { readonly beforeAccountDeletion: BeforeAccountDeletion }

/** Only what nobody has used since; returns how many are left. The last batch closes the undo. Requires the owner role. */
export async function undoBatch(
  context: InTransaction & SignedInContext,
  services: Services,
  actor: SignedInActor,
  importRun: Pick<ImportRow, 'id' | 'kind'>,
): Promise<{ removed: number; left: number }> {
  const { tx } = context
  const { id, kind } = importRun
  if (await lockImport(tx, id)) return { removed: 0, left: 0 }
  const candidates = (await sortItems(tx, importRun)).unusedIds.slice(0, batchSizes[kind])
  await lockItems(tx, kind, candidates)
  // Somebody may have signed in or changed a zone while the locks were awaited.
  const { unusedIds, usedCount } = await sortItems(tx, importRun)
  const batch = candidates.filter(it => unusedIds.includes(it))
  if (batch.length > 0) {
    if (kind === 'people') await removeAccounts(context, services, actor, batch, { importId: id })
    else await deleteZones(context, batch, actor.userId, { importId: id })
  }
  const left = unusedIds.length - batch.length
  await noteUndo(tx, id, batch.length, left === 0 ? { by: actor.userId, kept: usedCount } : undefined)
  return { removed: batch.length, left }
}
