import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noticeStore } from '../toast/notify.ts'
import { notifyReadFailure } from '../toast/notify-failure.ts'
import { ErrorState } from './error-state.tsx'
import { FailedLine } from './failed-line.tsx'

const show = (error: unknown) =>
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <ErrorState title="Failed to load zones" error={error} onRetry={() => undefined} />
      </MantineProvider>
    </I18nProvider>,
  )

it('shows the reference of an unexpected error to give to the administrator', () => {
  show(new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, data: { requestId: '7KQM-3FXD' } }))
  expect(screen.getByRole('alert').textContent).toContain('Reference 7KQM-3FXD')
})

it('shows the server’s own text, with the reference once', () => {
  const error = new ORPCError('SERVICE_UNAVAILABLE', {
    status: 503,
    defined: true,
    message: 'The service isn’t available right now. Try again.',
    data: { requestId: '7KQM-3FXD' },
  })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <ErrorState title="Failed to load zones" error={error} onRetry={() => undefined} />
      </MantineProvider>
    </I18nProvider>,
  )
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('The service isn’t available right now. Try again.')
  expect(textContent?.match(/Reference/g)).toHaveLength(1)
})

it('shows it in a card’s line, and in the toast of a read that is out of sight', async () => {
  const error = new ORPCError('SERVICE_UNAVAILABLE', {
    status: 503,
    defined: true,
    data: { requestId: '7KQM-3FXD' },
  })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <FailedLine
          text="Failed to load objections"
          error={error}
          onRetry={() => undefined}
          retrying={false}
        />
      </MantineProvider>
    </I18nProvider>,
  )
  expect(screen.getByRole('alert').textContent).toContain('Failed to load objections (Reference 7KQM-3FXD)')
  notifyReadFailure(['Failed to load users'], error)
  await waitFor(() =>
    expect(noticeStore.get()).toMatchObject({ title: 'Failed to load users', text: 'Reference 7KQM-3FXD' }),
  )
})

it('shows no reference for a server that does not respond', () => {
  show(new TypeError('Failed to fetch'))
  expect(screen.getByRole('alert').textContent).toContain('Check your connection')
  expect(screen.getByRole('alert').textContent).not.toContain('Reference')
})
