import { expect, it } from 'vitest'
import { alertTarget } from './alert-look.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const personId = '0192f0c0-0000-7000-8000-0000000000a1'
const about = (metadata: Parameters<typeof alertTarget>[0]['metadata']) =>
  alertTarget({
    id: personId,
    type: 'system',
    title: '',
    description: '',
    isRead: false,
    createdAt: '2026-11-25T09:00:00.000Z',
    ...{ zoneId, metadata },
  })

it('an alert about attendance leads to that day: of the person for who looks after it, else of one’s own', () => {
  const day = '2026-11-20'
  expect(about({ day })).toBe('/reports?from=2026-11-20&to=2026-11-20')
  expect(about({ day, personId })).toBe(
    `/reports?from=2026-11-20&to=2026-11-20&zone=${zoneId}&person=${personId}`,
  )
  expect(about({})).toBeUndefined()
})
