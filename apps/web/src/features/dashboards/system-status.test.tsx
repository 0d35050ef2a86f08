import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { renderUi } from '../../testing/render.tsx'
import { SystemStatus } from './system-status.tsx'

afterEach(() => connectionStore.set('idle'))
const words = () => screen.getByRole('region', { name: 'System Status' }).textContent ?? ''

it('says what is specified while the server is heard of, and that it is not known otherwise', () => {
  vi.useFakeTimers()
  renderUi(<SystemStatus />)
  expect(words()).toMatch(/Server.*Not known.*Database.*Not known.*Live feed.*Not known/)
  act(() => connectionStore.set('live'))
  expect(words()).toContain('ServerOnlineDatabaseActiveLive feedOperational')
  act(() => connectionStore.set('connecting'))
  expect(words()).toContain('Operational')
  act(() => vi.advanceTimersByTime(3_000))
  expect(words()).not.toMatch(/Online|Active|Operational/)
  expect(words()).toMatch(/Not known, last seen \d\d:\d\d/)
})
