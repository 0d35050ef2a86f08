import type { HazardSeverity } from '@muster/domain/hazard.ts'

/** What a report says. */
export type ReportForm = {
  title: string
  description: string
  severity: HazardSeverity
  position: { lat: number; lng: number; accuracyMeters: number | null } | null
}
