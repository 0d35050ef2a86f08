/** The language of every text of the app, and of what stands between them: dates and numbers. */
const appLanguage = 'en'

/**
 * The reader's own way of writing dates and numbers, as long as it is the app's language: days and months in another one would
 * stand in the middle of English sentences.
 */
export function formatLanguage(preferred: readonly string[]): string {
  return preferred.find(tag => tag.toLowerCase().split('-')[0] === appLanguage && isTag(tag)) ?? 'en-GB'
}

/** Some browsers hand on what the system says, as `en-US@posix`, at which every format would throw. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** The language of dates and numbers. */
export const language = formatLanguage(typeof navigator === 'undefined' ? [] : (navigator.languages ?? []))
