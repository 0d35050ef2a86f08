import type { Sweep, Team } from '@muster/contract/captains.ts'
import type { EmergencyDetail, OwnEmergency } from '@muster/contract/emergencies.ts'
import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { anEmergencyReport } from '../../testing/emergency-report.ts'
import { answer, failNetwork, fakeServer, type Handlers } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import './board-page.tsx'
import './declare-dialog.tsx'
import './emergency-bar.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const emergencyId = '0192f0c0-0000-7000-8000-000000000601'
const at = '2026-11-20T09:00:00.000Z'

const aCall = (changes: Partial<OwnEmergency> = {}): OwnEmergency => ({
  id: emergencyId,
  zoneName: enteredZone.name,
  kind: 'evacuate',
  drill: false,
  message: 'Meet at gate 3.',
  words: { safe: '', help: '' },
  declaredAt: at,
  declaredBy: 'Mia Test',
  phone: '+91 11 5550 0100',
  points: [],
  position: null,
  answer: null,
  state: 'missing',
  stateAt: null,
  markedBy: '',
  ...changes,
})
const anEmergency = (changes: Partial<EmergencyDetail> = {}): EmergencyDetail => ({
  id: emergencyId,
  scope: 'zone',
  zoneId: enteredZone.id,
  zoneName: enteredZone.name,
  kind: 'evacuate',
  drill: false,
  planName: '',
  message: '',
  declaredBy: { id: null, name: 'Mia Test' },
  declaredAt: at,
  allClearAt: null,
  people: 3,
  states: { help: 0, missing: 2, elsewhere: 0, not_on_site: 0, safe: 1 },
  reasons: [
    { why: 'inside', people: 2 },
    { why: 'not_seen', people: 1 },
  ],
  uncounted: 0,
  missingOffSite: 0,
  missingUnknown: 0,
  groups: [],
  timeZone: 'UTC',
  leftBefore: 0,
  allClearBy: null,
  zones: [{ id: enteredZone.id, name: enteredZone.name, mayMark: true }],
  seesAll: true,
  mayManage: true,
  mayEnd: true,
  ...changes,
})
const aPerson = (changes: Partial<RollPerson> = {}): RollPerson => ({
  id: '0192f0c0-0000-7000-8000-000000000701',
  userId: null,
  name: 'Ann Test',
  phone: '+91 11 5550 0111',
  why: 'not_seen',
  zoneId: enteredZone.id,
  mayMark: true,
  needs: '',
  zoneName: enteredZone.name,
  insideSince: at,
  seenAt: at,
  lastSeenAt: at,
  listName: 'Test, Ann',
  accuracyMeters: 12.4,
  position: null,
  state: 'missing',
  stateAt: null,
  disputed: false,
  uncountedReason: null,
  seenOutsideAt: null,
  claims: [],
  ...changes,
})

const aTeam = (): Team => ({
  id: '0192f0c0-0000-7000-8000-000000000801',
  name: 'Team 1',
  zoneName: enteredZone.name,
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
  zoneName: enteredZone.name,
  state: 'open',
  claim: null,
  disputed: false,
  ...changes,
})

function openApp(
  role: 'app_user' | 'zone_manager_rw' | 'zone_manager_ro',
  handlers: Handlers,
  address: string,
) {
  const inputs: [string, Record<string, unknown>][] = []
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => inputs.push([name, input as Record<string, unknown>]),
  )
  signIn()
  const app = renderApp(address)
  return { app, inputs, user: userEvent.setup() }
}

/** The alarm with this name: the whole screen, or the bar into which it folds. */
const inAlarm = (name = 'Emergency: Leave North yard now') => within(screen.getByRole('region', { name }))

/** Presses a button of the alarm, which ignores presses for a second after it arrives on an open page. */
async function press(user: ReturnType<typeof userEvent.setup>, button: HTMLElement) {
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false), { timeout: 3_000 })
  await user.click(button)
}

it('asks on every page with two answers, and then shows what was said, which can be changed', async () => {
  let call = aCall()
  const { inputs, user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [call] }),
      'emergencies/answer': () => {
        call = aCall({ answer: { state: 'help', at }, state: 'help', stateAt: at })
        return answer({ state: 'help', at })
      },
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Emergency: Leave North yard now' }))
  expect(bar.getByText('Meet at gate 3.')).toBeTruthy()
  expect(bar.queryByText('Drill')).toBeNull()
  await press(user, bar.getByRole('button', { name: 'I need help' }))
  expect(await screen.findByText(/^You asked for help at/)).toBeTruthy()
  expect(inAlarm().getByText('Your managers have been alerted.')).toBeTruthy()
  expect(inAlarm().getByRole('link', { name: 'Call Mia Test' }).getAttribute('href')).toBe(
    'tel:+911155500100',
  )
  expect(inAlarm().queryByRole('button', { name: 'I’m safe' })).toBeNull()
  await user.click(inAlarm().getByRole('button', { name: /Change answer/ }))
  expect(inAlarm().getByRole('button', { name: 'I’m safe' })).toBeTruthy()
  expect(inAlarm().getByText('Meet at gate 3.')).toBeTruthy()
  const [, input] = inputs.find(([name]) => name === 'emergencies/answer') ?? []
  expect(input).toMatchObject({ emergencyId, state: 'help' })
})

it('takes back a call for help that was pressed by mistake', async () => {
  let call = aCall()
  const { inputs, user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [call] }),
      'emergencies/answer': input => {
        call =
          input.state === 'help'
            ? aCall({ answer: { state: 'help', at }, state: 'help', stateAt: at })
            : aCall()
        return answer({ state: call.state, at })
      },
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Emergency: Leave North yard now' }))
  await press(user, bar.getByRole('button', { name: 'I need help' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Change answer/ })),
  )
  await user.click(screen.getByRole('button', { name: 'Pressed by mistake' }))
  expect(await screen.findByRole('button', { name: 'I need help' })).toBeTruthy()
  const [help, undo] = inputs.flatMap(([name, input]) => (name === 'emergencies/answer' ? [input] : []))
  expect(undo).toMatchObject({ state: 'undone', undoes: help?.requestId })
})

it('offers neutral answers below the two large ones, and goes on asking after one', async () => {
  let call = aCall({ neutral: ['I’m on my way', 'I’m not at work today'] })
  const { user, inputs } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [call] }),
      'emergencies/answer': () => {
        call = { ...call, answer: { state: 'neutral', words: 'I’m on my way', at } }
        return answer({ state: 'missing', at })
      },
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Emergency: Leave North yard now' }))
  await press(user, bar.getByRole('button', { name: 'I’m on my way' }))
  expect(await screen.findByText(/^You answered “I’m on my way” at/)).toBeTruthy()
  expect(inAlarm().getByText('You still count as missing. Answer again once you’re safe.')).toBeTruthy()
  expect(inAlarm().getByRole('button', { name: 'I’m safe' })).toBeTruthy()
  expect(inAlarm().queryByRole('button', { name: 'I’m not at work today' })).toBeNull()
  await user.click(inAlarm().getByRole('button', { name: /Show/ }))
  expect(inAlarm().getByRole('button', { name: 'I’m on my way' }).getAttribute('aria-pressed')).toBe('true')
  expect(inAlarm().getByRole('button', { name: 'I’m not at work today' })).toBeTruthy()
  const [, input] = inputs.find(([name]) => name === 'emergencies/answer') ?? []
  expect(input).toMatchObject({ emergencyId, state: 'neutral', choice: 0 })
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

it('keeps an answer without a network, and says that it has not been sent', async () => {
  const { user } = openApp(
    'app_user',
    {
      'emergencies/mine': () => answer({ emergencies: [aCall({ drill: true })] }),
      'emergencies/answer': failNetwork,
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Drill: Leave North yard now' }))
  expect(bar.getByText('Drill')).toBeTruthy()
  await press(user, bar.getByRole('button', { name: 'I’m safe' }))
  const folded = inAlarm('Drill: Leave North yard now')
  expect((await folded.findAllByText(/^You answered “I’m safe” at/)).length).toBeGreaterThan(0)
  expect(folded.getByText('Not sent yet. It will be sent when you’re back online.')).toBeTruthy()
})

it('calls everyone inside with two presses from any page, and says whom it reaches', async () => {
  const { app, inputs, user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/preview': () =>
        answer({
          people: 14,
          ...{ notActive: ['Old yard'], uncounted: 0, reach: { device: 7, app: 3, none: 4 }, notCalled: 6 },
          reasons: [
            { why: 'inside', people: 12 },
            { why: 'not_seen', people: 2 },
          ],
        }),
      'emergencies/declare': () => answer({ emergencyId, people: 14 }),
      'emergencies/get': () => answer(anEmergency()),
      'emergencies/people': () => answer({ rows: [], next: null }),
    },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: 'Call everyone inside' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Call everyone inside' }))
  expect(await dialog.findByText('14 on site: 12 by phone and 2 not seen')).toBeTruthy()
  expect(
    dialog.getByText('7 get a notification on a device · 3 only see it in the app, if they open it'),
  ).toBeTruthy()
  expect(dialog.getByText('4 cannot be reached: call or fetch them.')).toBeTruthy()
  expect(dialog.getByText(/^Not active:/).textContent).toContain('Old yard')
  expect(
    dialog.getByText('6 members are not known to be inside, and are asked only in the app.'),
  ).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Call 14 people' }))
  await waitFor(() => expect(app.path()).toBe(`/emergencies/${emergencyId}`))
  const [, input] = inputs.find(([name]) => name === 'emergencies/declare') ?? []
  expect(input).toMatchObject({ zoneId: enteredZone.id, kind: 'evacuate', drill: false })
})

const aPlan = (changes: Partial<EmergencyPlan>): EmergencyPlan => ({
  id: null,
  kind: 'evacuate',
  name: '',
  message: { text: '', texts: {} },
  language: null,
  usedFirst: false,
  audience: [],
  answers: {},
  pointNames: [],
  askAgainMinutes: null,
  tellAfterMinutes: null,
  contacts: [],
  changedAt: null,
  usedAt: null,
  ...changes,
})

it('sends the plan that was on the screen, although the plans of the zone arrive later', async () => {
  const plans = [
    aPlan({ id: '0192f0c0-0000-7000-8000-000000000901', kind: 'shelter', name: 'A gas leak' }),
    aPlan({ id: '0192f0c0-0000-7000-8000-000000000902', name: 'B fire', usedFirst: true }),
    aPlan({ kind: 'welfare' }),
  ]
  let sendPlans: () => void = () => undefined
  const { inputs, user } = openApp(
    'zone_manager_rw',
    {
      'emergencyPlans/list': () =>
        new Promise(resolve => {
          sendPlans = () => resolve(answer({ plans }))
        }),
      'emergencies/preview': () =>
        answer({
          people: 14,
          notActive: [],
          uncounted: 0,
          reach: { device: 7, app: 3, none: 4 },
          notCalled: 6,
          reasons: [],
        }),
      'emergencies/declare': () => answer({ emergencyId, people: 14 }),
      'emergencies/get': () => answer(anEmergency()),
      'emergencies/people': () => answer({ rows: [], next: null }),
    },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: 'Call everyone inside' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Call everyone inside' }))
  const shownPlan = () => dialog.queryByRole('radio', { checked: true })?.textContent
  await waitFor(() => expect(shownPlan()).toBe('Leave the site'), { timeout: 4_000 })
  expect(dialog.getByText(/^The zone’s own plans aren’t loaded/)).toBeTruthy()
  sendPlans()
  expect(await dialog.findByRole('radio', { name: /^B fire/ })).toBeTruthy()
  expect(shownPlan()).toBe('Leave the site')
  await user.click(dialog.getByRole('button', { name: 'Call 14 people' }))
  await waitFor(() => expect(inputs.some(([name]) => name === 'emergencies/declare')).toBe(true))
  const [, input] = inputs.find(([name]) => name === 'emergencies/declare') ?? []
  expect(input).toMatchObject({ kind: 'evacuate', emergencyPlanId: null })
})

it('leads a second manager to the board of the call that is open, and lets them call again only after another press', async () => {
  const { app, user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/list': () =>
        answer({
          rows: [
            anEmergency({
              ...{ drill: false, scope: 'zone', zoneIds: [enteredZone.id], people: 697 },
              timeZone: 'Asia/Kolkata',
              states: { help: 0, missing: 693, elsewhere: 0, not_on_site: 0, safe: 4 },
            }),
          ],
          next: null,
        }),
      'emergencies/get': () => answer(anEmergency()),
      'emergencies/people': () => answer({ rows: [], next: null }),
    },
    '/emergencies?call=true',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Call everyone inside' }))
  expect(await dialog.findByText(/^Called at .*14:30 \(Asia\/Kolkata\) by .* · 697 people$/)).toBeTruthy()
  expect(dialog.queryByLabelText('Message (optional)')).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).not.toBe('Close')
  await user.click(dialog.getByRole('button', { name: 'Drill or another call' }))
  expect(await dialog.findByLabelText('Message (optional)')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('link', { name: 'Open board, 693 missing' }))
  await waitFor(() => expect(app.path()).toBe(`/emergencies/${emergencyId}`))
})

it('offers the call to nobody who may not send, and no marks to those who only watch', async () => {
  openApp(
    'zone_manager_ro',
    {
      'emergencies/get': () => answer(anEmergency({ mayManage: false, mayEnd: false })),
      'emergencies/people': () => answer({ rows: [aPerson({ mayMark: false })], next: null }),
    },
    `/emergencies/${emergencyId}`,
  )
  expect(await screen.findByText('Ann Test')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Call everyone inside' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mark Ann Test as safe' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'All clear' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Call Ann Test' }).getAttribute('href')).toBe('tel:+911155500111')
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

it('has those who need help above the missing, and says before the all clear what is not finished', async () => {
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

it('tells somebody who was seen at an assembly point that they count as safe', async () => {
  openApp(
    'app_user',
    { 'emergencies/mine': () => answer({ emergencies: [aCall({ state: 'safe', stateAt: at })] }) },
    '/settings',
  )
  fireEvent.click(
    await screen.findByRole('button', { name: /You already count as safe. Answer if you need help./ }),
  )
  expect(inAlarm().getByRole('button', { name: 'I need help' })).toBeTruthy()
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

it('does not say that nobody was called when only the answer was lost', async () => {
  const { user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/preview': () =>
        answer({
          people: 14,
          notActive: [],
          uncounted: 0,
          reach: { device: 7, app: 3, none: 4 },
          notCalled: 6,
          reasons: [{ why: 'inside', people: 14 }],
        }),
      'emergencies/declare': failNetwork,
    },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: 'Call everyone inside' }))
  await user.click(await screen.findByRole('button', { name: 'Call 14 people' }))
  expect(await screen.findByText(/It’s not certain that people were called/)).toBeTruthy()
})

it('shows no number of another choice while people are counted again', async () => {
  const { user } = openApp(
    'zone_manager_rw',
    {
      'emergencies/preview': (input: unknown) =>
        (input as { kind: string }).kind === 'evacuate'
          ? answer({
              people: 14,
              notActive: [],
              uncounted: 0,
              reach: { device: 7, app: 3, none: 4 },
              notCalled: 6,
              reasons: [{ why: 'inside', people: 14 }],
            })
          : new Promise(() => undefined),
    },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: 'Call everyone inside' }))
  expect(await screen.findByText('14 on site: 14 by phone')).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: /^Keep away/ }))
  expect(await screen.findByText('Counting people…')).toBeTruthy()
  expect(screen.queryByText(/on site/)).toBeNull()
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

it('says what the times of a row are, and that a visitor signed in', async () => {
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
