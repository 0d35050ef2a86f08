import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { storeSharedFiles } from '../../offline/shared-files.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

it('shows where its content was shared from, and sends nothing automatically', async () => {
  await storeSharedFiles([], 'Fire in hall two', 'evil.example')
  const calls: string[] = []
  fakeServer(createServerHandlers('app_user', [enteredZone]), name => calls.push(name))
  signIn()
  renderApp('/hazards?report=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  expect(await dialog.findByText('Shared from evil.example: check before you send')).toBeTruthy()
  expect(dialog.getByLabelText(/^Description/)).toHaveProperty('value', 'Fire in hall two')
  expect(calls).not.toContain('hazards/report')
})

it('requires a sign-in after the session has ended', async () => {
  const user = userEvent.setup()
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    'hazards/report': () => refusal(401, 'UNAUTHORIZED', 'User not authenticated'),
  })
  signIn()
  renderApp('/hazards?report=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  await user.type(dialog.getByLabelText(/^Title/), 'Fire')
  await user.type(dialog.getByLabelText(/^Description/), 'In hall two')
  await user.click(dialog.getByRole('button', { name: 'Report Notification' }))
  expect(await screen.findByText('You must be logged in to report notifications')).toBeTruthy()
})
