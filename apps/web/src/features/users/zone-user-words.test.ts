import { expect, it } from 'vitest'
import { aMember, anInvited } from './testing/a-member.ts'
import { countPresence, filterMembers, isComplete } from './zone-user-words.ts'

const now = Date.UTC(2026, 10, 20, 9)
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const bo = aMember({ presence: 'inside', lastSeen: minutesAgo(2) })
const ana = aMember({
  userId: '2',
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@example.org',
  userCode: 'MUS-XXXX-WWWW-TTTT',
})

it('searches by words of name and e-mail, by code only where asked', () => {
  expect(filterMembers([bo, ana], { q: 'lind bo' })).toEqual([bo])
  expect(filterMembers([bo, ana], { q: 'ANA@' })).toEqual([ana])
  expect(filterMembers([bo, ana], { q: 'wwww' })).toEqual([])
  expect(filterMembers([bo, ana], { q: 'wwww', byCode: true })).toEqual([ana])
  expect(filterMembers([bo, ana], { presence: 'inside' })).toEqual([bo])
})

it('counts the presences and knows who is incomplete', () => {
  const gone = aMember({ presence: 'inside', lastSeen: minutesAgo(31) })
  const left = aMember({ presence: 'outside', lastSeen: minutesAgo(31) })
  expect(countPresence([bo, ana, gone, left], now)).toEqual({
    all: 4,
    inside: 2,
    outside: 1,
    unknown: 1,
    unseen: 1,
  })
  expect(isComplete(bo)).toBe(true)
  expect(isComplete({ ...bo, lastName: ' ' })).toBe(false)
  expect(isComplete({ ...bo, email: '' })).toBe(false)
})

it('who is invited counts as not checked in, and is found by name and code', () => {
  const cy = anInvited()
  expect(countPresence([bo, cy], now)).toMatchObject({ all: 2, inside: 1, outside: 0, unknown: 1 })
  expect(filterMembers([bo, cy], { presence: 'unknown' })).toEqual([cy])
  expect(filterMembers([bo, cy], { q: 'novak' })).toEqual([cy])
  expect(filterMembers([bo, cy], { q: 'dddd eeee' })).toEqual([])
  expect(filterMembers([bo, cy], { q: 'dddd-eeee', byCode: true })).toEqual([cy])
  expect(isComplete(cy)).toBe(true)
  expect(isComplete({ ...cy, firstName: '' })).toBe(false)
})
