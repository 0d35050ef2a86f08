import { t } from '@lingui/core/macro'
/** Toasts for downloads from a conversation. */
export const fileWords = { done: t`File download started`, failed: t`Failed to download file` }

/** The typing indicator as text. */
export function typingWords(names: readonly string[]): string {
  const [first, second] = names
  if (first === undefined) return ''
  if (second === undefined) return t`${first} is writing…`
  return names.length === 2 ? t`${first} and ${second} are writing…` : t`${names.length} people are writing…`
}

/** The number of files not shown. `complete`: the count includes all of them. */
export const moreFilesText = (more: number, complete: boolean) =>
  complete ? `+${more} more` : `+${more} or more`
