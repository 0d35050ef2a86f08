import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { Stale } from '../live/stale-context.ts'
import { Page } from './page.tsx'

const page = (stale: boolean) => (
  <Stale value={stale}>
    <Page title="Users" count={23} countLabel="users">
      <p>Ana</p>
    </Page>
  </Stale>
)
const words = () => screen.getByText('23').getAttribute('aria-label')

it('the count beside the title goes stale together with the page', () => {
  const { rerender } = renderUi(page(false))
  expect(words()).toBe('23 users')
  rerender(page(true))
  expect(words()).toBe('23 users, not live')
  expect(screen.getByText('23').hasAttribute('data-stale')).toBe(true)
})
