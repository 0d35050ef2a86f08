import { expect, it } from 'vitest'
import { alertTarget } from './alert-look.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const personId = '0192f0c0-0000-7000-8000-0000000000a1'
const about = (
  metadata: Parameters<typeof alertTarget>[0]['metadata'],
  type: Parameters<typeof alertTarget>[0]['type'] = 'system',
) =>
  alertTarget({
    id: personId,
    type,
    title: '',
    description: '',
    isRead: false,
    createdAt: '2026-11-25T09:00:00.000Z',
    ...{ zoneId, metadata },
  })

it('an alert about attendance leads to that day in its zone: of the person for who looks after it, else of one’s own', () => {
  const day = '2026-11-20'
  expect(about({ day })).toBe(`/reports?from=2026-11-20&to=2026-11-20&zone=${zoneId}`)
  expect(about({ day, personId })).toBe(
    `/reports?from=2026-11-20&to=2026-11-20&zone=${zoneId}&person=${personId}`,
  )
  expect(about({})).toBeUndefined()
})

it('an alert about a document or a hazard leads into its zone, whichever is selected', () => {
  const id = personId
  expect(about({ folderId: id }, 'document_upload')).toBe(`/documents?folder=${id}&zone=${zoneId}`)
  expect(about({}, 'document_upload')).toBe(`/documents?zone=${zoneId}`)
  expect(about({ hazardId: id }, 'hazard_alert')).toBe(`/hazards?hazard=${id}&zone=${zoneId}`)
})
