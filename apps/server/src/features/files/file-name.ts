import { oneLine } from '@muster/contract/texts.ts'
import { fittingName } from '@muster/domain/attachment.ts'
import { shortFileName } from '../../lib/short-file-name.ts'

/** As long as names of stored files are, in characters. */
const MOST = 200

/**
 * The name people gave a file, as it is shown: on one line, without the folders before it, and so short that it can be stored. File
 * systems take longer ones, and a file is not refused for that.
 */
export const fileName = oneLine(2_000)
  .transform(name => shortFileName(name.split(/[/\\]/).at(-1)?.trim() ?? '', MOST))
  .refine(name => name !== '')

/** The name of an uploaded file stored at this path. A re-encoded picture gets the ending that fits its content. */
export const storedName = (name: string, path: string) => shortFileName(fittingName(name, path), MOST)
