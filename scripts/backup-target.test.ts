import { expect, test } from 'vitest'
import { refuseTargetInside } from './lib/backup-target.ts'

test.each([
  '/srv/muster/backups/today',
  '/srv/muster/backups/2026/today',
  '/srv/copies',
  '/srv/muster-copy',
  '/',
])('a backup may go to %s', target => expect(() => refuseTargetInside('/srv/muster', target)).not.toThrow())

test.each(['/srv/muster/x', '/srv/muster', '/srv/muster/files/x', '/srv/muster/backups', '/srv/muster/..x'])(
  'a backup may not go to %s',
  target => expect(() => refuseTargetInside('/srv/muster', target)).toThrow('inside the data folder'),
)
