/**
 * The reader's regional format of dates and numbers, if it belongs to the language of the texts. Days and months in another language
 * would interrupt the sentences.
 */
export function formatLanguage(textLanguage: string, preferred: readonly string[]): string {
  const base = baseLanguage(textLanguage)
  const regional = preferred.find(tag => baseLanguage(tag) === base && isTag(tag))
  return regional ?? (base === 'en' ? 'en-GB' : base)
}

const baseLanguage = (tag: string) => tag.toLowerCase().split('-')[0] ?? ''

/** Some browsers pass on system tags such as `en-US@posix`, which make every format throw. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
