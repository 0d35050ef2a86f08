import { secretSettingNames, settingNames } from './env.ts'

const knownNames = [...settingNames, ...secretSettingNames.map(name => `${name}_FILE`)]

/** Names shorter than this are not compared, because unrelated variables may resemble them. */
const MIN_LENGTH = 7

/** One letter too many, missing, wrong or swapped: such a setting would otherwise be ignored silently. */
export function findMisspeltSettings(source: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  const unset = knownNames.filter(name => !source[name] && name.length >= MIN_LENGTH)
  return Object.keys(source)
    .filter(name => source[name] && name.length >= MIN_LENGTH - 1 && !knownNames.includes(name))
    .flatMap(name => {
      const meant = unset.find(it => isOneSlipAway(name.toUpperCase(), it))
      return meant ? [{ name, meant }] : []
    })
}

/** True if the texts differ by one inserted, missing, wrong or swapped character, or only in case. */
function isOneSlipAway(text: string, other: string): boolean {
  let start = 0
  while (start < text.length && text[start] === other[start]) start++
  const [rest, otherRest] = [text.slice(start), other.slice(start)]
  return (
    rest === otherRest ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}
