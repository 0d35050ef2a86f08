import type { Attachment } from '@muster/contract/stored-files.ts'
import { withReference } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { saveFile } from './save-file.ts'
import { type FetchLinks, useFileLinks } from './use-file-links.ts'

export type SaveOptions = {
  words: { done: string; failed: string }
  fetchLinks: FetchLinks
  /** If true, a file that could not be saved is opened in a new tab. */
  opensFailed?: boolean | undefined
}

export function useSaveFile(file: Attachment, { words, fetchLinks, opensFailed = false }: SaveOptions) {
  const { links, renew } = useFileLinks(file, fetchLinks)
  return useAct({
    call: () => {
      let { url } = links
      const renewLinks = async () => {
        const freshLinks = await renew()
        url = freshLinks.url
        return freshLinks
      }
      return saveFile(file, { links, renew: renewLinks }).catch(problem => {
        if (opensFailed) window.open(url, '_blank', 'noopener')
        throw problem
      })
    },
    done: words.done,
    failed: error => withReference(error.message || words.failed, error),
  })
}
