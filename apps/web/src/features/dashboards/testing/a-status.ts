import type { SystemStatus } from '@muster/contract/dashboards.ts'

/** Creates the status of a healthy installation. */
export function aStatus(changes: Partial<SystemStatus> = {}): SystemStatus {
  const at = '2026-11-20T09:00:00.000Z'
  return {
    at,
    version: '0.2.0',
    database: { health: 'good', answerMs: 3, stores: true },
    jobs: { health: 'good', figures: { waitingMs: 0, failing: 0, lastDoneAt: at } },
    storage: { health: 'good', figures: { freeBytes: 12.4e9, totalBytes: 40e9, writable: true } },
    mail: {
      health: 'good',
      setUp: true,
      problem: null,
      figures: { waiting: 0, failing: 0, givenUp: 0, lastFailedAt: null },
    },
    feed: { health: 'good', behindMs: 320 },
    connections: { health: 'good', screens: { open: 2, most: 20_000 }, database: { open: 12, most: 100 } },
    backups: {
      health: 'good',
      figures: {
        lastAt: at,
        storedBytes: 48.2e6,
        encrypted: true,
        nextAt: at,
        stale: false,
        problem: null,
        place: '/mnt/backups',
        sameDisk: false,
        lastCheck: null,
      },
    },
    proxy: { health: 'good', misfits: [] },
    ...changes,
  }
}
