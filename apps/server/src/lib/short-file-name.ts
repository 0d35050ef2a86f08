/** Shortens a file's name to at most `limit` characters. It keeps the extension, which identifies the file type. */
export function shortFileName(name: string, limit: number): string {
  const letters = [...name]
  if (letters.length <= limit) return name
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  return letters.slice(0, limit - ending.length).join('') + ending
}
