import { captainsTopic, zoneTopic } from '@muster/contract/topic.ts'
import { can } from '@muster/domain/permission.ts'
import { roles } from '@muster/domain/role.ts'
import { v7 as uuidV7 } from 'uuid'
import { expect, it } from 'vitest'
import { zonesEvents } from './zones.events.ts'

const [zoneId, userId, sessionId] = [uuidV7(), uuidV7(), uuidV7()]
const member = { userId, sessionId, role: 'app_user' as const }

it('suspending a zone closes it for its members, but not for internal admins', () => {
  const event = { kind: 'zone.suspended' as const, zoneId }
  const toClosedTopics = zonesEvents['zone.suspended'].closes
  expect(toClosedTopics?.(event, member)).toEqual([zoneTopic(zoneId), captainsTopic(zoneId)])
  expect(toClosedTopics?.(event, { ...member, role: 'admin' })).toEqual([])
})

it('the end of an entry closes the zone only for the session that had entered it', () => {
  const event = { kind: 'entry.ended' as const, userId, zoneId, sessionId }
  const toClosedTopics = zonesEvents['entry.ended'].closes
  expect(toClosedTopics?.(event, member)).toEqual([zoneTopic(zoneId)])
  expect(toClosedTopics?.(event, { ...member, sessionId: uuidV7() })).toEqual([])
})

it('a request for a PIN reset reaches only people who may reset it', () => {
  const event = { kind: 'pin.reset_asked' as const, zoneId, userId, userName: 'Bina Roy' }
  const { canSee } = zonesEvents['pin.reset_asked']
  const linkTo = (path: string) => path
  const readers = roles.filter(role => canSee({ userId: uuidV7(), role, linkTo }, event))
  expect(readers).toEqual(roles.filter(role => can(role, 'reset_zone_pin')))
  expect(readers).not.toContain('app_user')
  expect(canSee({ userId, role: null, linkTo }, event)).toBe(false)
})
