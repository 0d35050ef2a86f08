import type { ImportReference } from '@muster/contract/import-reference.ts'
import type { ImportKind } from '@muster/contract/imports.ts'
import type { Tx } from '../db/database.ts'
import { run } from '../db/rows.ts'
import { mapDatabaseRefusal } from './map-database-refusal.ts'

type Batch = {
  readonly kind: ImportKind
  readonly organisationId?: string | undefined
  /** The zone of badges. */
  readonly zoneId?: string
  readonly createdIds: readonly string[]
  readonly changed: number
}

/** Acts as a person in a transaction of the owner, because the database checks and logs what follows as theirs. */
export const actAs = (tx: Tx, userId: string) => run(tx)`select set_config('muster.user_id', ${userId}, true)`

/** Adds a batch to the actor's import in the transaction that writes the batch. Throws REQUEST_ID_TAKEN, IMPORT_UNDONE. */
export async function noteImport(
  tx: Tx,
  { id, fileName }: ImportReference,
  { kind, organisationId, zoneId, createdIds, changed }: Batch,
): Promise<void> {
  await mapDatabaseRefusal(
    run(tx)`
      select note_import(${id}, ${kind}, ${fileName}, ${organisationId ?? null}::uuid, ${zoneId ?? null}::uuid,
      ${[...createdIds]}::uuid[], ${changed}::integer)`,
  )
}
