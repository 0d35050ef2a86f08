/** What other features may use of presence. */
export { InsideAllSummary } from './inside-all-summary.tsx'
export { InsideSummary } from './inside-summary.tsx'
export { LiveMap } from './live-map.tsx'
export { MapBeside, MapToggle } from './map-beside.tsx'
export { MyZonePresence } from './my-zone-presence.tsx'
export { PresencePanel } from './presence-panel.tsx'
export { useZoneRights } from './use-zone-rights.ts'
export { ZoneCheck } from './zone-check.tsx'
