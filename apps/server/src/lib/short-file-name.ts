/** Shortens a file's name to at most `limit` characters. It keeps the extension, which identifies the file type. */
export function shortenFileName(name: string, limit: number): string {
  const characters = [...name]
  if (characters.length <= limit) return name
  const extension = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, limit - extension.length).join('') + extension
}
