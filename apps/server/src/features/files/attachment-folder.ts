import type { StoredFolder } from '../../platform/feature.ts'
import { isVisibleFile, listFilesAfter } from './stored-files.queries.ts'

/** The folder whose files are rows of `stored_files`. */
export const attachmentFolder: StoredFolder = { mayRead: isVisibleFile, listAfter: listFilesAfter }
