/**
 * Returns the language tag for formatting dates and numbers: the first of the reader's preferred tags that is in the app's
 * language. If there is none, returns the app's language (`en-GB` for English), so that names of days and months do not appear in
 * another language within a sentence.
 */
export function formatLanguage(textLanguage: string, preferred: readonly string[]): string {
  const baseTag = baseLanguage(textLanguage)
  const regionalTag = preferred.find(tag => baseLanguage(tag) === baseTag && isTag(tag))
  return regionalTag ?? (baseTag === 'en' ? 'en-GB' : baseTag)
}

const baseLanguage = (tag: string) => tag.toLowerCase().split('-')[0] ?? ''

/** Some browsers pass on system locale tags such as `en-US@posix`, which make every formatter throw. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
