import type { Sweep, Team } from '@muster/contract/captains.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anEmergencyReport } from '../../testing/emergency-report.ts'
import { answer, failNetwork } from '../../testing/fake-server.ts'
import { anEmergency, aPerson, at, emergencyId, zone } from './testing/an-emergency.ts'
import './board-page.tsx'
import './declare-dialog.tsx'
import './emergency-bar.tsx'
import { openApp } from './testing/open-app.tsx'

const aTeam = (): Team => ({
  id: '0192f0c0-0000-7000-8000-000000000801',
  name: 'Team 1',
  zoneName: zone.name,
  intervalMinutes: 20,
  startedBy: 'Cap Test',
  startedAt: at,
  endedAt: null,
  people: [
    { id: 'jai', name: 'Jai', phone: '', confirmed: { by: 'Cap Test', at } },
    { id: 'vikram', name: 'Vikram', phone: '', confirmed: null },
  ],
  rounds: [],
  incompleteRounds: 0,
})

const anArea = (changes: Partial<Sweep>): Sweep => ({
  areaId: `area ${changes.name}`,
  name: 'Workshop',
  zoneName: zone.name,
  state: 'open',
  claim: null,
  disputed: false,
  ...changes,
})

it('filters the missing by whether they have answered', async () => {
  const { user, inputs } = openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () => answer(anEmergency({ answered: 1 })),
      'emergencies/people': () =>
        answer({ rows: [aPerson({ answer: { words: 'I’m on my way', at } })], next: null }),
    },
    `/emergencies/${emergencyId}?state=missing`,
  )
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('radio', { name: 'Answered: 1' }))
  await waitFor(() =>
    expect(inputs.findLast(([name]) => name === 'emergencies/people')?.[1]).toMatchObject({
      answered: 'yes',
    }),
  )
  expect(screen.getByRole('radio', { name: 'No answer: 1' })).toBeTruthy()
})

it('lists the missing first, marks them with one press, and lists others by their number', async () => {
  const { inputs, user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () => answer(anEmergency()),
      'emergencies/people': () =>
        answer({
          rows: [
            aPerson({
              disputed: true,
              claims: [
                { state: 'missing', how: 'captain', place: 'Gate 3', by: 'Mia Test', at, receivedAt: at },
                { state: 'safe', how: 'own', place: '', by: 'Ann Test', at, receivedAt: at },
              ],
            }),
          ],
          next: null,
        }),
      'emergencies/mark': () => answer({ people: 1 }),
    },
    `/emergencies/${emergencyId}`,
  )
  expect(await screen.findByRole('button', { name: '2 Missing', pressed: true })).toBeTruthy()
  expect(await screen.findByText('Two answers')).toBeTruthy()
  expect(screen.getByText(/^Missing: Mia Test.* · Gate 3$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Ann Test/ }))
  expect(await screen.findByText(/^Safe, /)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Mark Ann Test as safe' }))
  await waitFor(() => expect(inputs.some(([name]) => name === 'emergencies/mark')).toBe(true))
  await user.click(screen.getByRole('button', { name: '1 Safe' }))
  await waitFor(() =>
    expect(inputs.some(([name, input]) => name === 'emergencies/people' && input.state === 'safe')).toBe(
      true,
    ),
  )
})

it('lists people who need help above the missing, and names what is unfinished before the all clear', async () => {
  const { inputs, user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () =>
        answer(anEmergency({ states: { help: 1, missing: 2, elsewhere: 0, not_on_site: 0, safe: 0 } })),
      'emergencies/people': (input: unknown) =>
        answer({
          rows:
            (input as { state: string }).state === 'help'
              ? [aPerson({ state: 'help' })]
              : [aPerson({ id: '0192f0c0-0000-7000-8000-000000000702', name: 'Bob Test' })],
          next: null,
        }),
      'captains/teams': () => answer({ teams: [aTeam()] }),
      'captains/sweeps': () =>
        answer({ sweeps: [anArea({ state: 'clear' }), anArea({ name: 'Crane 2 cabin' })] }),
      'emergencies/allClear': () => answer({ allClearAt: at }),
    },
    `/emergencies/${emergencyId}`,
  )
  expect(await screen.findByRole('button', { name: '2 Missing', pressed: true })).toBeTruthy()
  const help = await screen.findByRole('list', { name: 'Needs help' })
  const missing = await screen.findByRole('list', { name: 'Missing' })
  expect(help.compareDocumentPosition(missing) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(within(help).getByText('Ann Test')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'All clear' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give the all clear?' }))
  expect(await dialog.findByText('1 person needs help: Ann Test')).toBeTruthy()
  expect(await dialog.findByText('2 people are missing: Bob Test and 1 more')).toBeTruthy()
  expect(
    await dialog.findByText('Team 1 is inside: Jai and Vikram. Not confirmed in this round: Vikram'),
  ).toBeTruthy()
  expect(dialog.getByText('1 of 2 areas not clear: Crane 2 cabin')).toBeTruthy()
  const send = dialog.getByRole('button', {
    name: 'All clear with 1 in need of help, 2 missing, and 2 inside',
  })
  expect((send as HTMLButtonElement).disabled).toBe(true)
  await user.click(
    dialog.getByRole('checkbox', {
      name: 'I know that 1 person needs help, 2 people are missing, and 2 people are inside with teams.',
    }),
  )
  await user.click(send)
  await waitFor(() => expect(inputs.some(([name]) => name === 'emergencies/allClear')).toBe(true))
})

it('keeps a mark without a network beside the person, and says that it has not been sent', async () => {
  const { user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () => answer(anEmergency()),
      'emergencies/people': () => answer({ rows: [aPerson()], next: null }),
      'emergencies/mark': failNetwork,
    },
    `/emergencies/${emergencyId}`,
  )
  await user.click(await screen.findByRole('button', { name: 'Mark Ann Test as safe' }))
  expect((await screen.findByText(/Not sent yet/)).textContent).toMatch(/^Safe/)
})

it('keeps the screen of the board on until the all clear', async () => {
  const request = vi.fn(async () => ({ release: async () => undefined }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  let emergency = anEmergency({ allClearAt: at })
  const handlers = {
    'emergencies/get': () => answer(emergency),
    'emergencies/report': () => answer(anEmergencyReport()),
    'emergencies/people': () => answer({ rows: [], next: null }),
    'emergencyReports/record': () => answer({ record: null }),
    'emergencyReports/findings': () => answer({ findings: [] }),
  }
  const { app } = openApp('zone_manager_rw', handlers, `/emergencies/${emergencyId}`)
  await screen.findByRole('region', { name: 'Report' })
  expect(request).not.toHaveBeenCalled()
  app.unmount()
  emergency = anEmergency()
  openApp('zone_manager_rw', handlers, `/emergencies/${emergencyId}`)
  await waitFor(() => expect(request).toHaveBeenCalledWith('screen'))
  Reflect.deleteProperty(navigator, 'wakeLock')
})

it('does not say that everybody is accounted for while somebody needs help', async () => {
  openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () =>
        answer(anEmergency({ states: { help: 2, missing: 0, elsewhere: 0, not_on_site: 0, safe: 1 } })),
      'emergencies/people': () => answer({ rows: [], next: null }),
    },
    `/emergencies/${emergencyId}?state=missing`,
  )
  expect(await screen.findByText('Nobody is missing')).toBeTruthy()
  expect(screen.getByText('2 people still need help.')).toBeTruthy()
})

it('prints without a connection the people on this device, each once, with those who need help first', async () => {
  const ann = aPerson({ needs: 'Help on stairs' })
  const bob = aPerson({ id: '0192f0c0-0000-7000-8000-000000000702', name: 'Bob Test', listName: 'Test, Bob' })
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () =>
        answer(anEmergency({ states: { help: 1, missing: 1, elsewhere: 0, not_on_site: 0, safe: 0 } })),
      'emergencyBoard/positions': () => answer({ positions: [] }),
      'emergencies/people': (input: unknown) => {
        const { state } = input as { state: string }
        return answer({ rows: state === 'help' ? [{ ...bob, state: 'help' as const }] : [ann], next: null })
      },
    },
    `/emergencies/${emergencyId}`,
  )
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText('Ann Test')).toBeTruthy()
  expect(await main.findByText('Bob Test')).toBeTruthy()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await user.click(await main.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalled())
  const sheets = within(document.querySelector('[data-print-alone]') as HTMLElement)
  expect(sheets.getByText(/only people loaded on this device are listed/)).toBeTruthy()
  expect(sheets.getByRole('cell', { name: 'Help needed to leave: Help on stairs' })).toBeTruthy()
  const names = sheets.getAllByText(/^Test, /).map(it => it.textContent)
  expect(names).toEqual(['Test, Bob', 'Test, Ann'])
})

it('offers to undo a mark, which is another mark; a call for help is taken back', async () => {
  const { inputs, user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () => answer(anEmergency()),
      'emergencies/people': () => answer({ rows: [aPerson()], next: null }),
      'emergencies/mark': () => answer({ people: 1 }),
    },
    `/emergencies/${emergencyId}`,
  )
  const readMarks = () =>
    inputs.flatMap(([name, input]) => (name === 'emergencies/mark' ? [input.state as string] : []))
  await user.click(await screen.findByRole('button', { name: 'Mark Ann Test as safe' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(readMarks()).toEqual(['safe', 'missing']))
  expect(await screen.findByText('Ann Test: Missing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More for Ann Test' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Needs help' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(readMarks()).toEqual(['safe', 'missing', 'help', 'undone']))
  const [help, undo] = inputs.filter(([name]) => name === 'emergencies/mark').slice(2)
  expect(undo?.[1].undoes).toBe(help?.[1].requestId)
})

it('labels the times of a row, and marks visitors as signed in', async () => {
  const visitor = aPerson({
    ...{ id: '0192f0c0-0000-7000-8000-000000000702', name: 'Vera Visitor', why: 'visitor' },
    ...{ seenAt: null, accuracyMeters: null },
  })
  const position = { lat: 47, lng: 8, accuracyMeters: 8, at: '2026-11-20T09:04:00.000Z' }
  const { user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/get': () => answer(anEmergency()),
      'emergencies/people': ({ personId }) =>
        answer({ rows: personId ? [aPerson()] : [aPerson(), visitor], next: null }),
      'emergencyBoard/positions': () =>
        answer({
          positions: [
            {
              ...position,
              personId: aPerson().id,
              name: 'Ann Test',
              state: 'missing',
              why: 'inside',
              zoneId: null,
              company: '',
            },
          ],
        }),
    },
    `/emergencies/${emergencyId}`,
  )
  expect(await screen.findByText(/last seen/)).toBeTruthy()
  expect(screen.getByText(/Signed in/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Ann Test/ }))
  const last = await screen.findByText(/^Last known position/)
  const before = screen.getByText(/^Before, at the call: seen/)
  expect(last.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
