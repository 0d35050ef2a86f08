import type { EventOf } from '@muster/contract/feed.ts'
import { expect, it } from 'vitest'
import { createPayload } from './webhook-body.ts'

it('`presence.left` contains the time of the first reading outside, even if a later reading confirmed the exit', () => {
  const createLeftPayload = (overrides: Partial<EventOf<'presence.changed'>>) =>
    createPayload({
      seq: 7,
      history: 'a',
      writtenAt: new Date(0),
      zone: { name: 'Yard', status: 'active' },
      person: 'Ana Ruiz',
      event: {
        kind: 'presence.changed',
        zoneId: 'z',
        userId: 'u',
        name: 'Ana Ruiz',
        role: 'app_user',
        change: 'left',
        was: 'inside',
        listed: null,
        at: '2026-11-20T07:00:00.000Z',
        entryTime: '2026-11-19T08:00:00.000Z',
        durationMinutes: 480,
        accuracyMeters: 5,
        source: 'automatic',
        visitId: null,
        ...overrides,
      },
    })
  const readOccurredAt = (overrides: Partial<EventOf<'presence.changed'>>) =>
    JSON.parse(createLeftPayload(overrides)?.body ?? '{}').occurredAt
  expect(readOccurredAt({ exitTime: '2026-11-19T16:00:40.000Z' })).toBe('2026-11-19T16:00:40.000Z')
  expect(readOccurredAt({})).toBe('2026-11-20T07:00:00.000Z')
})

const createBroadcastPayload = (overrides: Partial<EventOf<'broadcast.changed'>>) =>
  createPayload({
    seq: 7,
    history: 'a',
    writtenAt: new Date(0),
    zone: { name: 'Yard', status: 'active' },
    person: undefined,
    event: {
      kind: 'broadcast.changed',
      zoneId: 'z',
      broadcastId: 'b',
      senderId: 's',
      title: 'Storm',
      priority: 'high',
      state: 'sent',
      reminded: false,
      ...overrides,
    },
  })

it('a broadcast is reported once, when it is sent; not while it is scheduled, and not again for its reminders', () => {
  expect(createBroadcastPayload({})).toMatchObject({ kind: 'broadcast.sent', zoneId: 'z', eventId: 'a-7' })
  expect(createBroadcastPayload({ zoneId: null })?.zoneId).toBeNull()
  for (const overrides of [{ state: 'scheduled' }, { state: 'recalled' }, { reminded: true }] as const)
    expect(createBroadcastPayload(overrides)).toBeUndefined()
})

const createEmergencyPayload = (
  event: EventOf<'emergency.changed'> | EventOf<'emergency.help'>,
  person?: string,
) =>
  createPayload({
    seq: 7,
    history: 'a',
    writtenAt: new Date(0),
    zone: { name: 'Yard', status: 'active' },
    person,
    event,
  })
const emergencyFacts = { zoneId: 'z', emergencyId: 'e', drill: true }

it('an emergency is reported when it is declared and when it ends, but not when people are added to its roll', () => {
  const changed = { kind: 'emergency.changed', state: 'open', call: 'evacuate', ...emergencyFacts } as const
  const declared = createEmergencyPayload({ ...changed, change: 'declared' })
  expect(declared?.kind).toBe('emergency.declared')
  expect(JSON.parse(declared?.body ?? '')).toMatchObject({
    type: 'emergency.declared',
    drill: true,
    zone: { id: 'z', name: 'Yard' },
    emergency: { id: 'e', kind: 'evacuate' },
  })
  expect(createEmergencyPayload({ ...changed, change: 'ended' })?.kind).toBe('emergency.all_clear')
  expect(createEmergencyPayload(changed)).toBeUndefined()
})

it('a call for help names the person by the current name, and nobody whose account was deleted meanwhile', () => {
  const help = {
    kind: 'emergency.help',
    accountId: 'u',
    name: 'Old Name',
    needsHelp: true,
    ...emergencyFacts,
  } as const
  const readPerson = (event: EventOf<'emergency.help'>, person?: string) =>
    JSON.parse(createEmergencyPayload(event, person)?.body ?? '').person
  expect(readPerson(help, 'Ana Ruiz')).toEqual({ id: 'u', name: 'Ana Ruiz' })
  expect(readPerson(help)).toEqual({ id: 'u', name: null })
  expect(readPerson({ ...help, accountId: null, name: 'Vera Visitor' })).toEqual({
    id: null,
    name: 'Vera Visitor',
  })
})

it('a visit is reported when it begins and ends, with nothing of a visit that was deleted meanwhile', () => {
  const visit = {
    name: 'Vera Visitor',
    company: 'Acme',
    hostId: 'h',
    way: 'kiosk',
    signedInAt: '2026-11-20T08:00:00.000123+00:00',
    signedOutAt: '2026-11-20T09:00:00+00:00',
    ended: 'self',
  }
  const readBody = (change: 'signed_in' | 'signed_out' | undefined, withVisit = true) => {
    const payload = createPayload({
      ...{ seq: 7, history: 'a', writtenAt: new Date(0), zone: { name: 'Yard', status: 'active' } },
      person: undefined,
      visit: withVisit ? visit : undefined,
      event: {
        kind: 'visitors.changed',
        zoneId: 'z',
        hostId: 'h',
        ...(change && { change, visitId: 'v' }),
      },
    })
    return payload && JSON.parse(payload.body)
  }
  expect(readBody('signed_in')).toMatchObject({
    ...{ type: 'visitor.signed_in', occurredAt: '2026-11-20T08:00:00.000Z', visitId: 'v' },
    ...{ visitor: { name: 'Vera Visitor', company: 'Acme' }, hostId: 'h', way: 'kiosk' },
  })
  expect(readBody('signed_out')).toMatchObject({
    ...{ type: 'visitor.signed_out', occurredAt: '2026-11-20T09:00:00.000Z', ended: 'self' },
    signedInAt: '2026-11-20T08:00:00.000Z',
  })
  expect(readBody('signed_out', false)).toMatchObject({
    ...{ occurredAt: '1970-01-01T00:00:00.000Z', visitor: { name: null, company: null }, hostId: null },
  })
  expect(readBody(undefined)).toBeUndefined()
})
