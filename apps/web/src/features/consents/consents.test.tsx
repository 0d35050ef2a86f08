import { i18n } from '@lingui/core'
import type { Consent } from '@muster/contract/consents.ts'
import { consentLines, consentVersion } from '@muster/domain/consent.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { stubDevice } from '../../testing/device.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createInsideHandlers } from '../../testing/inside.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const givenConsent: Consent = {
  decision: 'given',
  version: consentVersion,
  retentionDays: 30,
  decidedAt: '2026-11-20T09:00:00.000000Z',
}
const withdrawnConsent: Consent = {
  ...givenConsent,
  decision: 'withdrawn',
  decidedAt: '2026-11-20T10:00:00.000000Z',
}
const answerConsent = (consent: Consent | null) => answer({ consent, retentionDays: 30 })

async function openSettings(handlers: Handlers) {
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers('app_user', []),
      'auth/devices': () => answer({ rows: [], next: null }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderApp('/settings/position')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  const listInputs = (name: string) => inputs.filter(([called]) => called === name).map(([, input]) => input)
  return { user: userEvent.setup(), of: listInputs }
}

it('Settings shows the consent and the retention days, explains a withdrawal, and lets the person give consent again', async () => {
  const { user, of } = await openSettings({
    'consents/mine': () => answerConsent(givenConsent),
    'consents/withdraw': () => answerConsent(withdrawnConsent),
    'consents/give': () => answerConsent({ ...givenConsent, decidedAt: '2026-11-20T11:00:00.000000Z' }),
  })
  const card = within(await screen.findByRole('region', { name: 'Location consent' }))
  expect(await card.findByText('Given')).toBeTruthy()
  expect(card.getAllByRole('listitem').map(it => it.textContent)).toEqual(
    consentLines(30).map(line => i18n._(line)),
  )
  await user.click(card.getByRole('button', { name: 'Withdraw consent' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    dialog.getByText(/location apps will no longer be accepted, and you’ll stop sharing your position/),
  ).toBeTruthy()
  expect(of('consents/withdraw')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Withdraw consent' }))
  expect(await card.findByText('Withdrawn')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Give consent again' }))
  expect(await card.findByText('Given')).toBeTruthy()
  expect(of('consents/give')).toEqual([{ version: consentVersion, at: 'settings' }])
})

it('a person who was never asked is asked beside the page, and not again once they have answered', async () => {
  const me = createServerHandlers('app_user')['auth/me']()
  let consent: 'unasked' | 'given' = 'unasked'
  let serverWorks = false
  const { user, of } = await openSettings({
    'auth/me': () => answer({ ...me.body.json, consent }),
    'consents/mine': () => answerConsent(null),
    'consents/give': () => {
      if (!serverWorks)
        return refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment, then try again.')
      consent = 'given'
      return answerConsent(givenConsent)
    },
  })
  const bar = within(await screen.findByRole('region', { name: 'Question about location consent' }))
  expect(bar.getByText(/deleted after 90 days/)).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'I agree' }))
  expect(await screen.findByText('Too many attempts. Wait a moment, then try again.')).toBeTruthy()
  serverWorks = true
  await user.click(bar.getByRole('button', { name: 'I agree' }))
  expect(await screen.findByText('You agreed to location tracking')).toBeTruthy()
  expect(of('consents/give')).toEqual(Array(2).fill({ version: consentVersion, at: 'sign_in' }))
  expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull()
})

const zone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

/** Renders a page for a person who has not been asked yet, on a device that reports a position. */
function openUnasked(path: string, handlers: Handlers) {
  const device = stubDevice()
  const server = createServerHandlers('app_user', [zone])
  const me = server['auth/me']().body.json
  const inputs: string[] = []
  let consent: 'unasked' | 'given' | 'withdrawn' = 'unasked'
  fakeServer(
    {
      ...server,
      'auth/me': () => answer({ ...me, consent }),
      'auth/devices': () => answer({ rows: [], next: null }),
      'presence/mine': () => answer({ zones: [] }),
      'consents/mine': () => answerConsent(null),
      'consents/give': () => {
        consent = 'given'
        return answerConsent(givenConsent)
      },
      'consents/withdraw': () => {
        consent = 'withdrawn'
        return answerConsent(withdrawnConsent)
      },
      ...handlers,
    },
    name => inputs.push(name),
  )
  signIn()
  renderApp(path)
  return { user: userEvent.setup(), device, of: (name: string) => inputs.filter(it => it === name).length }
}
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

it('the first check asks the person, and asks the device only after they have agreed', async () => {
  const { user, device, of } = openUnasked('/my-zones', {
    'presence/checkUserInZone': ({ id, capturedAt }) =>
      answer({
        checkId: id,
        zoneId: zone.id,
        zoneName: zone.name,
        verdict: 'inside',
        inside: true,
        distanceToCenterM: 42,
        distanceToEdgeM: 120,
        certainty: 'certain',
        presence: 'inside',
        change: 'entered',
        capturedAt,
        receivedAt: capturedAt,
      }),
  })
  const checkButton = (await screen.findAllByRole('button', { name: /^Check (Position|Location)/ }))[0]
  await user.click(checkButton as HTMLElement)
  let dialog = await findDialog('Before we record your location')
  expect(dialog.getAllByRole('listitem').map(it => it.textContent)).toEqual(
    consentLines(90).map(line => i18n._(line)),
  )
  // Closed without an answer: no position is taken, and the question is asked again.
  await user.keyboard('{Escape}')
  await user.click(checkButton as HTMLElement)
  dialog = await findDialog('Before we record your location')
  expect([device.optionsPerCall, of('presence/checkUserInZone'), of('consents/give')]).toEqual([[], 0, 0])
  await user.click(dialog.getByRole('button', { name: 'I agree' }))
  await vi.waitFor(() => expect(of('presence/checkUserInZone')).toBe(1), 15_000)
  expect([device.optionsPerCall.length, of('consents/give')]).toEqual([1, 1])
})

it('a person who declines at the first check is not located', async () => {
  const { user, device, of } = openUnasked('/my-zones', {})
  const checkButton = (await screen.findAllByRole('button', { name: /^Check (Position|Location)/ }))[0]
  await user.click(checkButton as HTMLElement)
  const dialog = await findDialog('Before we record your location')
  await user.click(dialog.getByRole('button', { name: 'I don’t agree' }))
  expect(await screen.findByText('Your position isn’t recorded')).toBeTruthy()
  expect([device.optionsPerCall, of('presence/checkUserInZone'), of('consents/withdraw')]).toEqual([[], 0, 1])
})

it('a location app is set up only after consent, in the same dialog', async () => {
  const { user, of } = openUnasked('/settings/position', { 'trackers/list': () => answer({ trackers: [] }) })
  await user.click(await screen.findByRole('button', { name: 'Add location app' }))
  const dialog = await findDialog('Add location app')
  expect(dialog.queryByLabelText(/Name/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'I agree' }))
  expect(await dialog.findByLabelText(/Name/)).toBeTruthy()
  expect(of('consents/give')).toBe(1)
})

describe('the dashboard after consent has been withdrawn', () => {
  const openHome = (role: 'app_user' | 'client_admin' | 'zone_manager_ro') => {
    const zones = [{ ...zone, myRole: role }]
    const server = createServerHandlers(role, zones)
    const me = server['auth/me']().body.json
    const calledNames: string[] = []
    let consent: 'withdrawn' | 'given' = 'withdrawn'
    fakeServer(
      {
        ...server,
        'auth/me': () => answer({ ...me, consent }),
        'presence/mine': () => answer({ zones: [] }),
        'consents/give': () => {
          consent = 'given'
          return answerConsent(givenConsent)
        },
        ...createInsideHandlers({ zoneId: zone.id, maxCapacity: 50 }, []),
      },
      name => calledNames.push(name),
    )
    signIn()
    renderApp('/dashboard')
    return { user: userEvent.setup(), called: calledNames }
  }

  it.each(['app_user', 'client_admin'] as const)('tells %s, who can give it again', async role => {
    const { user, called } = openHome(role)
    const card = within(await screen.findByRole('region', { name: 'Your position isn’t recorded' }))
    await user.click(card.getByRole('button', { name: 'Give consent again' }))
    let dialog = await findDialog('Before we record your location')
    expect(dialog.getAllByRole('listitem').map(it => it.textContent)).toEqual(
      consentLines(90).map(line => i18n._(line)),
    )
    await user.click(dialog.getByRole('button', { name: 'I don’t agree' }))
    expect(called).not.toContain('consents/withdraw')
    await user.click(card.getByRole('button', { name: 'Give consent again' }))
    dialog = await findDialog('Before we record your location')
    await user.click(dialog.getByRole('button', { name: 'I agree' }))
    expect(await screen.findByText('You agreed to location tracking')).toBeTruthy()
    expect(called).toContain('consents/give')
    expect(screen.queryByRole('region', { name: 'Your position isn’t recorded' })).toBeNull()
  })

  it('shows nothing to a role that does not check positions', async () => {
    openHome('zone_manager_ro')
    await screen.findByRole('heading', { name: /^Welcome/ })
    expect(screen.queryByText('Your position isn’t recorded')).toBeNull()
  })
})
