import { eraseReadings } from '../features/security/erase-readings.ts'
import type { ClockJob, JobDeps } from './daily-jobs.ts'

/** What the clock does every minute: what must not wait for the night and does not belong into a request. */
export function minuteJobs({ db, log }: Pick<JobDeps, 'db' | 'log'>): readonly ClockJob[] {
  return [
    {
      name: 'removed-readings',
      cron: '* * * * *',
      async run(signal) {
        const readings = await eraseReadings(db, signal)
        if (readings > 0) log.info({ readings }, 'Erased the readings of deleted accounts and zones')
      },
    },
  ]
}
