import type { RectangleForm } from '@muster/domain/zone-form.ts'

export type ZoneDraft = Omit<RectangleForm, 'maxCapacity'> & {
  /** The key of the zone to be: kept with the draft, so that sending again after a lost answer makes no second zone. */
  id: string
  boundary: 'rectangle' | 'circle'
  description: string
  maxCapacity: number | string
}

const prefix = 'muster.zone-draft.'

export function emptyDraft(id: string): ZoneDraft {
  return {
    id,
    boundary: 'rectangle',
    name: '',
    description: '',
    maxCapacity: '',
    startLat: '',
    startLng: '',
    endLat: '',
    endLng: '',
  }
}

/** What this user typed and did not send yet, in this tab. A reload loses nothing; the next user sees nothing of it. */
export function zoneDraftOf(userId: string) {
  const key = prefix + userId
  return {
    load(newId: () => string): ZoneDraft {
      const empty = emptyDraft(newId())
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        return typeof kept === 'object' && kept !== null ? { ...empty, ...kept } : empty
      } catch {
        return empty
      }
    },
    keep(draft: ZoneDraft) {
      sessionStorage.setItem(key, JSON.stringify(draft))
    },
    forget() {
      sessionStorage.removeItem(key)
    },
  }
}
