import type { OwnVisit } from '@muster/contract/visitors.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render.tsx'

const token = 'v'.repeat(32)
const at = '2026-11-27T09:41:00.000Z'
const emergencyId = '0192f0c0-0000-7000-8000-000000000401'
const aVisit = (changes: Partial<OwnVisit> = {}): OwnVisit => ({
  name: 'Mia Test',
  zoneName: 'North yard',
  signedInAt: at,
  signedOutAt: null,
  ended: null,
  emergencies: [],
  allClears: [],
  ...changes,
})
const anEmergency = (
  changes: Partial<OwnVisit['emergencies'][number]> = {},
): OwnVisit['emergencies'][number] => ({
  id: emergencyId,
  zoneName: 'North yard',
  kind: 'evacuate',
  drill: false,
  message: 'Gas at dock 2',
  words: { safe: '', help: '' },
  declaredAt: at,
  points: [{ id: '0192f0c0-0000-7000-8000-000000000a01', name: 'Gate 3', lat: 28.62, lng: 77.22 }],
  state: 'missing',
  stateAt: null,
  answered: false,
  ...changes,
})

afterEach(() => localStorage.clear())

function openPage(handlers: Handlers) {
  fakeServer(handlers)
  return renderApp(`/visiting/${token}`)
}

it('shows where the visitor is signed in, and signs out', async () => {
  let visit = aVisit()
  openPage({
    'visitors/own': () => answer(visit),
    'visitors/ownLeave': () => {
      visit = aVisit({ signedOutAt: at, ended: 'self' })
      return answer({ visitId: emergencyId })
    },
  })
  expect(await screen.findByRole('heading', { name: 'You are signed in at North yard' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
})

it('asks in an emergency, with the place to go, and sends the answer', async () => {
  let emergency = anEmergency()
  const answers: unknown[] = []
  openPage({
    'visitors/own': () => answer(aVisit({ emergencies: [emergency] })),
    'visitors/ownAnswer': input => {
      answers.push(input)
      emergency = anEmergency({ state: 'help', stateAt: at, answered: true })
      return answer({ state: 'help' as const, at })
    },
  })
  expect(await screen.findByRole('heading', { name: 'Leave North yard now' })).toBeTruthy()
  expect(screen.getByText('Gate 3')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'I need help' }))
  expect(await screen.findByText(/You asked for help at/)).toBeTruthy()
  expect(answers).toMatchObject([{ token, emergencyId, state: 'help' }])
})

it('shows the texts of the plan on its answers, and when an emergency or drill is over', async () => {
  let visit = aVisit({ emergencies: [anEmergency({ words: { safe: 'I am out', help: 'Come and get me' } })] })
  const app = openPage({ 'visitors/own': () => answer(visit) })
  expect(await screen.findByRole('button', { name: 'I am out' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Come and get me' })).toBeTruthy()
  app.unmount()
  visit = aVisit({
    allClears: [{ id: emergencyId, zoneName: 'North yard', kind: 'evacuate', drill: true, allClearAt: at }],
  })
  openPage({ 'visitors/own': () => answer(visit) })
  expect(await screen.findByText('Follow your host.')).toBeTruthy()
  const note = (await screen.findByText(/^All clear for North yard at/)).closest('[role="status"]')
  expect(note?.textContent).toContain('Drill')
})

it('shows no all clear while another emergency is open, and no host to a visitor who has left', async () => {
  const allClears = [
    { id: crypto.randomUUID(), zoneName: 'Dock', kind: 'evacuate' as const, drill: true, allClearAt: at },
  ]
  const app = openPage({
    'visitors/own': () => answer(aVisit({ emergencies: [anEmergency()], allClears })),
  })
  expect(await screen.findByRole('heading', { name: 'Leave North yard now' })).toBeTruthy()
  expect(screen.queryByText(/^All clear/)).toBeNull()
  app.unmount()
  openPage({ 'visitors/own': () => answer(aVisit({ signedOutAt: at, ended: 'self', allClears })) })
  expect(await screen.findByText(/^All clear for Dock at/)).toBeTruthy()
  expect(screen.queryByText('Follow your host.')).toBeNull()
})

it('asks before it signs out in an emergency, because nobody searches for visitors who have left', async () => {
  let visit = aVisit({ emergencies: [anEmergency()] })
  let signOuts = 0
  openPage({
    'visitors/own': () => answer(visit),
    'visitors/ownLeave': () => {
      signOuts += 1
      visit = aVisit({
        signedOutAt: at,
        ended: 'self',
        emergencies: [anEmergency({ state: 'not_on_site', stateAt: at })],
      })
      return answer({ visitId: emergencyId })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(screen.getByText(/^Have you left the site\?/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(signOuts).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText(/^You’re marked as not on site/)).toBeTruthy()
  expect(signOuts).toBe(1)
})

it('offers the neutral answers of the plan while the visitor counts as missing', async () => {
  const neutral = ['I’m on my way', 'I’m in the car park']
  let emergency = anEmergency({ neutral })
  const answers: unknown[] = []
  openPage({
    'visitors/own': () => answer(aVisit({ emergencies: [emergency] })),
    'visitors/ownAnswer': input => {
      answers.push(input)
      emergency = anEmergency({ neutral, answered: true, answer: { words: 'I’m in the car park', at } })
      return answer({ state: 'missing' as const, at })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'I’m in the car park' }))
  expect(await screen.findByText(/^You answered “I’m in the car park” at/)).toBeTruthy()
  expect(answers).toMatchObject([{ token, emergencyId, state: 'neutral', choice: 1 }])
  expect(screen.getByRole('button', { name: 'I’m safe' })).toBeTruthy()
})

it('takes back a call for help that was pressed by mistake, only after it was sent', async () => {
  const answers: { state: string; requestId: string; undoes?: string }[] = []
  let isOnline = false
  openPage({
    'visitors/own': () => answer(aVisit({ emergencies: [anEmergency()] })),
    'visitors/ownAnswer': input => {
      if (!isOnline) return failNetwork()
      answers.push(input)
      return answer({ state: 'missing' as const, at })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'I need help' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Pressed by mistake' }))
  isOnline = true
  await waitFor(() => expect(answers).toHaveLength(2), { timeout: 12_000 })
  expect(answers.map(it => it.state)).toEqual(['help', 'undone'])
  expect(answers[1]?.undoes).toBe(answers[0]?.requestId)
}, 20_000)

it('keeps an answer that could not be sent, and says so', async () => {
  openPage({
    'visitors/own': () => answer(aVisit({ emergencies: [anEmergency()] })),
    'visitors/ownAnswer': failNetwork,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'I’m safe' }))
  expect(await screen.findByText(/^Not sent yet/, {}, { timeout: 5_000 })).toBeTruthy()
  expect(localStorage.getItem('muster.visit-answers')).toContain('"state":"safe"')
})

it('keeps the answers to two emergencies that could not be sent', async () => {
  const drill = anEmergency({ id: '0192f0c0-0000-7000-8000-000000000402', drill: true })
  openPage({
    'visitors/own': () => answer(aVisit({ emergencies: [anEmergency(), drill] })),
    'visitors/ownAnswer': failNetwork,
  })
  const real = within(await screen.findByRole('region', { name: /^Emergency:/ }))
  fireEvent.click(real.getByRole('button', { name: 'I need help' }))
  const safe = within(await screen.findByRole('region', { name: /^Drill:/ })).getByRole('button', {
    name: 'I’m safe',
  })
  // A second tap at the same place answers nothing.
  fireEvent.click(safe)
  await waitFor(() => expect(safe).toHaveProperty('disabled', false), { timeout: 3_000 })
  expect(screen.getByRole('region', { name: /^Drill:/ }).textContent).not.toContain('Not sent yet')
  fireEvent.click(safe)
  const inRegion = (name: RegExp) => within(screen.getByRole('region', { name }))
  await waitFor(() => expect(screen.getAllByText(/^Not sent yet/)).toHaveLength(2), { timeout: 15_000 })
  expect(inRegion(/^Drill:/).getByText(/^Not sent yet/)).toBeTruthy()
  expect(inRegion(/^Emergency:/).getByText(/^Not sent yet. Call someone now/)).toBeTruthy()
})

it('leads from a replaced poster to the visit that goes on', async () => {
  localStorage.setItem('muster.visit', JSON.stringify({ token, poster: 'p'.repeat(32) }))
  fakeServer({
    'visitors/place': () => refusal(410, 'VISIT_LINK_INVALID', 'This link is no longer valid.'),
    'visitors/own': () => answer(aVisit()),
  })
  renderApp(`/visit/${'p'.repeat(32)}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Open my visit' }))
  expect(await screen.findByRole('heading', { name: 'You are signed in at North yard' })).toBeTruthy()
})

it('shows when it no longer knows about emergencies', async () => {
  let isDown = false
  const app = openPage({ 'visitors/own': () => (isDown ? failNetwork() : answer(aVisit())) })
  await screen.findByRole('heading', { name: 'You are signed in at North yard' })
  isDown = true
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(screen.getByText(/this page doesn’t know about emergencies/)).toBeTruthy(), {
    timeout: 15_000,
  })
  app.unmount()
}, 20_000)

it('stops asking about a visit that no longer exists', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    let questions = 0
    openPage({
      'visitors/own': () => {
        questions += 1
        return refusal(410, 'VISIT_LINK_INVALID', 'This link is no longer valid.')
      },
    })
    expect(await screen.findByText(/^This visit no longer exists/)).toBeTruthy()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(questions).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})
