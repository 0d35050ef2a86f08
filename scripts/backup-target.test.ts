import { expect, test } from 'vitest'
import { refuseTargetInside } from './lib/backup-target.ts'

test.each([
  '/srv/muster/backups/today',
  '/srv/muster/backups/2026/today',
  '/srv/copies',
  '/srv/muster-copy',
  '/',
])('the target %s is accepted for a backup', target => expect(() => refuseTargetInside('/srv/muster', target)).not.toThrow())

test.each(['/srv/muster/x', '/srv/muster', '/srv/muster/files/x', '/srv/muster/backups', '/srv/muster/..x'])(
  'the target %s is refused for a backup',
  target => expect(() => refuseTargetInside('/srv/muster', target)).toThrow('inside the data folder'),
)
