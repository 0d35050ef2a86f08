import type { Database } from '../db/database.ts'
import type { StoredFolder } from '../platform/feature.ts'
import { findActor } from '../rpc/sessions.queries.ts'
import { collectFromFeatures, mergeParts } from './features.ts'

export const storedFolders: Readonly<Record<string, StoredFolder>> = mergeParts(collectFromFeatures('files'))

/**
 * Creates a check for whether the holder of a session may read a stored file. The check runs on every read, so that a link stops
 * working when the session or the permission ends.
 */
export function createFileReaders(db: Database, twoStepRequiredFrom: Date | null) {
  return async (sessionId: string, path: string): Promise<boolean> => {
    const folder = storedFolders[path.split('/')[0] ?? '']
    const actor = folder && (await findActor(db.pool, sessionId, twoStepRequiredFrom))
    return actor ? db.asActor(actor, tx => folder.mayRead(tx, path, actor)) : false
  }
}
