import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

type State = { broken: boolean }

function Page({ state }: { state: State }) {
  if (state.broken) throw new Error('broken page')
  return <p>The page</p>
}

function setup() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const state: State = { broken: true }
  const onGoHome = vi.fn()
  renderUi(
    <ErrorBoundary onGoHome={onGoHome}>
      <Page state={state} />
    </ErrorBoundary>,
  )
  return { state, onGoHome, user: userEvent.setup() }
}

it('shows the generic error screen when a page crashes', () => {
  setup()
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByText("We're sorry, but something unexpected happened.")).toBeTruthy()
  expect(screen.queryByText(/broken page/)).toBeNull()
})

it('Try Again clears the error', async () => {
  const { state, user } = setup()
  state.broken = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(screen.getByText('The page')).toBeTruthy()
})

it('Go Home opens the root path', async () => {
  const { state, user, onGoHome } = setup()
  state.broken = false
  await user.click(screen.getByRole('button', { name: 'Go Home' }))
  expect(onGoHome).toHaveBeenCalledOnce()
})

it('a crash beside the pages leaves them intact', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  renderUi(
    <>
      <p>A page</p>
      <ErrorBoundary silent>
        <Page state={{ broken: true }} />
      </ErrorBoundary>
    </>,
  )
  expect(screen.getByText('A page')).toBeTruthy()
  expect(screen.queryByText('Something went wrong')).toBeNull()
})
