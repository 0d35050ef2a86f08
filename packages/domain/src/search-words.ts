const accentPattern = /[\u0300-\u036f]/g
/** Matches whitespace and ASCII punctuation. All other characters, such as the marks of other scripts, belong to words. */
const wordSeparatorPattern = /[\s!-/:-@[-`{-~]+/

/** Without accents, in lower case; searches match beginnings. The database's `search_words` does the same. */
export function searchWords(text: string): string[] {
  return foldText(text).split(wordSeparatorPattern).filter(Boolean)
}

/** Returns a text as compared in every search: without accents, in lower case. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(accentPattern, '').toLowerCase()

/** Returns true if each search word is the beginning of a word in the text. */
export function isFoundBy(text: string, search: string): boolean {
  const words = searchWords(text)
  return searchWords(search).every(prefix => words.some(word => word.startsWith(prefix)))
}
