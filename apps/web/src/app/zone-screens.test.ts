import { expect, it } from 'vitest'
import { failureNoticeMs } from './zone-screens.ts'

it.each([
  ['/zones', 5_000],
  ['/zones/0199-1', 5_000],
  ['/zone-app-users', 5_000],
  ['/my-zones', 5_000],
  ['/settings', 1_000_000],
  ['/zones-of-another-kind', 1_000_000],
])('on %s a failure stays %d ms', (path, ms) => expect(failureNoticeMs(path)).toBe(ms))
