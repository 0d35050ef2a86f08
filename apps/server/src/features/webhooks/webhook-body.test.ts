import type { EventOf } from '@muster/contract/feed.ts'
import { expect, it } from 'vitest'
import { createPayload } from './webhook-body.ts'

it('`presence.left` contains the time of the first reading outside, even if a later reading confirmed the exit', () => {
  const left = (over: Partial<EventOf<'presence.changed'>>) =>
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
        ...over,
      },
    })
  const occurredAt = (over: Partial<EventOf<'presence.changed'>>) =>
    JSON.parse(left(over)?.body ?? '{}').occurredAt
  expect(occurredAt({ exitTime: '2026-11-19T16:00:40.000Z' })).toBe('2026-11-19T16:00:40.000Z')
  expect(occurredAt({})).toBe('2026-11-20T07:00:00.000Z')
})

const broadcast = (over: Partial<EventOf<'broadcast.changed'>>) =>
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
      ...over,
    },
  })

it('a broadcast is reported once, when it is sent; not while it is scheduled, and not again for its reminders', () => {
  expect(broadcast({})).toMatchObject({ kind: 'broadcast.sent', zoneId: 'z', eventId: 'a-7' })
  expect(broadcast({ zoneId: null })?.zoneId).toBeNull()
  for (const over of [{ state: 'scheduled' }, { state: 'recalled' }, { reminded: true }] as const)
    expect(broadcast(over)).toBeUndefined()
})
