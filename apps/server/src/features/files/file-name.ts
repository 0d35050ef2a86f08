import { oneLine } from '@muster/contract/texts.ts'
import { toDownloadName } from '@muster/domain/attachment.ts'
import { shortenFileName } from '../../lib/short-file-name.ts'

/** Maximum length of stored file names in characters. */
const MAX_NAME_LENGTH = 200

/** One line without leading folders. Long names are shortened instead of rejected, because file systems allow them. */
export const fileNameSchema = oneLine(2_000)
  .transform(name => shortenFileName(name.split(/[/\\]/).at(-1)?.trim() ?? '', MAX_NAME_LENGTH))
  .refine(name => name !== '')

/** Returns the name to store for an uploaded file at this path. A re-encoded picture gets the extension that fits its content. */
export const toStoredName = (name: string, path: string) =>
  shortenFileName(toDownloadName(name, path), MAX_NAME_LENGTH)
