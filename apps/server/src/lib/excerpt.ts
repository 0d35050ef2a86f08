/** Characters (Unicode code points) of an excerpt, the ellipsis included. */
const MOST = 200

/** The beginning of a text that is kept in full elsewhere. */
export function excerpt(text: string): string {
  const characters = [...text]
  return characters.length > MOST
    ? `${characters
        .slice(0, MOST - 1)
        .join('')
        .trimEnd()}…`
    : text
}
