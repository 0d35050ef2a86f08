import type { VisitedPlace } from '@muster/contract/visitors.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setDeviceLanguage } from '../../lib/activate-language.ts'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

vi.mock(import('../../lib/activate-language.ts'), async importOriginal => ({
  ...(await importOriginal()),
  setDeviceLanguage: vi.fn(),
}))

const token = 'k'.repeat(32)
const now = '2026-11-27T09:41:00.000Z'

beforeEach(() => localStorage.setItem('muster.kiosk', JSON.stringify({ token, zoneName: 'North yard' })))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const aPlace = (changes: Partial<VisitedPlace> = {}): VisitedPlace => ({
  zoneName: 'North yard',
  notice: 'Wear a helmet.',
  noticeVersion: 3,
  emergencies: [],
  allClears: [],
  ...changes,
})
const anEmergency = (drill: boolean): VisitedPlace['emergencies'][number] => ({
  id: crypto.randomUUID(),
  zoneName: 'North yard',
  kind: 'evacuate',
  drill,
  message: 'Gas at dock 2',
  declaredAt: now,
  points: [{ id: '0192f0c0-0000-7000-8000-000000000a01', name: 'Gate 3', lat: 28.62, lng: 77.22 }],
})

function openKiosk(more: Handlers = {}) {
  const inputs: unknown[] = []
  fakeServer(
    {
      'visitors/place': () => answer(aPlace()),
      'visitors/expected': () => answer({ expected: null }),
      'visitors/hosts': () => answer({ hosts: [{ id: crypto.randomUUID(), name: 'Anna Berg' }] }),
      'visitors/signIn': () =>
        answer({ visitToken: null, zoneName: 'North yard', signedInAt: now, hostName: 'Anna Berg' }),
      ...more,
    },
    (name, input) => void (name === 'visitors/signIn' && inputs.push(input)),
  )
  return { app: renderApp('/kiosk'), inputs }
}
const type = (label: string, value: string) => {
  const field = screen.getByLabelText(new RegExp(`^${label}`))
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function openForm() {
  await screen.findByRole('heading', { name: 'Welcome' })
  press('Sign in')
  await screen.findByLabelText(/^Your name/)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a visitor signs in with four fields, one of which is a member chosen by name', async () => {
  const { inputs } = openKiosk()
  await openForm()
  type('Your name', 'Mia Test')
  type('Company', 'Acme')
  type('Phone', '+49 30 1234')
  type('Who are you visiting', 'Ann')
  fireEvent.click(await screen.findByRole('button', { name: 'Anna Berg' }))
  fireEvent.click(screen.getByRole('checkbox'))
  press('Sign in')
  expect(await screen.findByRole('heading', { name: 'You are signed in' })).toBeTruthy()
  expect(screen.getByText(/^Anna Berg has been notified/)).toBeTruthy()
  expect(inputs).toMatchObject([
    { door: 'kiosk', token, name: 'Mia Test', company: 'Acme', noticeVersion: 3, isExpected: false },
  ])
})

it('the form asks for nothing but the name of a visitor who is expected', async () => {
  const { inputs } = openKiosk({
    'visitors/expected': () => answer({ expected: { hostName: 'Anna Berg' } }),
  })
  await openForm()
  type('Your name', 'Mia Test')
  expect(await screen.findByText(/You are expected by/)).toBeTruthy()
  expect(screen.queryByLabelText(/^Company/)).toBeNull()
  fireEvent.click(screen.getByRole('checkbox'))
  press('Sign in')
  await waitFor(() => expect(inputs).toMatchObject([{ isExpected: true, hostId: null, company: '' }]))
})

it('nothing of the last visitor remains after 90 seconds, of which the last 20 warn, or when they go back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openKiosk()
  await openForm()
  type('Your name', 'Mia Test')
  type('Company', 'Acme')
  await pass(69_000)
  expect(screen.queryByText(/^Still there/)).toBeNull()
  await pass(2_000)
  expect(screen.getByText(/^Still there/)).toBeTruthy()
  await pass(18_000)
  expect(screen.getByDisplayValue('Mia Test')).toBeTruthy()
  await pass(2_000)
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
  expect(document.body.innerHTML).not.toContain('Mia')
  press('Sign in')
  expect((screen.getByLabelText(/^Your name/) as HTMLInputElement).value).toBe('')
  expect((screen.getByLabelText(/^Company/) as HTMLInputElement).value).toBe('')
  type('Your name', 'Mia Test')
  press('Back')
  press('Sign in')
  expect((screen.getByLabelText(/^Your name/) as HTMLInputElement).value).toBe('')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Mia')
})

it('a touch keeps the form, and the last page closes by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openKiosk()
  await openForm()
  type('Your name', 'Mia Test')
  await pass(75_000)
  fireEvent.pointerDown(document.body)
  expect(screen.queryByText(/^Still there/)).toBeNull()
  await pass(60_000)
  expect(screen.getByDisplayValue('Mia Test')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox'))
  press('Sign in')
  await screen.findByRole('heading', { name: 'You are signed in' })
  await pass(9_000)
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
})

it('a closed kiosk forgets its token and asks for a code', async () => {
  openKiosk({
    'visitors/place': () => refusal(410, 'VISIT_LINK_INVALID', 'This link is no longer valid.'),
    'visitors/startKiosk': () => answer({ token: 'n'.repeat(32), zoneName: 'North yard', name: 'Gate' }),
  })
  expect(await screen.findByText(/This kiosk was closed/)).toBeTruthy()
  expect(localStorage.getItem('muster.kiosk')).toBeNull()
})

it('signs out by the beginning of a name', async () => {
  const left: unknown[] = []
  openKiosk({
    'visitors/present': ({ search }) =>
      answer({
        visitors:
          search === 'mia'
            ? [{ id: crypto.randomUUID(), name: 'Mia T.', company: 'Acme', signedInAt: now }]
            : [],
      }),
    'visitors/leave': input => {
      left.push(input)
      return answer({ visitId: input.visitId })
    },
  })
  await screen.findByRole('heading', { name: 'Welcome' })
  press('Sign out')
  type('Your name', 'mia')
  fireEvent.click(await screen.findByRole('button', { name: /Mia T\.\s*Acme · here since/ }))
  press('Back')
  expect(left).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: /Mia T\./ }))
  press('Sign out')
  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
  expect(left).toHaveLength(1)
})

it('does not run while somebody is signed in on the tablet, until they have signed out', async () => {
  signIn()
  const { app } = openKiosk({
    ...createServerHandlers('zone_manager_rw'),
    'auth/signOut': () => answer({ signedOut: true as const }),
  })
  await screen.findByRole('heading', { name: 'Someone is signed in on this tablet' })
  expect(screen.queryByRole('heading', { name: 'Welcome' })).toBeNull()
  press('Sign Out')
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy()
  expect(app.path()).toBe('/kiosk')
})

describe('an emergency', () => {
  it('takes the place of everything else within seconds, is over with the all clear, and leaves no form', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let place = aPlace()
    openKiosk({ 'visitors/place': () => answer(place) })
    await openForm()
    type('Your name', 'Mia Test')
    place = aPlace({ emergencies: [anEmergency(true)] })
    await pass(11_000)
    expect(await screen.findByRole('heading', { name: 'Leave North yard now' })).toBeTruthy()
    expect(screen.getByText('Gate 3')).toBeTruthy()
    expect(screen.getByText('Drill')).toBeTruthy()
    for (const name of ['Sign in', 'Sign out']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByDisplayValue('Mia Test')).toBeNull()
    place = aPlace({
      allClears: [
        { id: crypto.randomUUID(), zoneName: 'North yard', kind: 'evacuate', drill: true, allClearAt: now },
      ],
    })
    await pass(11_000)
    expect(await screen.findByText(/^All clear for North yard at/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
    press('Sign in')
    expect((screen.getByLabelText(/^Your name/) as HTMLInputElement).value).toBe('')
  })

  it('stands above the buttons if it calls nobody inside, and closes nothing', async () => {
    openKiosk({
      'visitors/place': () => answer(aPlace({ emergencies: [{ ...anEmergency(false), kind: 'welfare' }] })),
    })
    expect(await screen.findByText('Are you all right?')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
    press('Sign in')
    expect(screen.getByLabelText(/^Your name/)).toBeTruthy()
  })

  it('stays on the screen while the server is out of reach, which it says', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    localStorage.setItem('muster.kiosk', JSON.stringify({ token, zoneName: 'North yard', language: 'hi' }))
    let isDown = false
    openKiosk({
      'visitors/place': () =>
        isDown ? failNetwork() : answer(aPlace({ emergencies: [anEmergency(false)] })),
    })
    await screen.findByRole('heading', { name: 'Leave North yard now' })
    expect(screen.queryAllByLabelText('Language')).not.toEqual([])
    isDown = true
    // Long enough for the start page to take back the language, by a reload that would lose the instruction.
    await pass(100_000)
    expect(setDeviceLanguage).not.toHaveBeenCalled()
    expect(screen.queryAllByLabelText('Language')).toEqual([])
    expect(await screen.findByText(/^The kiosk can’t reach the server\. Last updated at/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Leave North yard now' })).toBeTruthy()
  })

  it('is asked for at once if it refuses a sign-out, and a closed kiosk ends there too', async () => {
    let place = aPlace()
    let refused = refusal(
      409,
      'SIGN_OUT_IN_EMERGENCY',
      'You can’t sign out here during an emergency or drill.',
    )
    openKiosk({
      'visitors/place': () => answer(place),
      'visitors/present': () =>
        answer({ visitors: [{ id: crypto.randomUUID(), name: 'Mia T.', company: '', signedInAt: now }] }),
      'visitors/leave': () => {
        place = aPlace({ emergencies: [anEmergency(false)] })
        return refused
      },
    })
    const signOut = async () => {
      await screen.findByRole('heading', { name: 'Welcome' })
      press('Sign out')
      type('Your name', 'mia')
      fireEvent.click(await screen.findByRole('button', { name: /Mia T\./ }))
      press('Sign out')
    }
    await signOut()
    expect(await screen.findByRole('heading', { name: 'Leave North yard now' })).toBeTruthy()
    cleanup()
    place = aPlace()
    refused = refusal(410, 'VISIT_LINK_INVALID', 'This link is no longer valid.')
    renderApp('/kiosk')
    await signOut()
    expect(await screen.findByText(/This kiosk was closed/)).toBeTruthy()
  })
})
