/** Shortens a file name to `most` characters, keeping its extension. */
export function shortFileName(name: string, most: number): string {
  const letters = [...name]
  if (letters.length <= most) return name
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  return letters.slice(0, most - ending.length).join('') + ending
}
