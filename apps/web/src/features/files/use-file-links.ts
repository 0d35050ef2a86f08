import type { Attachment, FileLinks } from '@muster/contract/stored-files.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getLinkExpiry } from '../../lib/link-expiry.ts'

/** Requests fresh links to a file from the server; each kind of attachment has its own call. */
export type FetchLinks = (file: Attachment) => Promise<FileLinks>

/** Links expire within minutes, while a screen may stay open all day. All components that show a file share its fresh links. */
export function useFileLinks(file: Attachment, fetchLinks: FetchLinks) {
  const client = useQueryClient()
  const options = {
    queryKey: ['links of a file', file.id],
    queryFn: () => fetchLinks(file),
    gcTime: limits.signedLinkMs,
    staleTime: 0,
    retry: false,
  }
  const { data: freshLinks } = useQuery({ ...options, enabled: false })
  const links: FileLinks =
    freshLinks && getLinkExpiry(freshLinks.url) >= getLinkExpiry(file.url) ? freshLinks : file
  return { links, renew: () => client.fetchQuery(options) }
}
export type RenewableLinks = ReturnType<typeof useFileLinks>
