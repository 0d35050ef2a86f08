import { expect, it } from 'vitest'
import { alertTarget } from './alert-look.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const personId = '0192f0c0-0000-7000-8000-0000000000a1'
const findTarget = (
  metadata: Parameters<typeof alertTarget>[0]['metadata'],
  type: Parameters<typeof alertTarget>[0]['type'] = 'system',
  changes: Partial<Parameters<typeof alertTarget>[0]> = {},
) =>
  alertTarget({
    id: personId,
    type,
    title: '',
    description: '',
    isRead: false,
    createdAt: '2026-11-25T09:00:00.000Z',
    zoneId,
    metadata,
    ...changes,
  })

it('opens the attendance day in its zone: the person’s day for managers, one’s own otherwise', () => {
  const day = '2026-11-20'
  expect(findTarget({ day })).toBe(`/reports?from=2026-11-20&to=2026-11-20&zone=${zoneId}`)
  expect(findTarget({ day, personId })).toBe(
    `/reports?from=2026-11-20&to=2026-11-20&zone=${zoneId}&person=${personId}`,
  )
  expect(findTarget({})).toBeUndefined()
})

it('opens the list of a captain, and nothing for somebody who no longer is one', () => {
  expect(findTarget({ captain: true }, 'zone_assignment')).toBe('/captain')
  expect(findTarget({ captain: false }, 'zone_assignment')).toBeUndefined()
})

it('opens an emergency where the person acts: the board, the captain’s list, home, and afterwards only the board', () => {
  const emergencyId = personId
  const endedAt = '2026-11-25T09:30:00.000Z'
  expect(findTarget({ emergencyId }, 'broadcast')).toBe('/dashboard')
  expect(findTarget({ emergencyId, opens: 'captain' }, 'broadcast')).toBe('/captain')
  expect(findTarget({ emergencyId, opens: 'board' }, 'broadcast')).toBe(`/emergencies/${emergencyId}`)
  expect(findTarget({ emergencyId, opens: 'board', endedAt }, 'broadcast')).toBe(
    `/emergencies/${emergencyId}`,
  )
  expect(findTarget({ emergencyId, endedAt }, 'broadcast')).toBeUndefined()
  // As an earlier version wrote it.
  expect(findTarget({ emergencyId, meaning: 'help' }, 'broadcast')).toBe(`/emergencies/${emergencyId}`)
})

it('opens documents and hazards in the zone of the alert, whichever zone is selected', () => {
  const id = personId
  expect(findTarget({ folderId: id }, 'document_upload')).toBe(`/documents?folder=${id}&zone=${zoneId}`)
  expect(findTarget({ folderId: id, documentId: id }, 'document_upload')).toBe(
    `/documents?folder=${id}&zone=${zoneId}&document=${id}`,
  )
  expect(findTarget({}, 'document_upload')).toBe(`/documents?zone=${zoneId}`)
  expect(findTarget({ hazardId: id }, 'hazard_alert')).toBe(`/hazards?hazard=${id}&zone=${zoneId}`)
})

it('opens the person who answered, or the broadcast if the alert belongs to no zone', () => {
  const answerTo = '0192f0c0-0000-7000-8000-000000000501'
  const metadata = { answerTo, personId, meaning: 'help' as const }
  expect(findTarget(metadata, 'broadcast')).toBe(
    `/broadcasts?broadcast=${answerTo}&person=${personId}&in=${zoneId}`,
  )
  expect(findTarget(metadata, 'broadcast', { zoneId: null })).toBe(`/broadcasts?broadcast=${answerTo}`)
})
