import type { RectangleForm } from '@muster/domain/zone-form.ts'
import { draftOf } from '../../../lib/drafts/draft-store.ts'
import { type NewZonePlace, noPlace } from '../../organisations/public.ts'

export type ZoneDraft = Omit<RectangleForm, 'maxCapacity'> &
  NewZonePlace & {
    /** Names this request: kept with the draft, so that sending again after a lost answer makes no second zone. */
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

export const zoneDraftOf = (userId: string) => draftOf<ZoneDraft>('zone', userId)
