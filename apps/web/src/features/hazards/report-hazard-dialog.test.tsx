import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { outbox } from '../../offline/device-outbox.ts'
import { storeSharedFiles } from '../../offline/shared-files.ts'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
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

describe('with a position', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** Opens the form and asks for a position, which the device finds with the returned function. */
  async function openWithPosition(report: Handlers['hazards/report']) {
    const user = userEvent.setup()
    const find = Promise.withResolvers<GeolocationPosition>()
    vi.stubGlobal('navigator', {
      ...navigator,
      onLine: true,
      geolocation: {
        watchPosition: (onPosition: PositionCallback) => void find.promise.then(onPosition),
        clearWatch() {},
      },
    })
    const inputs: unknown[] = []
    fakeServer(
      { ...createServerHandlers('app_user', [enteredZone]), 'hazards/report': report },
      (name, input) => name === 'hazards/report' && inputs.push(input),
    )
    signIn()
    renderPage('/hazards?report=1')
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
    await user.type(dialog.getByLabelText(/^Title/), 'Fire')
    await user.click(dialog.getByRole('button', { name: 'Add my position' }))
    await user.click(dialog.getByRole('button', { name: 'Report Notification' }))
    const arrive = () =>
      find.resolve({
        coords: { latitude: 1.5, longitude: 1.5, accuracy: 8 },
        timestamp: Date.now(),
      } as GeolocationPosition)
    return { user, dialog, inputs, arrive }
  }

  it('waits for a position that is still being found', async () => {
    const { dialog, inputs, arrive } = await openWithPosition(() => answer({ hazardId: enteredZone.id }))
    expect(await dialog.findByRole('button', { name: 'Waiting for your position…' })).toBeTruthy()
    expect(inputs).toEqual([])
    arrive()
    expect(await screen.findByText('Notification reported successfully')).toBeTruthy()
    expect(inputs).toMatchObject([{ title: 'Fire', position: { lat: 1.5, lng: 1.5, accuracyMeters: 8 } }])
    expect(screen.queryByText('Without a position.')).toBeNull()
  })

  it('queues the report with its position while there is no network', async () => {
    const { dialog, arrive } = await openWithPosition(failNetwork)
    await dialog.findByRole('button', { name: 'Waiting for your position…' })
    arrive()
    expect(await screen.findByText('Waiting to send')).toBeTruthy()
    expect(outbox.get().at(-1)?.payload).toMatchObject({ position: { lat: 1.5, lng: 1.5 } })
  })

  it('says that it was sent without a position to somebody who did not wait', async () => {
    const { user, dialog, inputs } = await openWithPosition(() => answer({ hazardId: enteredZone.id }))
    await user.click(await dialog.findByRole('button', { name: 'Send without waiting' }))
    expect(await screen.findByText('Without a position.')).toBeTruthy()
    expect(inputs).toMatchObject([{ title: 'Fire', position: null }])
  })
})
