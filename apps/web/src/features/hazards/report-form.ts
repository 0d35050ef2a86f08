import type { HazardSeverity } from '@muster/domain/hazard.ts'

/** The content of a hazard report. */
export type ReportForm = {
  title: string
  description: string
  severity: HazardSeverity
  position: { lat: number; lng: number; accuracyMeters: number | null } | null
}
