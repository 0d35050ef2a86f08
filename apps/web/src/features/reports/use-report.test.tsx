import { i18n } from '@lingui/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aReport, zoneId } from './testing/a-report.ts'
import { useReport } from './use-report.ts'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

it('never shows a report that was read in another language', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  fakeServer({ 'reports/zone': () => answer(aReport({ subject: i18n.locale })) })
  const params = { of: 'zone', zoneId, kind: 'attendance', from: '2026-11-18', to: '2026-11-20' } as const
  const showReport = () => renderHook(() => useReport(params), { wrapper })
  const english = showReport()
  await waitFor(() => expect(english.result.current.data?.document.subject).toBe('en'))
  english.unmount()
  i18n.loadAndActivate({ locale: 'ar', messages: {} })
  const arabic = showReport()
  expect(arabic.result.current.data).toBeUndefined()
  await waitFor(() => expect(arabic.result.current.data?.document.subject).toBe('ar'))
})
