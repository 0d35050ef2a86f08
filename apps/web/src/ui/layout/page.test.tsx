import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { StaleContext } from '../live/stale-context.ts'
import { Page } from './page.tsx'

const renderPage = (stale: boolean) => (
  <StaleContext value={stale}>
    <Page title="Users" count={23} countLabel="users">
      <p>Ana</p>
    </Page>
  </StaleContext>
)
const readCountLabel = () => screen.getByText('23').getAttribute('aria-label')

it('the count beside the title goes stale together with the page', () => {
  const { rerender } = renderUi(renderPage(false))
  expect(readCountLabel()).toBe('23 users')
  rerender(renderPage(true))
  expect(readCountLabel()).toBe('23 users, not live')
  expect(screen.getByText('23').hasAttribute('data-stale')).toBe(true)
})
