import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { ReportChart } from './report-chart.tsx'
import { aReport } from './testing/a-report.ts'

let loadCount = 0
vi.mock('./chart-bars.tsx', () => ({
  get ChartBars() {
    loadCount += 1
    if (loadCount === 1) throw new Error('Failed to fetch')
    return () => 'Bars'
  },
}))

it('a chart that fails to load says so, keeps its figures, and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [chart] = aReport().charts
  if (!chart) throw new Error('A report has a chart')
  renderUi(<ReportChart chart={chart} barsLabel="Day" chosen={undefined} onChoose={() => undefined} />)
  expect(await screen.findByText('The chart couldn’t be loaded')).toBeTruthy()
  expect(screen.getByText('Figures for this chart')).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Bars')).toBeTruthy()
  expect(screen.queryByText('The chart couldn’t be loaded')).toBeNull()
})
