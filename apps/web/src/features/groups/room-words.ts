/** What is said of the files of a conversation. */
export const fileWords = { done: 'File download started', failed: 'Failed to download file' }

/** Who is writing, in words. */
export function typingWords(names: readonly string[]): string {
  const [first, second] = names
  if (first === undefined) return ''
  if (second === undefined) return `${first} is writing…`
  return names.length === 2 ? `${first} and ${second} are writing…` : `${names.length} people are writing…`
}

/** How many files are not shown; `complete`: all of them are counted. */
export const moreFilesText = (more: number, complete: boolean) =>
  complete ? `+${more} more` : `+${more} or more`
