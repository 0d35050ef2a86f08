import type { Actor } from '../db/actor.ts'
import type { Database, Tx } from '../db/database.ts'
import { isVisibleFile } from '../features/files/index.ts'
import { mayReadReport } from '../features/reports/index.ts'
import { isOwnDownload, isVisiblePhoto } from '../features/settings/index.ts'
import { findActor } from '../rpc/sessions.queries.ts'

/** Who may read what lies in a folder of the store; what lies in any other is for nobody. */
const readers: Record<string, (tx: Tx, path: string, actor: Actor) => Promise<boolean>> = {
  avatars: isVisiblePhoto,
  downloads: isOwnDownload,
  'hazard-attachments': isVisibleFile,
  'broadcast-attachments': isVisibleFile,
  'group-files': isVisibleFile,
  documents: isVisibleFile,
  reports: mayReadReport,
}

/** Whether somebody may read a stored file in the name of a session: asked anew for every read, so that a link ends with both. */
export function createFileReaders(db: Database, twoStepRequiredFrom: Date | null) {
  return async (sessionId: string, path: string): Promise<boolean> => {
    const mayRead = readers[path.split('/')[0] ?? '']
    const actor = mayRead && (await findActor(db.pool, sessionId, twoStepRequiredFrom))
    return actor ? db.asActor(actor, tx => mayRead(tx, path, actor)) : false
  }
}
