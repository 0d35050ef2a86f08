import type { EventOf } from '@muster/contract/feed.ts'
import { expect, it } from 'vitest'
import { tellingOf } from './webhook-body.ts'

const broadcast = (over: Partial<EventOf<'broadcast.changed'>>) =>
  tellingOf({
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

it('a broadcast is told once, when it was sent; not while it waits, and not again with its reminders', () => {
  expect(broadcast({})).toMatchObject({ kind: 'broadcast.sent', zoneId: 'z', eventId: 'a-7' })
  expect(broadcast({ zoneId: null })?.zoneId).toBeNull()
  for (const over of [{ state: 'scheduled' }, { state: 'recalled' }, { reminded: true }] as const)
    expect(broadcast(over)).toBeUndefined()
})
