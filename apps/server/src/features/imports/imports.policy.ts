import type { ImportKind } from '@muster/contract/imports.ts'
import { can, type Permission } from '@muster/domain/permission.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { defineResource } from '../../rpc/define-resource.ts'
import { fail } from '../../rpc/fail.ts'
import { type ImportRow, importQuery } from './imports.queries.ts'

/** An import of a kind that the actor may import: their own, or for internal admins anybody's. */
export const visibleImport = defineResource({
  name: 'importRun',
  notFound: 'IMPORT_NOT_FOUND',
  query: (tx, { importId }: { readonly importId: string }, actor) => importQuery(tx, importId, actor),
})

/** Null for badges: such an import is visible only to people who may edit its zone. */
const undoPermissions: Readonly<Record<ImportKind, Permission | null>> = {
  people: 'delete_users',
  zones: 'delete_zones',
  badges: null,
}

function isPermitted({ role }: Pick<SignedInActor, 'role'>, { kind }: Pick<ImportRow, 'kind'>): boolean {
  const permission = undoPermissions[kind]
  return permission === null || can(role, permission)
}

/** Undoing deletes, so it takes the permission to delete what was imported. */
export const importsPolicy = {
  mayUndo: (actor: Pick<SignedInActor, 'role'>, row: ImportRow): boolean =>
    isPermitted(actor, row) &&
    row.is_recent &&
    row.undone_at === null &&
    row.state !== 'running' &&
    row.created_count > row.removed_count,
  /**
   * Rejects people who may not delete what was imported (FORBIDDEN), imports older than the limit (IMPORT_TOO_OLD), and those whose
   * batches still arrive (IMPORT_RUNNING).
   */
  undo(actor: SignedInActor, row: ImportRow): void {
    if (!isPermitted(actor, row)) throw fail('FORBIDDEN')
    if (!row.is_recent) throw fail('IMPORT_TOO_OLD')
    if (row.state === 'running') throw fail('IMPORT_RUNNING')
  },
}
