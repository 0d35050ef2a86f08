/** The language of the app's texts, and so of the dates and numbers within them. */
const appLanguage = 'en'

/**
 * The reader's regional format of dates and numbers, if it is in the app's language. Days and months in another language would
 * interrupt English sentences.
 */
export function formatLanguage(preferred: readonly string[]): string {
  return preferred.find(tag => tag.toLowerCase().split('-')[0] === appLanguage && isTag(tag)) ?? 'en-GB'
}

/** Some browsers pass on system tags such as `en-US@posix`, which make every format throw. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** The language of dates and numbers. */
export const language = formatLanguage(typeof navigator === 'undefined' ? [] : (navigator.languages ?? []))
