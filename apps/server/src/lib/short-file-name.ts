/** A file's name of at most so many characters. It keeps its ending, by which systems know what a file is. */
export function shortFileName(name: string, most: number): string {
  const letters = [...name]
  if (letters.length <= most) return name
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  return letters.slice(0, most - ending.length).join('') + ending
}
