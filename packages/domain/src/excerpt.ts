const MAX_LENGTH = 200

/**
 * Shortens a text that is stored in full elsewhere to at most 200 characters, and ends it with an ellipsis if something was cut.
 * Counts code points, as PostgreSQL counts characters; cutting by UTF-16 units could split an emoji.
 */
export function toExcerpt(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_LENGTH) return text
  return `${characters
    .slice(0, MAX_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
