import { z } from 'zod'
import { fitting } from './fits.ts'

/**
 * The subject of events and subscriptions: everybody, one zone, the captains of a zone, one person, one group, or everything that
 * administrators manage.
 */
export type Topic =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'zone'; readonly id: string }
  | { readonly kind: 'captains'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'group'; readonly id: string }
export type TopicKind = Topic['kind']

const pattern =
  /^(?:(?<alone>everyone|admin)|(?<kind>zone|captains|user|group):(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))$/

/** A topic in its text form, as used in messages and in the table `feed_events`. Use `parseTopic` to parse it. */
export const topic = fitting(z.string().regex(pattern), 'text')

/** The topic of events for everybody who is signed in. */
export const everyoneTopic = 'everyone'
export const adminTopic = 'admin'
export const zoneTopic = (zoneId: string) => `zone:${zoneId}`
/** The topic of what the captains of a zone learn of its emergencies, whatever their role. */
export const captainsTopic = (zoneId: string) => `captains:${zoneId}`
export const userTopic = (userId: string) => `user:${userId}`
export const groupTopic = (groupId: string) => `group:${groupId}`

/** Parses a topic. Returns null unless the text matches exactly. */
export function parseTopic(text: string): Topic | null {
  const groups = pattern.exec(text)?.groups
  if (!groups) return null
  return (groups.alone ? { kind: groups.alone } : { kind: groups.kind, id: groups.id }) as Topic
}
