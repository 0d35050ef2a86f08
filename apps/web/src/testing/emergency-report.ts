import type { EmergencyReport } from '@muster/contract/emergencies.ts'

/** The report of an emergency in which nothing happened. */
export const anEmergencyReport = (overrides: Partial<EmergencyReport> = {}): EmergencyReport => ({
  states: { help: 0, missing: 0, elsewhere: 0, not_on_site: 0, safe: 0 },
  countsAsDrill: null,
  accountedMs: [],
  hows: [],
  timeline: [],
  longest: [],
  corrections: [],
  ...overrides,
})
