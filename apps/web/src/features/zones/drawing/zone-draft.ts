import type { RectangleForm } from '@muster/domain/zone-form.ts'
import { type NewZonePlace, noPlace } from '../../organisations/public.ts'

export type ZoneDraft = Omit<RectangleForm, 'maxCapacity'> &
  NewZonePlace & {
    /** The id of this request, stored with the draft so that a retry after a lost response does not create a second zone. */
    requestId: string
    boundary: 'rectangle' | 'circle'
    description: string
    maxCapacity: number | string
  }

export function emptyDraft(requestId: string): ZoneDraft {
  return {
    requestId,
    boundary: 'rectangle',
    name: '',
    description: '',
    maxCapacity: '',
    startLat: '',
    startLng: '',
    endLat: '',
    endLng: '',
    ...noPlace,
  }
}
