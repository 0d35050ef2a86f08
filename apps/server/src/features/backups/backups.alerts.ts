import { msg } from '@lingui/core/runtime-macro'
import type { Alert } from '../../live/write.ts'
import { superAdmins } from './backups.queries.ts'

const createAlert = (content: Pick<Alert, 'title' | 'text' | 'source'>): Alert => ({
  type: 'system',
  zoneId: null,
  to: superAdmins,
  about: {},
  ...content,
})

/** Creates the alert about a failed backup. `day` is part of the source, so that there is one alert a day, of either kind. */
export const backupFailed = (day: string, problem: string): Alert =>
  createAlert({
    title: msg`The backup failed`,
    text: msg`${{ problem }} The page Backups shows the backups that there are.`,
    source: `backup:${day}`,
  })

export const backupStale = (day: string): Alert =>
  createAlert({
    title: msg`There is no recent backup`,
    text: msg`The last good backup is more than 26 hours old. The page Backups shows why.`,
    source: `backup:${day}`,
  })

export const checkFailed = (runId: string, problem: string): Alert =>
  createAlert({
    title: msg`The check of the backup failed`,
    text: msg`${{ problem }} Make a new backup on the page Backups, and check it.`,
    source: `backup-check:${runId}`,
  })
