import type { Emergency, OwnAllClear, OwnEmergency } from '@muster/contract/emergencies.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { locator } from '../../lib/geolocation/locator.ts'
import { answer, fakeServer, type Handlers, type OutputOf, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { aCall as anyCall, at, emergencyId as drillId, zone } from './testing/an-emergency.ts'
import './emergency-frame.tsx'

const realId = '0192f0c0-0000-7000-8000-000000000602'

const anEmergency = (changes: Partial<Emergency> = {}): Emergency => ({
  id: drillId,
  scope: 'zone',
  zoneId: zone.id,
  zoneName: zone.name,
  kind: 'evacuate',
  drill: true,
  planName: '',
  message: '',
  declaredBy: { id: null, name: 'Mia Test' },
  declaredAt: at,
  allClearAt: null,
  timeZone: 'UTC',
  people: 9,
  states: { help: 1, missing: 8, elsewhere: 0, not_on_site: 0, safe: 0 },
  ...changes,
})
const aCall = (changes: Partial<OwnEmergency> = {}) =>
  anyCall({
    drill: true,
    message: 'Leave by the nearest gate.',
    points: [
      { id: '0192f0c0-0000-7000-8000-000000000a01', name: 'Gate 1, car park', lat: 28.62, lng: 77.22 },
    ],
    ...changes,
  })
const anAllClear = (changes: Partial<OwnAllClear> = {}): OwnAllClear => ({
  id: drillId,
  zoneName: zone.name,
  drill: true,
  allClearAt: new Date(Date.now() - 60_000).toISOString(),
  needsHelp: false,
  declaredBy: 'Mia Test',
  phone: '',
  ...changes,
})
const aQuestion: OutputOf<'broadcasts/openQuestions'>['questions'][number] = {
  id: '0192f0c0-0000-7000-8000-000000000801',
  title: 'Storm warning',
  message: 'Are you under cover?',
  answers: [
    { text: 'Yes', meaning: 'safe' },
    { text: 'I need help', meaning: 'help' },
  ],
  sentAt: at,
  zoneName: zone.name,
  contacts: [],
}

function openApp(
  role: 'app_user' | 'zone_manager_rw' | 'zone_manager_ro',
  handlers: Handlers,
  address: string,
) {
  const names: string[] = []
  fakeServer({ ...createServerHandlers(role, [{ ...zone, myRole: role }]), ...handlers }, name =>
    names.push(name),
  )
  signIn()
  renderApp(address)
  return { names, user: userEvent.setup() }
}
const listOpen = (...rows: Emergency[]): Handlers => ({
  'emergencies/list': () => answer({ rows, next: null }),
})

afterEach(() => vi.restoreAllMocks())

it('shows those who see the board who is missing and who needs help, on every page, real ones before drills', async () => {
  openApp(
    'zone_manager_ro',
    listOpen(
      anEmergency(),
      anEmergency({
        id: realId,
        drill: false,
        states: { help: 0, missing: 2, elsewhere: 0, not_on_site: 0, safe: 7 },
      }),
    ),
    '/settings',
  )
  const strip = within(await screen.findByRole('region', { name: 'Open: Leave North yard now' }))
  expect(strip.getByRole('link', { name: '2 missing' }).getAttribute('href')).toBe(
    `/emergencies/${realId}?state=missing`,
  )
  expect(strip.queryByText(/needs help/)).toBeNull()
  expect(strip.getByRole('link', { name: '1 more emergency' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Open: Drill: Leave North yard now' })).toBeNull()
  expect(screen.getByRole('img', { name: '2 open' })).toBeTruthy()
})

it('shows the emergency first in which somebody needs help', async () => {
  const states = { help: 0, missing: 2, elsewhere: 0, not_on_site: 0, safe: 7 }
  openApp(
    'zone_manager_ro',
    listOpen(
      anEmergency({ drill: false, states }),
      anEmergency({ id: realId, drill: false, states: { ...states, help: 1 } }),
    ),
    '/settings',
  )
  const strip = within(await screen.findByRole('region', { name: 'Open: Leave North yard now' }))
  expect(strip.getByRole('link', { name: '1 needs help' }).getAttribute('href')).toContain(realId)
})

it('asks for the PIN of the zone when its board is opened from the choice of zones', async () => {
  const other = aZone({ id: realId, name: 'South gate', myRole: 'zone_manager_ro' })
  const { user } = openApp(
    'zone_manager_ro',
    {
      ...listOpen(anEmergency({ drill: false, zoneId: other.id, zoneName: other.name })),
      'zones/mine': () =>
        answer({ zones: [{ ...zone, myRole: 'zone_manager_ro', entryExpiresAt: null }, other] }),
    },
    '/zone-selection',
  )
  await user.click(await screen.findByRole('link', { name: 'Open board' }))
  expect(within(await screen.findByRole('dialog')).getByText(/South gate/)).toBeTruthy()
})

it('shows the numbers in the banner of somebody who has to answer, help first, and not twice', async () => {
  openApp(
    'zone_manager_rw',
    { ...listOpen(anEmergency()), 'emergencies/mine': () => answer({ emergencies: [aCall()] }) },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Drill: Leave North yard now' }))
  const links = (await bar.findAllByRole('link')).map(it => it.textContent)
  expect(links).toEqual(['Gate 1, car park', '1 needs help', '8 missing', 'Open board'])
  expect(screen.queryByRole('region', { name: /^Open:/ })).toBeNull()
})

it('loads no board for people who may not see one', async () => {
  const { names } = openApp(
    'app_user',
    { ...listOpen(anEmergency()), 'emergencies/mine': () => answer({ emergencies: [aCall()] }) },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Drill: Leave North yard now' }))
  expect(bar.getAllByRole('link').map(it => it.textContent)).toEqual(['Gate 1, car park'])
  expect(names).not.toContain('emergencies/list')
})

it('says where to go, the nearest place first with its distance, each of which opens on a map', async () => {
  const points = [
    { id: 'a', name: 'Behind the eastern gate', lat: 28.62, lng: 77.222 },
    { id: 'b', name: 'Car park north', lat: 28.6207, lng: 77.22 },
  ]
  const reading = { lat: 28.62, lng: 77.22, accuracyMeters: 5, capturedAt: new Date().toISOString() }
  vi.spyOn(locator, 'findUnprompted').mockResolvedValue(
    reading as Awaited<ReturnType<typeof locator.findUnprompted>>,
  )
  const call = aCall({ points })
  openApp('app_user', { 'emergencies/mine': () => answer({ emergencies: [call] }) }, '/settings')
  const bar = within(await screen.findByRole('region', { name: 'Drill: Leave North yard now' }))
  expect(bar.getByText('Leave by the nearest gate.')).toBeTruthy()
  expect(bar.getByText('Go to one of these')).toBeTruthy()
  await bar.findByText('78 m to the north')
  expect(bar.getAllByRole('link').map(it => it.textContent)).toEqual([
    'Car park north78 m to the north',
    'Behind the eastern gate200 m to the east',
  ])
  expect(bar.getAllByRole('link')[0]?.getAttribute('href')).toContain('28.6207')
})

it('folds to one line after the answer, from which the instruction and the places open again', async () => {
  const call = aCall({ answer: { state: 'safe', at }, state: 'safe', stateAt: at })
  const { user } = openApp(
    'app_user',
    { 'emergencies/mine': () => answer({ emergencies: [call] }) },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: /You answered “I’m safe”.*Change answer/ }))
  const alarm = within(screen.getByRole('alertdialog', { name: 'DRILL: Leave North yard now' }))
  expect(alarm.getByText('Leave by the nearest gate.')).toBeTruthy()
  expect(alarm.getByRole('link', { name: /Gate 1, car park/ })).toBeTruthy()
  await user.click(alarm.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('can be put off without an answer, with the two answers still above the page', async () => {
  const { user } = openApp(
    'app_user',
    { 'emergencies/mine': () => answer({ emergencies: [aCall()] }) },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: 'Answer later' }))
  const bar = within(screen.getByRole('region', { name: 'Drill: Leave North yard now' }))
  expect(bar.getByText('Go to: Gate 1, car park')).toBeTruthy()
  expect(bar.getByRole('button', { name: 'I’m safe' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('says who has marked the user as needing help', async () => {
  const call = aCall({ state: 'help', stateAt: at, markedBy: 'Cap Test' })
  openApp('app_user', { 'emergencies/mine': () => answer({ emergencies: [call] }) }, '/settings')
  expect(await screen.findByText('Marked as needing help by Cap Test.')).toBeTruthy()
})

it('asks how people are only once, and does not call that an emergency', async () => {
  const call = aCall({ kind: 'welfare', drill: false, message: '', points: [] })
  openApp('app_user', { 'emergencies/mine': () => answer({ emergencies: [call] }) }, '/settings')
  const alarm = within(await screen.findByRole('alertdialog'))
  expect(alarm.getByRole('heading', { name: 'Are you all right?' })).toBeTruthy()
  expect(alarm.queryByText('Are you safe?')).toBeNull()
  expect(alarm.queryByText('Emergency')).toBeNull()
})

it('leaves the whole screen to one alarm at a time, the real one first', async () => {
  const calls = [aCall({ id: realId, drill: false }), aCall()]
  const { user } = openApp(
    'app_user',
    { 'emergencies/mine': () => answer({ emergencies: calls }) },
    '/settings',
  )
  const alarm = within(await screen.findByRole('alertdialog'))
  expect(alarm.getByText('Emergency')).toBeTruthy()
  await user.click(alarm.getByRole('button', { name: 'Answer later' }))
  expect(within(await screen.findByRole('alertdialog')).getByText('Drill')).toBeTruthy()
})

it('folds questions away while an emergency is open, also after the answer', async () => {
  const questions: Handlers = {
    'broadcasts/openQuestions': () => answer({ questions: [aQuestion], total: 1 }),
  }
  openApp(
    'app_user',
    {
      ...questions,
      'emergencies/mine': () =>
        answer({ emergencies: [aCall({ answer: { state: 'safe', at }, state: 'safe', stateAt: at })] }),
    },
    '/settings',
  )
  expect(await screen.findByRole('link', { name: '1 more question' })).toBeTruthy()
  await screen.findByRole('button', { name: /Change answer/ })
  expect(screen.queryByText('Are you under cover?')).toBeNull()
})

it('shows all clears in one line until it is dismissed, also after a reload', async () => {
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  const ended = [anAllClear({ id: realId, drill: false, allClearAt: earlier }), anAllClear()]
  const handlers: Handlers = { 'emergencies/mine': () => answer({ emergencies: [], ended }) }
  const { user } = openApp('app_user', handlers, '/settings')
  const bar = within(await screen.findByRole('region', { name: 'All clear' }))
  expect(bar.getByText('Drill')).toBeTruthy()
  expect(bar.getByText('· 1 more')).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Dismiss message' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'All clear' })).toBeNull())
  expect(localStorage.getItem('muster.all-clears')).toContain(drillId)
})

it('asks somebody who needed help whether they still do, and whom to call', async () => {
  const ended = [anAllClear({ needsHelp: true, phone: '+91 11 5550 0100' })]
  openApp('app_user', { 'emergencies/mine': () => answer({ emergencies: [], ended }) }, '/settings')
  const bar = within(await screen.findByRole('region', { name: 'All clear' }))
  expect(bar.getByText(/Do you still need help\?/)).toBeTruthy()
  expect(bar.getByRole('link', { name: 'Call Mia Test' }).getAttribute('href')).toBe('tel:+911155500100')
})

it('shows no all clear beside a new alarm', async () => {
  openApp(
    'app_user',
    { 'emergencies/mine': () => answer({ emergencies: [aCall({ id: realId })], ended: [anAllClear()] }) },
    '/settings',
  )
  await screen.findByRole('button', { name: 'I need help' })
  expect(screen.queryByRole('region', { name: 'All clear' })).toBeNull()
})

it('asks members who are not on the roll whether they are there, until they say that they are not', async () => {
  let nearby = [aCall()]
  const { user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [], nearby }),
      'emergencies/answer': input => {
        if (input.state === 'not_there') nearby = []
        return answer({ state: 'not_on_site', at })
      },
    },
    '/settings',
  )
  const alarm = within(await screen.findByRole('alertdialog', { name: /Leave North yard if you are there/ }))
  expect(alarm.getByRole('button', { name: 'I’m safe' })).toBeTruthy()
  const button = alarm.getByRole('button', { name: 'I’m not there' })
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false), { timeout: 3_000 })
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('shows no distance by the position on the roll, whose age is unknown', async () => {
  const call = aCall({ position: { lat: 28.62, lng: 77.222 } })
  openApp('app_user', { 'emergencies/mine': () => answer({ emergencies: [call] }) }, '/settings')
  const alarm = within(await screen.findByRole('alertdialog'))
  expect(alarm.getByRole('link', { name: 'Gate 1, car park' })).toBeTruthy()
})

it('asks about a real emergency nearby before a drill', async () => {
  const nearby = [aCall({ id: realId, drill: false })]
  const mine = () => answer({ emergencies: [aCall()], nearby })
  openApp('app_user', { 'emergencies/mine': mine }, '/settings')
  expect(await screen.findByRole('alertdialog', { name: /Leave North yard if you are there/ })).toBeTruthy()
})

it('says in the alarm that an answer could not be sent', async () => {
  const { user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [aCall()] }),
      'emergencies/answer': () => refusal(409, 'EMERGENCY_ENDED', 'This emergency has ended.'),
    },
    '/settings',
  )
  const alarm = within(await screen.findByRole('alertdialog'))
  const safe = alarm.getByRole('button', { name: 'I’m safe' })
  await waitFor(() => expect((safe as HTMLButtonElement).disabled).toBe(false), { timeout: 3_000 })
  await user.click(safe)
  expect(await alarm.findByText('This emergency has ended.')).toBeTruthy()
})

it('tells somebody who needs help who has seen it, who is coming and which position they have', async () => {
  const call = aCall({
    ...{ state: 'help', stateAt: at, answer: { state: 'help', at } },
    help: { alerted: 2, seenBy: ['Mia Test'], coming: ['Cap Test'], position: { at, accuracyMeters: 5 } },
  })
  openApp('app_user', { 'emergencies/mine': () => answer({ emergencies: [call] }) }, '/settings')
  expect(await screen.findByText('Help is coming: Cap Test')).toBeTruthy()
  expect(screen.getByText('Seen by Mia Test.')).toBeTruthy()
  expect(screen.getByText(/^They have your position of .* \(±5 m\)\.$/)).toBeTruthy()
})
