import type { Attachment } from '@muster/contract/stored-files.ts'
import { serverOrigin } from '../../lib/server-address.ts'

/**
 * Fetches the file and has the browser keep it under its own name. Where its link opened nothing, a fresh one is asked for, once. Rejects
 * with 'Invalid file URL' where there is none at all, and 'Failed to create download link' where no fresh one could be had.
 */
export async function saveFile(
  file: Attachment,
  linkOf?: (file: Attachment) => Promise<string>,
): Promise<void> {
  if (!new URL(file.url, serverOrigin()).href.startsWith(`${serverOrigin()}/files/`))
    throw new Error('Invalid file URL')
  let answer = await fetch(file.url).catch(() => undefined)
  if (!answer?.ok && linkOf) {
    const fresh = await linkOf(file).catch(() => {
      throw new Error('Failed to create download link')
    })
    answer = await fetch(fresh).catch(() => undefined)
  }
  if (!answer?.ok) throw new Error('')
  keepBlob(await answer.blob(), file.name)
}

/** Has the browser keep bytes under a name. */
export function keepBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
