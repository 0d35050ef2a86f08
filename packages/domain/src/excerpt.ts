const MAX_LENGTH = 200

/** At most 200 characters, with an ellipsis. Counts code points, as PostgreSQL does: UTF-16 units could split an emoji. */
export function toExcerpt(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_LENGTH) return text
  return `${characters
    .slice(0, MAX_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
