import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { Loaded } from './loaded.tsx'

type Query = Parameters<typeof Loaded<string[]>>[0] extends infer Props
  ? Extract<Props, { query: unknown }>['query']
  : never

const refetch = vi.fn()
const pending: Query = {
  ...{ data: undefined, isError: false, error: null, refetch, isFetching: false, dataUpdatedAt: 0 },
}

const show = (query: Query, props: { quiet?: boolean; inLine?: boolean } = {}) =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <Loaded query={query} failure="Failed to load zones" skeleton={2} {...props}>
        {names => names.join(', ')}
      </Loaded>
    </QueryClientProvider>,
  )

it('shows a skeleton, then what was read', () => {
  const { unmount } = show(pending)
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  unmount()
  show({ ...pending, data: ['North', 'South'] })
  expect(screen.getByText('North, South')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

it.each([{ inLine: false }, { inLine: true }])('a failure can be retried ($inLine)', async props => {
  refetch.mockClear()
  show({ ...pending, isError: true, error: new Error('lost') }, props)
  expect(screen.getByRole('alert').textContent).toContain('Failed to load zones')
  expect(screen.queryByRole('status')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('data that could not be fetched again stays with its age, or without a word where somebody fills it in', () => {
  const stale = {
    ...pending,
    data: ['North'],
    isError: true,
    error: new Error('lost'),
    dataUpdatedAt: Date.now(),
  }
  const { unmount } = show(stale)
  expect(screen.getByText('North').closest('[data-stale]')).not.toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('The data below is from')
  unmount()
  show(stale, { quiet: true })
  expect(screen.getByText('North').closest('[data-stale]')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a refusal with a reason of its own is shown instead of the failure', () => {
  const error = new Error('gone')
  const refused = (it: unknown) => it === error && <p>No such zone</p>
  renderUi(
    <Loaded query={{ ...pending, isError: true, error }} failure="Failed" skeleton={1} refused={refused} />,
  )
  expect(screen.getByText('No such zone')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
