import { t } from '@lingui/core/macro'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { downloadBlob } from '../../lib/download-text.ts'
import { isLinkExpiring } from '../../lib/link-expiry.ts'
import { serverOrigin } from '../../lib/server-address.ts'
import { toRefusal } from '../../lib/to-refusal.ts'
import type { RenewableLinks } from './use-file-links.ts'

/**
 * Fetches a file, with a fresh link if its own is about to expire or does not work. Rejects with 'Failed to create download link'
 * if no fresh link is available, and with an empty message if the file cannot be fetched.
 */
export async function fetchFile({ links, renew }: RenewableLinks): Promise<Response> {
  let response = isLinkExpiring(links.url) ? undefined : await fetch(links.url).catch(() => undefined)
  if (!response?.ok) {
    const { url } = await renew().catch(cause => {
      throw new Error(t`Failed to create download link`, { cause })
    })
    response = await fetch(url).catch(() => undefined)
  }
  if (!response) throw new Error('')
  if (!response.ok)
    throw new Error('', { cause: toRefusal(response.status, await response.json().catch(() => undefined)) })
  return response
}

export const invalidFileUrl = t`Invalid file URL`

/** Rejects as `fetchFile` does, and with 'Invalid file URL' if the file is not on this server. */
export async function saveFile({ url, name }: Attachment, fileLinks: RenewableLinks): Promise<void> {
  if (!new URL(url, serverOrigin()).href.startsWith(`${serverOrigin()}/files/`))
    throw new Error(invalidFileUrl)
  downloadBlob(name, await (await fetchFile(fileLinks)).blob())
}
