import { type Severity, severities } from '@muster/domain/severity.ts'
import { readTextParam } from '../../lib/search-props.ts'

export const securitySections = ['events', 'accounts', 'breaches', 'audit', 'clean-up'] as const
export type SecuritySection = (typeof securitySections)[number]

/**
 * The filters of the event list, as stored in the URL. Instants are ISO 8601 in UTC, so that a link works in every time zone.
 */
export type EventFilters = {
  type?: string
  severity?: Severity
  /** The id of an actor or a person affected. */
  user?: string
  q?: string
  from?: string
  /** The end of the period, exclusive. */
  to?: string
}

export type SecuritySearch = EventFilters & {
  /** The open section; omitted for events. */
  section?: Exclude<SecuritySection, 'events'>
  /** The number of the event whose details are open. */
  event?: number
  /** The id of the breach notice whose details are open. */
  notice?: string
}

export const noFilters = {
  type: undefined,
  severity: undefined,
  user: undefined,
  q: undefined,
  from: undefined,
  to: undefined,
} satisfies Record<keyof EventFilters, undefined>

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

/** Parses the page's search parameters, ignoring invalid ones. */
export function parseSecuritySearch(search: Record<string, unknown>): SecuritySearch {
  const section = securitySections.find(candidate => candidate === search.section)
  const event = Number(search.event)
  return {
    section: section === 'events' ? undefined : section,
    type: readTextParam(search.type)?.slice(0, 100),
    severity: severities.find(candidate => candidate === search.severity),
    user: parseId(search.user),
    q: readTextParam(search.q)?.slice(0, 200),
    from: parseInstant(search.from),
    to: parseInstant(search.to),
    event: Number.isSafeInteger(event) && event > 0 ? event : undefined,
    notice: parseId(search.notice),
  }
}

/** Converts the filters to the server's input. */
export function toServerFilter({ type, severity, user, q, from, to }: EventFilters) {
  return { type, severity, userId: user, search: q?.trim() || undefined, from, to }
}

export function countFilters({ type, severity, user, q, from, to }: EventFilters): number {
  return [type, severity, user, q, from, to].filter(value => value !== undefined).length
}
