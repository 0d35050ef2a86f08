const accents = /[\u0300-\u036f]/g
/** Space, and what stands on a keyboard and is no letter or digit. Marks of other scripts belong to their words. */
const between = /[\s!-/:-@[-`{-~]+/

/**
 * The words of a text as people search them: without accents and capitals. Search is by their beginnings. The database holds
 * the same rule, for its index (`search_words`).
 */
export function searchWords(text: string): string[] {
  return text.normalize('NFD').replace(accents, '').toLowerCase().split(between).filter(Boolean)
}

/** Whether each word wanted is the beginning of a word of the text. */
export function isFoundBy(text: string, wanted: string): boolean {
  const words = searchWords(text)
  return searchWords(wanted).every(beginning => words.some(word => word.startsWith(beginning)))
}
