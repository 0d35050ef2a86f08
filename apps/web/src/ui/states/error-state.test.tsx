import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorState } from './error-state.tsx'

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

it('shows no reference for a server that does not respond', () => {
  show(new TypeError('Failed to fetch'))
  expect(screen.getByRole('alert').textContent).toContain('Check your connection')
  expect(screen.getByRole('alert').textContent).not.toContain('Reference')
})
