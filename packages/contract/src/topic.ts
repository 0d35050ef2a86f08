import { z } from 'zod'
import { fitting } from './fits.ts'

/** The subject of events and those who follow it: everybody, one zone, one person, one group, or all that administrators look after. */
export type Topic =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'zone'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'group'; readonly id: string }
export type TopicKind = Topic['kind']

const pattern =
  /^(?:(?<alone>everyone|admin)|(?<kind>zone|user|group):(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))$/

/** A topic as it is written on the wire and in the table. Nobody takes it apart but `parseTopic`. */
export const topic = fitting(z.string().regex(pattern), 'text')

/** Topic of events for everybody who is signed in. */
export const everyoneTopic = 'everyone'
export const adminTopic = 'admin'
export const zoneTopic = (zoneId: string) => `zone:${zoneId}`
export const userTopic = (userId: string) => `user:${userId}`
export const groupTopic = (groupId: string) => `group:${groupId}`

/** Reads the text of a topic; null when it is none, to the letter. */
export function parseTopic(text: string): Topic | null {
  const found = pattern.exec(text)?.groups
  if (!found) return null
  return (found.alone ? { kind: found.alone } : { kind: found.kind, id: found.id }) as Topic
}
