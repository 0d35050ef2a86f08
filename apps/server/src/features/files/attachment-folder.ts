import type { StoredFolder } from '../../platform/feature.ts'
import { isVisibleFile, listFilesAfter } from './stored-files.queries.ts'

/** Describes a folder whose files each have a row in `stored_files`. */
export const attachmentFolder: StoredFolder = { mayRead: isVisibleFile, listAfter: listFilesAfter }
