import type { ImportReference } from '@muster/contract/import-reference.ts'
import type { ImportKind } from '@muster/contract/imports.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { mapDatabaseRefusal } from './map-database-refusal.ts'

type Batch = {
  readonly kind: ImportKind
  readonly organisationId: string | undefined
  readonly createdIds: readonly string[]
  readonly changed: number
}

/** Adds a batch to the actor's import in the transaction that writes the batch. Throws REQUEST_ID_TAKEN, IMPORT_UNDONE. */
export async function noteImport(
  tx: Tx,
  { id, fileName }: ImportReference,
  { kind, organisationId, createdIds, changed }: Batch,
): Promise<void> {
  await mapDatabaseRefusal(
    sql`select note_import(${id}, ${kind}, ${fileName}, ${organisationId ?? null}::uuid, ${[...createdIds]}::uuid[],
      ${changed}::integer)`.execute(tx),
  )
}
