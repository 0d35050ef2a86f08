import type { Document } from '@muster/contract/documents.ts'
import { aZone } from '../../../testing/people.ts'

/** A file in a zone that the person has to read. */
export const aDocument = (changes: Partial<Document> = {}): Document => ({
  id: '0192f0c0-0000-7000-8000-000000000702',
  zoneId: aZone().id,
  zoneName: aZone().name,
  folderId: null,
  title: 'Site rules',
  file: {
    id: '0192f0c0-0000-7000-8000-000000000703',
    name: 'rules.pdf',
    kind: 'pdf',
    size: 120_000,
    url: '/files/documents/1-rules.pdf',
    thumbnailUrl: null,
  },
  version: 1,
  uploadedBy: 'Mia Test',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  deletedAt: null,
  reading: { group: null, mine: 'asked', progress: null },
  review: null,
  ...changes,
})
