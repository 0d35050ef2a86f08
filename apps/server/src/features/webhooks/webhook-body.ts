import type { FeedEvent, FeedEventKind } from '@muster/contract/feed.ts'
import type { WebhookKind } from '@muster/domain/webhook.ts'

/** A feed event, together with the data it references but does not contain. */
export type WebhookEvent = {
  /** The event's number in the feed: increasing, and unique within one history of the database. */
  readonly seq: number
  readonly history: string
  readonly writtenAt: Date
  readonly event: FeedEvent
  readonly zone: { readonly name: string; readonly status: string } | undefined
  readonly person: string | undefined
  /** The visit that the event is about; undefined if it was deleted in the meantime. */
  readonly visit?: WebhookVisit | undefined
}
export type WebhookVisit = {
  readonly name: string
  readonly company: string
  readonly hostId: string | null
  readonly way: string
  readonly signedInAt: string | null
  readonly signedOutAt: string | null
  readonly ended: string | null
}
type EventContent = { readonly kind: WebhookKind; readonly at?: string; readonly facts: object }

export const webhookKinds = [
  'presence.changed',
  'presence.consent',
  'presence.sharing',
  'visitors.changed',
  'zone.created',
  'zone.changed',
  'zone.suspended',
  'zone.removed',
  'membership.added',
  'membership.accepted',
  'membership.changed',
  'membership.removed',
  'hazard.reported',
  'hazard.changed',
  'broadcast.changed',
  'emergency.changed',
  'emergency.help',
  'badge.read',
] as const satisfies readonly FeedEventKind[]

/** Truncates a database time from microseconds to milliseconds, the precision that receivers get. */
const toIsoMs = (instant: string) => new Date(instant).toISOString()

/** Converts a feed event into a webhook event; undefined for events that webhooks do not receive. */
function toEventContent({ event, person, visit, zone, writtenAt }: WebhookEvent): EventContent | undefined {
  switch (event.kind) {
    case 'presence.changed': {
      const { userId, role, accuracyMeters, source, mock = false, visitId } = event
      const measurement = { accuracyMeters, source, mock }
      // Null if the account has been deleted in the meantime.
      const name = person === undefined ? null : event.name
      const personFacts = { person: { id: userId, name, role } }
      return event.change === 'entered'
        ? { kind: 'presence.entered', at: event.at, facts: { ...personFacts, visitId, ...measurement } }
        : {
            kind: 'presence.left',
            at: event.exitTime ?? event.at,
            facts: {
              ...personFacts,
              enteredAt: event.entryTime,
              durationMinutes: event.durationMinutes,
              ...measurement,
            },
          }
    }
    case 'presence.consent': {
      const { userId, consent, was, entryTime } = event
      if (was !== 'inside' || consent === 'given') return undefined
      const consentFacts = { person: { id: userId, name: person ?? null } }
      if (!entryTime) return { kind: 'presence.left', facts: consentFacts }
      // Withdrawing the consent ended the visit.
      const stayedMs = Math.max(0, writtenAt.getTime() - Date.parse(entryTime))
      return {
        kind: 'presence.left',
        facts: {
          ...consentFacts,
          enteredAt: toIsoMs(entryTime),
          durationMinutes: Math.floor(stayedMs / 60_000),
        },
      }
    }
    case 'presence.sharing': {
      const { change, sharing, userId } = event
      const personFacts = { person: { id: userId, name: person ?? null } }
      if (change === 'ended') return { kind: 'sharing.ended', facts: personFacts }
      if (change !== 'started' || !sharing) return undefined
      const [at, endsAt] = [toIsoMs(sharing.startedAt), toIsoMs(sharing.endsAt)]
      return { kind: 'sharing.started', at, facts: { ...personFacts, endsAt } }
    }
    case 'visitors.changed': {
      const { change, visitId } = event
      if (!change || !visitId) return undefined
      const facts = {
        visitId,
        visitor: { name: visit?.name ?? null, company: visit?.company ?? null },
        hostId: visit?.hostId ?? null,
        way: visit?.way ?? null,
      }
      const signedInAt = visit?.signedInAt ? toIsoMs(visit.signedInAt) : undefined
      if (change === 'signed_in')
        return { kind: 'visitor.signed_in', ...(signedInAt && { at: signedInAt }), facts }
      return {
        kind: 'visitor.signed_out',
        ...(visit?.signedOutAt && { at: toIsoMs(visit.signedOutAt) }),
        facts: { ...facts, signedInAt: signedInAt ?? null, ended: visit?.ended ?? null },
      }
    }
    case 'zone.created':
      return { kind: 'zone.created', facts: {} }
    case 'zone.changed':
      return { kind: 'zone.updated', facts: { status: zone?.status ?? null } }
    case 'zone.suspended':
      return { kind: 'zone.suspended', facts: {} }
    case 'zone.removed':
      return { kind: 'zone.deleted', facts: {} }
    case 'membership.added':
    case 'membership.accepted':
    case 'membership.changed':
      return {
        kind: event.kind,
        facts: { person: { id: event.userId, name: person ?? null, role: event.role } },
      }
    case 'membership.removed':
      return { kind: event.kind, facts: { person: { id: event.userId, name: person ?? null } } }
    case 'hazard.reported':
    case 'hazard.changed': {
      const { kind, hazardId, title, severity, status } = event
      return { kind, facts: { hazard: { id: hazardId, title, severity, status } } }
    }
    case 'broadcast.changed': {
      const { state, reminded, broadcastId, title, priority } = event
      // A reminder is not a new broadcast.
      if (state !== 'sent' || reminded) return undefined
      return { kind: 'broadcast.sent', facts: { broadcast: { id: broadcastId, title, priority } } }
    }
    case 'emergency.changed': {
      const { change, call, drill, emergencyId } = event
      if (!change) return undefined
      const kind = change === 'declared' ? 'emergency.declared' : 'emergency.all_clear'
      return { kind, facts: { drill, emergency: { id: emergencyId, kind: call ?? null } } }
    }
    case 'emergency.help': {
      const { drill, emergencyId, accountId, name, needsHelp } = event
      // The name of somebody with an account is the current one; null if the account has been deleted in the meantime.
      const personFacts = { id: accountId, name: accountId === null ? name : (person ?? null) }
      return {
        kind: 'emergency.help',
        facts: { drill, emergency: { id: emergencyId }, person: personFacts, needsHelp },
      }
    }
    case 'badge.read': {
      const { direction, at, number, reader, accountId, name, latest } = event
      // Null for a number that is assigned to nobody. The name of somebody with an account is the current one.
      const personFacts =
        accountId !== null
          ? { id: accountId, name: person ?? null }
          : name !== null
            ? { id: null, name }
            : null
      return {
        kind: direction === 'in' ? 'badge.in' : 'badge.out',
        at: toIsoMs(at),
        facts: { badge: number, reader, person: personFacts, latest },
      }
    }
    default:
      return undefined
  }
}

export type WebhookPayload = {
  readonly kind: WebhookKind
  /** Null for events about all zones. */
  readonly zoneId: string | null
  readonly eventId: string
  readonly body: string
}

/** Creates the exact body of an event for webhooks; undefined for events that they do not receive. */
export function createPayload(event: WebhookEvent): WebhookPayload | undefined {
  const content = toEventContent(event)
  if (!content || !('zoneId' in event.event)) return undefined
  const { seq, history, writtenAt, zone } = event
  const { zoneId } = event.event
  // The id includes the history, because after a restore other events get the same numbers.
  const eventId = `${history}-${seq}`
  const body = JSON.stringify({
    id: eventId,
    type: content.kind,
    sequence: seq,
    occurredAt: content.at ?? writtenAt.toISOString(),
    zone: zoneId === null ? null : { id: zoneId, name: zone?.name ?? null },
    ...content.facts,
  })
  return { kind: content.kind, zoneId, eventId, body }
}

export function createPingBody(eventId: string, at: Date): string {
  return JSON.stringify({ id: eventId, type: 'ping', occurredAt: at.toISOString() })
}
