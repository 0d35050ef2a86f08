import type { SecurityEvent } from '@muster/contract/security.ts'
import { formatCount } from '../../lib/format-count.ts'

/** A type as words: `zone_pin_failed` → 'Zone PIN failed'. */
export function typeWords(type: string): string {
  const words = type.replaceAll('_', ' ').replace(/\bpin\b/g, 'PIN')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Person = NonNullable<SecurityEvent['actor']>

/** The name of a person in the log, which outlives its people. */
export function personWords(person: Person): string {
  if (person.name === null) return 'a deleted account'
  return person.name === '' ? 'somebody without a name' : person.name
}

/** Who did it and whom it concerns, in one line; undefined when nobody is named. */
export function whoWords({ actor, affected }: Pick<SecurityEvent, 'actor' | 'affected'>): string | undefined {
  if (actor && affected && actor.id !== affected.id)
    return `By ${personWords(actor)}, about ${personWords(affected)}`
  if (actor) return `By ${personWords(actor)}`
  return affected ? `About ${personWords(affected)}` : undefined
}

/** A value of the metadata as text: words stay words, lists and objects become indented JSON. */
export function metadataText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return String(value)
}

/** `1,234 events`, `1 event`. */
export function countWords(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
