import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { SpanFilter } from './days-filter.tsx'

const today = '2026-11-07'

function ControlledFilter() {
  const [span, setSpan] = useState({ from: '2026-11-01', to: today })
  return <SpanFilter span={span} today={today} onChange={setSpan} />
}

it('the chosen name stays selected even if another name means the same days', async () => {
  const user = userEvent.setup()
  renderUi(<ControlledFilter />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Days' })
  expect(field.value).toBe('Last 7 days')
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: 'This month' }))
  expect(field.value).toBe('This month')
})
