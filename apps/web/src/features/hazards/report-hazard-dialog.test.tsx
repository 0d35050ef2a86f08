import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { storeSharedFiles } from '../../offline/shared-files.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

it('shows where its content was shared from, and sends nothing automatically', async () => {
  await storeSharedFiles([], 'Fire in hall two', 'evil.example')
  const calls: string[] = []
  fakeServer(createServerHandlers('app_user', [enteredZone]), name => calls.push(name))
  signIn()
  renderPage('/hazards?report=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  expect(await dialog.findByText('Shared from evil.example: check before you send')).toBeTruthy()
  expect(dialog.getByLabelText(/^Description/)).toHaveProperty('value', 'Fire in hall two')
  expect(calls).not.toContain('hazards/report')
})

it('adds shared text below the description of a restored draft', async () => {
  const draft = openDraft(`report-hazard-${enteredZone.id}`, aProfile().id)
  draft.save({ description: 'Smoke at the gate' })
  await storeSharedFiles([], 'Fire in hall two')
  fakeServer(createServerHandlers('app_user', [enteredZone]))
  signIn()
  renderPage('/hazards?report=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  expect(await dialog.findByText('Shared from another app or site: check before you send')).toBeTruthy()
  expect(dialog.getByLabelText(/^Description/)).toHaveProperty(
    'value',
    'Smoke at the gate\n\nFire in hall two',
  )
})

it('requires a sign-in after the session has ended', async () => {
  const user = userEvent.setup()
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    'hazards/report': () => refusal(401, 'UNAUTHORIZED', 'User not authenticated'),
  })
  signIn()
  renderPage('/hazards?report=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  await user.type(dialog.getByLabelText(/^Title/), 'Fire')
  await user.type(dialog.getByLabelText(/^Description/), 'In hall two')
  await user.click(dialog.getByRole('button', { name: 'Report Notification' }))
  expect(await screen.findByText('You must be logged in to report notifications')).toBeTruthy()
})

it('a half-written report and its photo return as a draft, until they are discarded', async () => {
  const user = userEvent.setup()
  fakeServer(createServerHandlers('app_user', [enteredZone]))
  signIn()
  const photo = new File(['photo'], 'rail.png', { type: 'image/png' })
  const openReport = async () => {
    const { unmount } = renderPage('/hazards?report=1')
    return { unmount, dialog: within(await screen.findByRole('dialog', { name: 'Report Notification' })) }
  }
  const first = await openReport()
  await user.type(first.dialog.getByLabelText(/^Title/), 'Loose rail')
  await user.upload(first.dialog.getByTestId('file-input'), photo)
  expect(await first.dialog.findByText('rail.png')).toBeTruthy()
  first.unmount()
  const second = await openReport()
  expect(await second.dialog.findByText('rail.png')).toBeTruthy()
  expect(second.dialog.getByText('Draft restored')).toBeTruthy()
  expect(second.dialog.getByLabelText(/^Title/)).toHaveProperty('value', 'Loose rail')
  await user.click(second.dialog.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(second.dialog.queryByText('rail.png')).toBeNull())
  second.unmount()
  const third = await openReport()
  expect(third.dialog.getByLabelText(/^Title/)).toHaveProperty('value', '')
  expect(third.dialog.queryByText('Draft restored')).toBeNull()
})
