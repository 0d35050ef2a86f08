import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ListState } from '../../lib/use-pages.ts'
import { renderUi } from '../../testing/render.tsx'
import { List } from './list.tsx'

const retry = vi.fn()
const clear = vi.fn()
const loadedList: ListState<string> = {
  rows: [],
  failed: false,
  retry,
  retrying: false,
  staleSince: undefined,
  complete: true,
}
const placeholderQuery = {
  isPlaceholderData: true,
  isFetchNextPageError: false,
  isFetchingNextPage: false,
} as const
const fetchNextPage = vi.fn()

const renderList = (changes: Partial<ListState<string>>, isFiltered = false) =>
  renderUi(
    <List
      list={{ ...loadedList, ...changes }}
      failure="Failed to load zones"
      forbidden={{ FORBIDDEN: 'You may not see zones' }}
      empty={<p>No zones yet</p>}
      filters={{ isSet: isFiltered, clear }}
      emptyTexts={['No zones match']}
      getKey={row => row}
      estimate={40}
      label="Zones"
    >
      {row => <span>{row}</span>}
    </List>,
  )
const stateTexts = [
  'Loading…',
  'Failed to load zones',
  'You may not see zones',
  'No zones yet',
  'No zones match',
]
const visibleTexts = () => stateTexts.filter(text => screen.queryByText(text))

it.each([
  ['loading', { rows: undefined }, false, ['Loading…']],
  ['failed', { rows: undefined, failed: true }, false, ['Failed to load zones']],
  [
    'refused',
    { rows: undefined, failed: true, error: new ORPCError('FORBIDDEN', { defined: true }) },
    false,
    ['You may not see zones'],
  ],
  ['empty', {}, false, ['No zones yet']],
  ['nothing found', {}, true, ['No zones match']],
  [
    'nothing found before, and asked anew',
    { query: { ...placeholderQuery, fetchNextPage } },
    false,
    ['Loading…'],
  ],
])('shows the state %s of a list, and nothing else', (_, changes, isFiltered, expected) => {
  renderList(changes, isFiltered)
  expect(visibleTexts()).toEqual(expected)
  expect(screen.queryByRole('list')).toBeNull()
})

it('shows its rows and, after a failed refetch, greys them out with their age', async () => {
  const { unmount } = renderList({ rows: ['North yard'] })
  expect(screen.getByRole('list', { name: 'Zones' }).textContent).toBe('North yard')
  expect(screen.getByText('North yard').closest('[data-stale]')).toBeNull()
  expect(visibleTexts()).toEqual([])
  unmount()
  renderList({ rows: ['North yard'], failed: true, staleSince: new Date(Date.now() - 60_000).toISOString() })
  expect(screen.getByRole('alert').textContent).toContain('The data below is from 1 min ago')
  expect(screen.getByText('North yard').closest('[data-stale]')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('offers to clear the filters if they exclude everything', async () => {
  renderList({}, true)
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(clear).toHaveBeenCalledOnce()
})
