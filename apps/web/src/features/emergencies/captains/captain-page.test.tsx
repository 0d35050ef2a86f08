import { i18n } from '@lingui/core'
import type { CaptainEmergency, CaptainList, Sweep, Team } from '@muster/contract/captains.ts'
import type { CaptainPerson } from '@muster/contract/roll-person.ts'
import { findStandInName, standInNames, toUnknownBadgeName } from '@muster/domain/stand-in-name.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render.tsx'
import './captain-page.tsx'

const zone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const emergencyId = '0192f0c0-0000-7000-8000-000000000601'
const [annId, bobId, cemId] = [701, 702, 703].map(it => `0192f0c0-0000-7000-8000-000000000${it}`) as [
  string,
  string,
  string,
]
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const aList = (changes: Partial<CaptainList> = {}): CaptainList => ({
  at: minutesAgo(3.5),
  zones: [{ id: zone.id, name: zone.name, points: ['North gate', 'South gate'], areas: [] }],
  people: [
    {
      userId: annId,
      name: 'Ann Test',
      phone: '+91 11 5550 0111',
      zoneId: zone.id,
      why: 'inside',
      insideSince: minutesAgo(60),
      seenAt: minutesAgo(4),
      accuracyMeters: 8,
    },
  ],
  total: 1,
  ...changes,
})
const aPerson = (id: string, name: string, changes: Partial<CaptainPerson> = {}): CaptainPerson => ({
  id,
  userId: id,
  name,
  phone: '',
  zoneName: zone.name,
  why: 'inside',
  insideSince: null,
  seenAt: null,
  accuracyMeters: null,
  state: 'missing',
  disputed: false,
  claims: [],
  needs: '',
  ...changes,
})
const anEmergency = (changes: Partial<CaptainEmergency> = {}): CaptainEmergency => ({
  id: emergencyId,
  zones: [{ id: zone.id, name: zone.name }],
  zoneName: zone.name,
  kind: 'evacuate',
  drill: false,
  message: '',
  declaredAt: minutesAgo(5),
  timeZone: 'UTC',
  people: [
    aPerson(annId, 'Ann Test', { state: 'safe' }),
    aPerson(bobId, 'Bob Test'),
    aPerson(cemId, 'Cem Test', { needs: 'Help on stairs' }),
  ],
  total: 3,
  sweeps: [],
  teams: [],
  ...changes,
})
const open = (emergency: CaptainEmergency) => ({
  open: [emergency],
  recent: [{ id: emergency.id, zoneIds: [zone.id], declaredAt: emergency.declaredAt, allClearAt: null }],
})

function openApp(handlers: Handlers, address = '/captain') {
  const inputs: [string, Record<string, unknown>][] = []
  fakeServer(
    {
      ...createServerHandlers('app_user', [zone], [zone.id]),
      'captains/list': () => answer(aList()),
      'captains/open': () => answer({ open: [], recent: [] }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input as Record<string, unknown>]),
  )
  signIn()
  const app = renderApp(address)
  const listInputs = (called: string) => inputs.flatMap(([name, input]) => (name === called ? [input] : []))
  return { app, listInputs, user: userEvent.setup() }
}

afterEach(() => {
  localStorage.clear()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

it('asks before signing out with ticks that are held on the phone, and keeps them for the next sign-in', async () => {
  const { app, user } = openApp({ 'auth/signOut': () => answer({ signedOut: true as const }) })
  await user.click(await screen.findByRole('button', { name: 'Tick without an emergency' }))
  await user.click(screen.getByRole('button', { name: 'Ann Test: Safe' }))
  await user.click(screen.getByRole('button', { name: /’s account$/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out before everything is sent?' }))
  expect(dialog.getByText(/^Kept in case there is an emergency: 1 mark\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  app.unmount()
  openApp({})
  expect(await screen.findByText(/^Safe · .* · kept on this phone$/)).toBeTruthy()
})

it('shows a neutral answer of somebody who is still missing', async () => {
  const at = minutesAgo(2)
  const claim = { how: 'own', place: '', by: 'Ann Test', at, receivedAt: at } as const
  const ann = aPerson(annId, 'Ann Test', { claims: [{ ...claim, state: 'neutral', words: 'On my way' }] })
  openApp({ 'captains/open': () => answer(open(anEmergency({ people: [ann] }))) })
  expect(await screen.findByText(/^Answered: On my way, /)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ann Test: Safe' })).toBeTruthy()
})

it('holds the list before the alarm with its age, and offers no ticks until the captain asks for them', async () => {
  const { user } = openApp({})
  expect((await screen.findByText(/^List of/)).textContent).toMatch(/3 min ago/)
  expect(screen.getByText('Ann Test')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Call Ann Test' }).getAttribute('href')).toBe('tel:+911155500111')
  expect(screen.queryByRole('button', { name: 'Ann Test: Safe' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Tick without an emergency' }))
  expect(screen.getByRole('button', { name: 'Ann Test: Safe' })).toBeTruthy()
})

it('keeps the focus on the person who was ticked', async () => {
  const { user } = openApp({})
  await user.click(await screen.findByRole('button', { name: 'Tick without an emergency' }))
  await user.click(screen.getByRole('button', { name: 'Ann Test: Safe' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Ann Test' })),
  )
})

it('shows where a person was seen since, and for whom a visitor came', async () => {
  const people = [
    aPerson(annId, 'Ann Test', { seenOutsideAt: minutesAgo(2) }),
    aPerson(bobId, 'Bob Test', { badgeOut: { at: minutesAgo(1), reader: 'Gate 2' } }),
    aPerson(cemId, 'Cem Test', { userId: null, why: 'visitor', note: 'Acme · Mia Test' }),
  ]
  openApp({ 'captains/open': () => answer(open(anEmergency({ people }))) })
  expect(await screen.findByText(/^Seen outside at/)).toBeTruthy()
  expect(screen.getByText(/^Badge out at/)).toBeTruthy()
  expect(screen.getByText('Acme · Mia Test')).toBeTruthy()
})

it('shows the age of the list when it cannot be reloaded during an emergency', async () => {
  let isRefused = false
  const { user } = openApp({
    'captains/open': () =>
      isRefused ? refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests') : answer(open(anEmergency())),
    'emergencies/mark': () => answer({ people: 1 }),
  })
  expect(await screen.findByText('1 of 3 accounted')).toBeTruthy()
  expect(screen.queryByText(/^Failed to load the list/)).toBeNull()
  isRefused = true
  // The mark reads the list again.
  await user.click(screen.getByRole('button', { name: 'Bob Test: Safe' }))
  expect((await screen.findByText(/^Failed to load the list/)).textContent).toContain(
    'The data shown is from',
  )
})

it('names people whose name was deleted in the language of the reader', async () => {
  const name = standInNames.unnamedMember
  const ann = aPerson(annId, name, { state: 'help' })
  i18n.loadAndActivate({ locale: 'en', messages: { [findStandInName(name)?.id ?? '']: 'बिना नाम' } })
  openApp({ 'captains/open': () => answer(open(anEmergency({ people: [ann], total: 1 }))) })
  expect((await screen.findByText(/1 person needs help/)).textContent).toContain('बिना नाम')
})

it('says that the emergency is over before it shows the ordinary list', async () => {
  const recent = [
    { id: emergencyId, zoneIds: [zone.id], declaredAt: minutesAgo(40), allClearAt: minutesAgo(5) },
  ]
  openApp({ 'captains/open': () => answer({ open: [], recent }) })
  expect(await screen.findByText(/^The emergency is over/)).toBeTruthy()
})

it('keeps ticks until the phone knows of the emergency, and sends them with their place and time', async () => {
  let emergencies: ReturnType<typeof open> | undefined
  const { app, listInputs, user } = openApp({
    'captains/open': () => (emergencies ? answer(emergencies) : failNetwork()),
    'captains/tick': () => answer({ emergencies: 1 }),
  })
  await user.click(await screen.findByLabelText('I’m at', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: 'North gate' }))
  await user.click(screen.getByRole('button', { name: 'Tick without an emergency' }))
  await user.click(screen.getByRole('button', { name: 'Ann Test: Safe' }))
  expect(await screen.findByText(/^Safe · .* · North gate · kept on this phone$/)).toBeTruthy()
  expect(screen.getByText('1 kept')).toBeTruthy()
  expect(listInputs('captains/tick')).toEqual([])
  app.unmount()

  emergencies = open(anEmergency())
  const later = openApp({
    'captains/open': () => answer(emergencies ?? { open: [], recent: [] }),
    'captains/tick': () => answer({ emergencies: 1 }),
  })
  await waitFor(() => expect(later.listInputs('captains/tick')).toHaveLength(1), { timeout: 5_000 })
  expect(later.listInputs('captains/tick')[0]).toMatchObject({
    zoneId: zone.id,
    userId: annId,
    state: 'safe',
    place: 'North gate',
    waitedMs: expect.any(Number),
  })
  expect(localStorage.getItem('muster.draft.captain-ticks.0192f0c0-0000-7000-8000-000000000001')).toBeNull()
})

it('counts who is accounted for, the missing first, and keeps a tick without a network in its place', async () => {
  const { user } = openApp({
    'captains/open': () => answer(open(anEmergency())),
    'emergencies/mark': failNetwork,
  })
  expect(await screen.findByText('1 of 3 accounted')).toBeTruthy()
  const listNames = () =>
    within(screen.getByRole('list', { name: 'People' }))
      .getAllByText(/ Test$/)
      .map(it => it.textContent)
  expect(listNames()).toEqual(['Bob Test', 'Cem Test', 'Ann Test'])
  expect(screen.getByText('Help on stairs')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Bob Test: Safe' }))
  expect(await screen.findByText(/^Safe · not sent yet/)).toBeTruthy()
  expect(screen.getByText('2 of 3 accounted')).toBeTruthy()
  // Nobody else is under the thumb now.
  expect(listNames()).toEqual(['Bob Test', 'Cem Test', 'Ann Test'])
  await user.click(screen.getByRole('button', { name: 'Sort again' }))
  expect(listNames()).toEqual(['Cem Test', 'Ann Test', 'Bob Test'])
})

it('takes back a call for help that was ticked by mistake', async () => {
  const { user, listInputs } = openApp({
    'captains/open': () => answer(open(anEmergency())),
    'emergencies/mark': () => answer({ people: 1 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Bob Test: Needs help' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(listInputs('emergencies/mark')).toHaveLength(2))
  const [help, undo] = listInputs('emergencies/mark')
  expect(undo).toMatchObject({ state: 'undone', undoes: help?.requestId })
})

it('names who needs help, and shows that two people said different things', async () => {
  const claims = [
    {
      state: 'help' as const,
      how: 'captain' as const,
      place: 'North gate',
      by: 'Mia Test',
      at: minutesAgo(1),
      receivedAt: minutesAgo(1),
    },
    {
      state: 'safe' as const,
      how: 'captain' as const,
      place: 'South gate',
      by: 'Sam Test',
      at: minutesAgo(2),
      receivedAt: minutesAgo(2),
    },
  ]
  openApp({
    'captains/open': () =>
      answer(
        open(
          anEmergency({
            people: [aPerson(annId, 'Ann Test', { state: 'help', disputed: true, claims })],
            total: 1,
          }),
        ),
      ),
  })
  expect((await screen.findByText(/1 person needs help/)).textContent).toContain('Ann Test')
  expect(screen.getByText(/^Needs help: Mia Test.*North gate$/)).toBeTruthy()
  expect(screen.getByText(/^Safe: Sam Test.*South gate$/)).toBeTruthy()
})

it('puts who needs help first, leads to them alone, and folds the unknown badges at the end', async () => {
  const aBadge = (id: string, number: string) =>
    aPerson(id, toUnknownBadgeName(number), { userId: null, why: 'badge' })
  const people = [
    aBadge('0192f0c0-0000-7000-8000-000000000704', '4711'),
    aBadge('0192f0c0-0000-7000-8000-000000000705', '4712'),
    aPerson(annId, 'Ann Test', { state: 'safe' }),
    aPerson(bobId, 'Bob Test'),
    aPerson(cemId, 'Cem Test', { state: 'help' }),
  ]
  const { user } = openApp({ 'captains/open': () => answer(open(anEmergency({ people, total: 5 }))) })
  const list = within(await screen.findByRole('list', { name: 'People' }))
  const listTexts = () => list.getAllByText(/ Test$|badges$|^Badge /).map(it => it.textContent)
  expect(listTexts()).toEqual(['Cem Test', 'Bob Test', 'Ann Test', '2 unknown badges'])
  await user.click(list.getByRole('button', { name: '2 unknown badges' }))
  expect(listTexts().slice(4)).toEqual(['Badge 4711 (unknown)', 'Badge 4712 (unknown)'])
  await user.click(screen.getByRole('link', { name: /^1 person needs help: Cem Test/ }))
  await waitFor(() => expect(listTexts()).toEqual(['Cem Test']))
  await user.click(screen.getByRole('link', { name: /Show all$/ }))
  await waitFor(() => expect(listTexts()).toContain('Bob Test'))
})

it('marks somebody as elsewhere below their details', async () => {
  const { user, listInputs } = openApp({
    'captains/open': () => answer(open(anEmergency())),
    'emergencies/mark': () => answer({ people: 1 }),
  })
  await user.click(await screen.findByRole('button', { name: 'More about Bob Test' }))
  await user.click(screen.getByRole('button', { name: 'Bob Test: Elsewhere' }))
  await waitFor(() => expect(listInputs('emergencies/mark')).toMatchObject([{ state: 'elsewhere' }]))
})

it.each(['areas', 'teams'])(
  'shows times of %s as they are in the zone, and names its time zone once',
  async tab => {
    const at = '2026-11-20T09:00:00.000Z'
    const round = { number: 1, openedAt: at, dueAt: at, closedAt: at, closedBecause: 'next_due' } as const
    const emergency = anEmergency({
      timeZone: 'Asia/Kolkata',
      declaredAt: at,
      sweeps: [
        {
          ...{ areaId: annId, name: 'Workshop', zoneName: zone.name, state: 'clear', disputed: false },
          claim: { state: 'clear', note: '', by: 'Mia Test', at },
        },
      ],
      teams: [
        {
          ...{
            id: emergencyId,
            name: 'Team 1',
            zoneName: zone.name,
            intervalMinutes: 20,
            incompleteRounds: 1,
          },
          ...{ startedBy: 'Mia Test', startedAt: at, endedAt: null },
          people: [{ id: annId, name: 'Ann Test', phone: '', confirmed: { by: 'Mia Test', at } }],
          rounds: [
            { ...round, number: 2, closedAt: null, closedBecause: null, missing: [], confirmedLate: [] },
            { ...round, missing: ['Ann Test'], confirmedLate: [] },
          ],
        },
      ],
    })
    openApp({ 'captains/open': () => answer(open(emergency)) }, `/captain?tab=${tab}`)
    expect(await screen.findByText(/^Mia Test, Nov 20, 14:30$/)).toBeTruthy()
    expect(screen.getByText(/^since Nov 20, 14:30$/)).toBeTruthy()
    if (tab === 'teams') expect(screen.getByText(/^Round 1, Nov 20, 14:30: not complete/)).toBeTruthy()
    expect(screen.getAllByText('Times are in Asia/Kolkata.')).toHaveLength(1)
  },
)

it('marks an area as clear, even without a network', async () => {
  const aSweep = (areaId: string, name: string, changes: Partial<Sweep> = {}): Sweep => ({
    areaId,
    name,
    zoneName: zone.name,
    state: 'open',
    claim: null,
    disputed: false,
    ...changes,
  })
  const { user } = openApp(
    {
      'captains/open': () =>
        answer(
          open(
            anEmergency({
              sweeps: [
                aSweep(annId, 'Workshop'),
                aSweep(bobId, 'Canteen', {
                  state: 'not_reached',
                  claim: { state: 'not_reached', note: 'Smoke', by: 'Mia Test', at: minutesAgo(1) },
                }),
              ],
            }),
          ),
        ),
      'captains/sweep': failNetwork,
    },
    '/captain?tab=areas',
  )
  expect(await screen.findByText('Areas 0 of 2 clear')).toBeTruthy()
  expect(screen.getByText(/^Mia Test.*: Smoke$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Workshop: clear' }))
  expect(await screen.findByText('Areas 1 of 2 clear')).toBeTruthy()
  expect(screen.getByText('Areas 1/2')).toBeTruthy()
  expect(screen.getByText(/^Not sent yet/)).toBeTruthy()
})

it('shows a round that is overdue and those that were not complete, and confirms everybody at once', async () => {
  const team: Team = {
    id: emergencyId,
    name: 'Team 1',
    zoneName: zone.name,
    intervalMinutes: 20,
    startedBy: 'Mia Test',
    startedAt: minutesAgo(70),
    endedAt: null,
    people: [
      { id: annId, name: 'Ann Test', phone: '', confirmed: { by: 'Mia Test', at: minutesAgo(1) } },
      { id: bobId, name: 'Bob Test', phone: '', confirmed: null },
    ],
    rounds: [
      {
        number: 2,
        openedAt: minutesAgo(25),
        dueAt: minutesAgo(5),
        closedAt: null,
        closedBecause: null,
        missing: ['Bob Test'],
        confirmedLate: [],
      },
      {
        number: 1,
        openedAt: minutesAgo(65),
        dueAt: minutesAgo(45),
        closedAt: minutesAgo(25),
        closedBecause: 'next_due',
        missing: ['Ann Test'],
        confirmedLate: ['Cem Kaya'],
      },
    ],
    incompleteRounds: 1,
  }
  const { listInputs, user } = openApp(
    {
      'captains/open': () => answer(open(anEmergency({ teams: [team] }))),
      'captains/confirm': () => answer({ confirmed: 1 }),
    },
    '/captain?tab=teams',
  )
  expect((await screen.findByRole('timer')).textContent).toMatch(/^Overdue 0[45]:/)
  expect(screen.getByText('Round 2: 1 of 2 confirmed')).toBeTruthy()
  expect(screen.getByText(/^Round 1, .*: not complete\. Not confirmed: Ann Test$/)).toBeTruthy()
  expect(screen.getByText('Round 1: confirmed only after the end: Cem Kaya')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Confirm all' }))
  await waitFor(() =>
    expect(listInputs('captains/confirm')[0]).toMatchObject({
      teamId: team.id,
      round: 2,
      personIds: [bobId],
    }),
  )
})

it('leads captains to their list from home and from the page of all emergencies, which they may not see', async () => {
  const { app } = openApp({}, '/dashboard')
  const line = await screen.findByRole('link', { name: `Captain of ${zone.name}: open your list` })
  expect(line.getAttribute('href')).toContain('/captain')
  app.unmount()
  openApp({}, '/emergencies')
  expect(await screen.findByRole('heading', { name: 'Captain' })).toBeTruthy()
  expect(screen.queryByText(/permission/)).toBeNull()
})

it('leads captains to their list from other pages during an emergency, and shows others neither list nor menu entry', async () => {
  const { app } = openApp({ 'captains/open': () => answer(open(anEmergency())) }, '/settings')
  expect(await screen.findByRole('link', { name: 'Open your list' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Captain' })).toBeTruthy()
  app.unmount()
  const others = openApp(createServerHandlers('app_user', [zone]), '/captain')
  expect(await screen.findByText('You’re not a captain')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Captain' })).toBeNull()
  for (const call of ['captains/list', 'captains/open']) expect(others.listInputs(call)).toEqual([])
})
