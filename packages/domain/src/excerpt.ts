const LENGTH = 200

/**
 * Returns the beginning of a text that is stored in full elsewhere. Counts code points, as PostgreSQL counts characters; cutting
 * by UTF-16 units could split an emoji.
 */
export function excerpt(text: string): string {
  const characters = [...text]
  if (characters.length <= LENGTH) return text
  return `${characters
    .slice(0, LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
