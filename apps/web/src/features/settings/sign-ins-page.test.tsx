import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

it('each attempt is shown with its device and result, and can be filtered by result', async () => {
  const inputs: unknown[] = []
  const attempt = {
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    result: 'failed' as const,
    reason: null,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    ipAddress: '192.0.2.8',
  }
  fakeServer(
    {
      ...createServerHandlers('app_user', []),
      'settings/signIns': () => answer({ rows: [attempt], next: null }),
    },
    (name, input) => inputs.push(name === 'settings/signIns' ? input : undefined),
  )
  signIn()
  renderPage('/sign-ins')
  expect(await screen.findByText('Firefox on Windows')).toBeTruthy()
  expect(within(screen.getByRole('article')).getByText('Wrong password')).toBeTruthy()
  expect(screen.getByText(/192\.0\.2\.8/)).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Result' }))
  await user.click(await screen.findByRole('option', { name: 'Wrong password' }))
  await expect.poll(() => inputs).toContainEqual(expect.objectContaining({ result: 'failed' }))
})
