import { plural, t } from '@lingui/core/macro'
import type { SecurityEvent } from '@muster/contract/security.ts'

type Person = NonNullable<SecurityEvent['actor']>

/** Returns the name of a person in the log, or a text for a deleted account or an empty name. */
export function personText(person: Person): string {
  if (person.name === null) return t`a deleted account`
  return person.name === '' ? t`an unnamed person` : person.name
}

/** Formats the actor and the person affected in one line; undefined if there is neither. */
export function formatPeople({
  actor,
  affected,
}: Pick<SecurityEvent, 'actor' | 'affected'>): string | undefined {
  const actorName = actor ? personText(actor) : ''
  const affectedName = affected ? personText(affected) : ''
  if (actor && affected && actor.id !== affected.id) return t`By ${actorName}, about ${affectedName}`
  if (actor) return t`By ${actorName}`
  return affected ? t`About ${affectedName}` : undefined
}

/** Names the zone of an event, or says how many there are; undefined if there is none that still exists. */
export function formatZones({ zones }: Pick<SecurityEvent, 'zones'>): string | undefined {
  const [first] = zones
  const count = zones.length
  return count > 1 ? t`${plural(count, { one: '# zone', other: '# zones' })}` : first?.name
}

/** Formats a metadata value: lists and objects as indented JSON, missing values as a dash, others as text. */
export function metadataText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return String(value)
}
