import type { Alert } from '@muster/contract/alerts.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'
import { notifyAlert } from './alerts.feature.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'
const memberAddedAlert: Alert = {
  id: '0192f0c0-0000-7000-8000-000000000801',
  type: 'zone_assignment',
  title: 'You were added to North yard',
  description: 'You can work in this zone once you’ve entered it.',
  zoneId: '0192f0c0-0000-7000-8000-000000000802',
  metadata: { membership: 'added' },
  isRead: false,
  createdAt: '2026-11-20T09:00:00.000Z',
}
function listShownNotices(alert: Alert) {
  const messageSpy = vi.spyOn(noticeLayer, 'message').mockReturnValue('')
  notifyAlert(new QueryClient(), { kind: 'alert.added', userId: me, alert }, me)
  return messageSpy.mock.calls.map(([title, options]) => [title, options?.durationMs])
}
afterEach(() => vi.restoreAllMocks())

it('shows for five seconds that the user was added to a zone', () => {
  expect(listShownNotices(memberAddedAlert)).toEqual([['You were added to North yard', 5_000]])
})

it('adds no toast for a removal or a new role, which have their own notices', () => {
  for (const membership of ['removed', 'role_changed'] as const)
    expect(listShownNotices({ ...memberAddedAlert, metadata: { membership } })).toEqual([])
})
