import { t } from '@lingui/core/macro'
import type { SecurityEvent } from '@muster/contract/security.ts'
import { formatCount } from '../../lib/format-count.ts'

/** Formats a type as words: `zone_pin_failed` → 'Zone PIN failed'. */
export function typeWords(type: string): string {
  const words = type.replaceAll('_', ' ').replace(/\bpin\b/g, 'PIN')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Person = NonNullable<SecurityEvent['actor']>

/** The name of a person in the log, which outlives accounts. */
export function personWords(person: Person): string {
  if (person.name === null) return 'a deleted account'
  return person.name === '' ? 'somebody without a name' : person.name
}

/** The actor and the person concerned in one line; undefined if there is neither. */
export function whoWords({ actor, affected }: Pick<SecurityEvent, 'actor' | 'affected'>): string | undefined {
  if (actor && affected && actor.id !== affected.id)
    return t`By ${personWords(actor)}, about ${personWords(affected)}`
  if (actor) return t`By ${personWords(actor)}`
  return affected ? t`About ${personWords(affected)}` : undefined
}

/** Formats a metadata value: text stays text, lists and objects become indented JSON. */
export function metadataText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return String(value)
}

/** `1,234 events`, `1 event`. */
export function countWords(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
