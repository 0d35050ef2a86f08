import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { BaseProblem } from './base-problem.tsx'
import { useOutdatedPolicy } from './use-surface.ts'

const text = 'Google Maps couldn’t be loaded.'
const Problem = () => <BaseProblem text={text} isOutdated={useOutdatedPolicy()} onRetry={() => undefined} />

it('a map that was chosen after the page was opened, and is blocked by the page’s policy, offers a reload', () => {
  renderUi(<Problem />)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  act(() => void document.dispatchEvent(new Event('securitypolicyviolation')))
  expect(screen.getByText('The map was changed after this page was opened.')).toBeTruthy()
  expect(screen.getByText('The built-in map is shown instead.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})
