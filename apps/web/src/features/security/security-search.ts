import { severities } from '@muster/domain/severity.ts'
import { createSearchParser, param } from '../../lib/search-props.ts'

export const securitySections = ['events', 'accounts', 'breaches', 'audit', 'clean-up'] as const
export type SecuritySection = (typeof securitySections)[number]

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function parseId(value: unknown): string | undefined {
  return typeof value === 'string' && uuidPattern.test(value) ? value : undefined
}

/** Parses an instant to ISO 8601 in UTC; undefined if it is invalid or outside the plausible years of a log. */
export function parseInstant(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const at = new Date(value)
  const year = at.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? at.toISOString() : undefined
}

/** The filters of the event list. Instants are ISO 8601 in UTC, so that a link works in every time zone. */
const filterReaders = {
  type: (value: unknown) => param.text(value)?.slice(0, 100),
  severity: param.word(...severities),
  /** The id of an actor or a person affected. */
  user: parseId,
  q: (value: unknown) => param.text(value)?.slice(0, 200),
  from: parseInstant,
  /** The end of the period, exclusive. */
  to: parseInstant,
}

export const parseSecuritySearch = createSearchParser({
  /** The open section; omitted for events. */
  section: param.word(...securitySections.filter(it => it !== 'events')),
  ...filterReaders,
  /** The number of the event whose details are open. */
  event: value => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined),
  /** The id of the breach notice whose details are open. */
  notice: parseId,
})
export type SecuritySearch = ReturnType<typeof parseSecuritySearch>
export type EventFilters = Pick<SecuritySearch, keyof typeof filterReaders>

export const noFilters = {
  type: undefined,
  severity: undefined,
  user: undefined,
  q: undefined,
  from: undefined,
  to: undefined,
} satisfies Record<keyof EventFilters, undefined>

export function toServerFilter({ type, severity, user, q, from, to }: EventFilters) {
  return { type, severity, userId: user, search: q?.trim() || undefined, from, to }
}

export function countFilters({ type, severity, user, q, from, to }: EventFilters): number {
  return [type, severity, user, q, from, to].filter(value => value !== undefined).length
}
