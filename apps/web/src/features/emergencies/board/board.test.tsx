import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { SoughtPosition } from '@muster/contract/emergency-board.ts'
import type { ReportRun } from '@muster/contract/report-runs.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { zoneSelectionStore } from '../../../lib/session/zone-selection-store.ts'
import { anEmergencyReport } from '../../../testing/emergency-report.ts'
import { answer, fakeServer, type Handlers, neverAnswer, refusal } from '../../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderPage } from '../../../testing/render.tsx'
import { noticeLayer } from '../../../ui/toast/notice-layer.ts'
import '../board-page.tsx'
import '../responders/responders-screen.tsx'
import '../responders/links-dialog.tsx'
import '../../reports/public.ts'
import { createDeskSound } from './desk-sound.ts'

const zone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const emergencyId = '0192f0c0-0000-7000-8000-000000000601'
const personId = '0192f0c0-0000-7000-8000-000000000701'
const at = '2026-11-20T09:00:00.000Z'
const anEmergency = (changes: Partial<EmergencyDetail> = {}): EmergencyDetail => ({
  ...{ id: emergencyId, zoneId: zone.id, zoneName: zone.name, kind: 'evacuate', drill: true, message: '' },
  ...{ declaredBy: { id: null, name: 'Mia Test' }, declaredAt: at, allClearAt: null, people: 3 },
  states: { help: 0, missing: 2, elsewhere: 0, not_on_site: 0, safe: 1 },
  ...{
    planName: '',
    reasons: [],
    allClearBy: null,
    mayManage: true,
    mayEnd: true,
    seesAll: true,
    uncounted: 0,
    missingOffSite: 0,
    missingUnknown: 0,
    groups: [],
    timeZone: 'UTC',
    leftBefore: 0,
  },
  ...{ scope: 'zone', zones: [{ id: zone.id, name: zone.name, mayMark: true }] },
  ...changes,
})
const aPerson = (changes: Partial<RollPerson> = {}): RollPerson => ({
  ...{ id: personId, userId: null, name: 'Ann Test', phone: '+91 11 5550 0111', why: 'inside' },
  ...{
    zoneId: zone.id,
    zoneName: zone.name,
    mayMark: true,
    uncountedReason: null,
    seenOutsideAt: null,
    insideSince: at,
    seenAt: at,
    lastSeenAt: at,
    listName: 'Test, Ann',
    accuracyMeters: 12,
    position: null,
  },
  ...{ state: 'missing', stateAt: null, needs: '', disputed: false, claims: [] },
  ...changes,
})
const aPosition = (changes: Partial<SoughtPosition> = {}): SoughtPosition => ({
  ...{ personId, name: 'Ann Test', state: 'missing', lat: 47.0000625, lng: 8.0000625, accuracyMeters: 8, at },
  ...{ why: 'inside', zoneId: zone.id, company: '' },
  ...changes,
})
const bobId = '0192f0c0-0000-7000-8000-000000000702'
const southZoneId = '0192f0c0-0000-7000-8000-000000000999'
const boardHandlers: Handlers = {
  'emergencies/get': () => answer(anEmergency()),
  'emergencies/people': () => answer({ rows: [aPerson()], next: null }),
  'emergencies/list': () => answer({ rows: [], next: null }),
  'emergencyBoard/positions': () => answer({ positions: [aPosition()] }),
  'emergencyBoard/places': () =>
    answer({
      zones: [
        { zoneId: zone.id, zoneName: 'North yard', help: 0, missing: 2, safe: 0 },
        {
          zoneId: southZoneId,
          zoneName: 'South yard',
          help: 0,
          missing: 0,
          safe: 1,
        },
      ],
      places: [
        { place: 'Gate 3', safe: 1 },
        { place: '', safe: 1 },
      ],
      companies: [{ company: 'Acme', people: 2 }],
    }),
}

const aRun = (changes: Partial<ReportRun> = {}): ReportRun => ({
  ...{ id: '0192f0c0-0000-7000-8000-0000000000d1', kind: 'missing', emergencyId, zoneId: zone.id },
  ...{ groupId: null, userId: null, from: '2026-11-20', to: '2026-11-20', isFiltered: false, format: 'pdf' },
  ...{ state: 'waiting', percent: 0, rows: null, bytes: null, problem: null, askedAt: at },
  ...{ finishedAt: null, expiresAt: null },
  ...changes,
})

const ownZones: MyZone[] = [{ ...zone, myRole: 'zone_manager_rw' }]

function openBoard(handlers: Handlers = {}, address = `/emergencies/${emergencyId}`, zones = ownZones) {
  const inputs: [string, Record<string, unknown>][] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', zones),
      ...boardHandlers,
      ...handlers,
    },
    (name, input) => inputs.push([name, input as Record<string, unknown>]),
  )
  signIn()
  return { app: renderPage(address), inputs, user: userEvent.setup() }
}

/** A sound device whose browser blocks it until `resume` is called on a press. */
class FakeAudioContext extends EventTarget {
  state: 'suspended' | 'running'
  currentTime = 0
  readonly destination = {}
  readonly starts: number[] = []
  isAllowed: boolean
  constructor(isAllowed: boolean) {
    super()
    this.isAllowed = isAllowed
    this.state = isAllowed ? 'running' : 'suspended'
  }
  async resume() {
    if (this.isAllowed) this.state = 'running'
    this.dispatchEvent(new Event('statechange'))
  }
  async close() {}
  createGain() {
    const node = {
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      connect: () => undefined,
    }
    return node
  }
  createOscillator() {
    return {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: (time: number) => this.starts.push(time),
      stop: () => undefined,
    }
  }
}

function stubSound(isAllowed: boolean): FakeAudioContext {
  const context = new FakeAudioContext(isAllowed)
  vi.stubGlobal('AudioContext', function stubContext() {
    return context
  })
  return context
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('lists those last who are called but not on the site, below a heading with their number', async () => {
  const away = aPerson({ id: '0192f0c0-0000-7000-8000-000000000702', name: 'Cem Test', why: 'off_site' })
  openBoard({
    'emergencies/get': () => answer(anEmergency({ missingOffSite: 1 })),
    'emergencies/people': () => answer({ rows: [aPerson(), away], next: null }),
  })
  const list = within(await screen.findByRole('list', { name: 'Missing' }))
  const items = await list.findAllByRole('listitem')
  expect(items.map(it => within(it).getByRole('heading').textContent)).toEqual([
    'Missing: 1',
    'Called, not on site: 1',
  ])
})

it('shows the heading of the missing before the first person off the site is loaded', async () => {
  openBoard({
    'emergencies/get': () => answer(anEmergency({ missingOffSite: 1 })),
    'emergencies/people': () => answer({ rows: [aPerson()], next: null }),
  })
  const list = within(await screen.findByRole('list', { name: 'Missing' }))
  expect((await list.findByRole('heading')).textContent).toBe('Missing: 1')
})

it('puts no heading of the missing above people of another list while the missing load', async () => {
  const away = aPerson({ id: bobId, name: 'Cem Test', why: 'off_site', state: 'safe' })
  const { user } = openBoard(
    {
      'emergencies/get': () => answer(anEmergency({ missingOffSite: 1 })),
      'emergencies/people': ({ state }) =>
        state === 'missing' ? neverAnswer() : answer({ rows: [away], next: null }),
    },
    `/emergencies/${emergencyId}?state=safe`,
  )
  expect(await screen.findByText('Cem Test')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '2 Missing' }))
  const list = within(await screen.findByRole('list', { name: 'Missing' }))
  expect(list.getByText('Cem Test')).toBeTruthy()
  expect(list.queryByRole('heading')).toBeNull()
})

it('says nothing about unknown positions when they could not be read, and reads them again', async () => {
  let isRefused = true
  const { user } = openBoard(
    {
      'emergencyBoard/positions': () =>
        isRefused ? refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests') : answer({ positions: [] }),
    },
    `/emergencies/${emergencyId}?map=true`,
  )
  expect(await screen.findByText(/^Failed to load positions/)).toBeTruthy()
  expect(screen.queryByText(/^No position of the people/)).toBeNull()
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/^No position of the people/)).toBeTruthy()
})

it('shows figures by answer only for the whole list, and drops the filter with a number of a zone', async () => {
  const { app, user } = openBoard(
    { 'emergencies/get': () => answer(anEmergency({ answered: 1 })) },
    `/emergencies/${emergencyId}?answered=no`,
  )
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  expect(await screen.findByRole('radio', { name: 'No answer: 1' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'North yard, Missing: 2' }))
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  expect(await screen.findByRole('radio', { name: 'No answer' })).toBeTruthy()
  expect(app.path()).not.toContain('answered=')
})

it('prints by the browser’s keys the PDF for responders, and without a connection the list with the neutral answers of the PDF', async () => {
  vi.stubGlobal('print', () => undefined)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:missing')
  const open = vi.spyOn(window, 'open').mockReturnValue(window)
  const { user } = openBoard({
    'emergencies/people': ({ state }) =>
      answer({
        rows: state === 'missing' ? [aPerson({ answer: { words: 'I’m not at work today', at } })] : [],
        next: null,
      }),
  })
  await screen.findByText('Ann Test')
  const originalFetch = globalThis.fetch
  let isConnected = true
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!isConnected) throw new TypeError('Failed to fetch')
    return request.url.endsWith('/download/emergency') ? new Response('%PDF') : originalFetch(request)
  })
  await user.keyboard('{Control>}p{/Control}')
  await waitFor(() => expect(open).toHaveBeenCalledWith('blob:missing', '_blank'))
  expect(document.querySelector('[data-print-alone]')).toBeNull()
  isConnected = false
  await user.keyboard('{Control>}p{/Control}')
  await waitFor(() =>
    expect(document.querySelector('[data-print-alone]')?.textContent).toContain(
      'Answered: I’m not at work today',
    ),
  )
})

it('filters the list by zone and place, and Back undoes it', async () => {
  const { app, inputs, user } = openBoard()
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('button', { name: 'North yard, Missing: 2' }))
  await waitFor(() => expect(app.path()).toContain(`zone=${zone.id}`))
  expect((await screen.findByText(/^Only/)).textContent).toBe('Only North yard')
  await waitFor(() =>
    expect(inputs.some(([name, input]) => name === 'emergencies/people' && input.zoneId === zone.id)).toBe(
      true,
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('button', { name: 'Gate 3: 1 safe' }))
  await waitFor(() => expect(app.path()).toContain('place=Gate'))
  expect(app.path()).toContain('state=safe')
  expect(app.path()).not.toContain('zone=')
  act(() => app.router.history.back())
  await waitFor(() => expect(app.path()).toContain(`zone=${zone.id}`))
  await user.click(screen.getByRole('button', { name: 'Show everybody' }))
  await waitFor(() => expect(app.path()).not.toContain('zone='))
})

it('shows the last known position in the details, with its plus code, which can be copied', async () => {
  const { user } = openBoard()
  await user.click(await screen.findByRole('button', { name: 'Ann Test' }))
  expect(await screen.findByText('47.00006, 8.00006 · 8FVC2222+22')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('47.00006, 8.00006 8FVC2222+22')
})

it('sends a message to the missing, after saying whom it reaches how', async () => {
  const { inputs, user } = openBoard({
    'emergencyBoard/reach': () =>
      answer({
        people: 3,
        reach: { device: 1, app: 2, none: 2 },
        withoutAccount: [{ why: 'visitor', people: 2 }],
      }),
    'emergencyBoard/message': () => answer({ people: 3, withoutAccount: 2 }),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Message to the missing' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Message to the missing' }))
  expect(
    await dialog.findByText('1 gets a notification on a device · 2 only see it in the app, if they open it'),
  ).toBeTruthy()
  expect(dialog.getByText('2 cannot be reached: call or fetch them.')).toBeTruthy()
  expect(dialog.getByText('The message says that this is a drill.')).toBeTruthy()
  const field = dialog.getByLabelText('Message')
  expect((field as HTMLTextAreaElement).value).toContain('Leave now')
  await user.clear(field)
  await user.type(field, 'Call the gate.')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(inputs.some(([name]) => name === 'emergencyBoard/message')).toBe(true))
  const [, input] = inputs.find(([name]) => name === 'emergencyBoard/message') ?? []
  expect(input).toMatchObject({ emergencyId, state: 'missing', message: 'Call the gate.' })
})

it('proposes to people who need help no text that sends them away or says that they did not answer', async () => {
  const { user } = openBoard({
    'emergencyBoard/reach': () =>
      answer({ people: 1, reach: { device: 1, app: 0, none: 0 }, withoutAccount: [] }),
    'emergencies/get': () =>
      answer(anEmergency({ states: { help: 1, missing: 1, elsewhere: 0, not_on_site: 0, safe: 1 } })),
  })
  await user.click(await screen.findByRole('button', { name: '1 Needs help' }))
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Message to people who need help' }))
  const text = (await screen.findByLabelText<HTMLTextAreaElement>('Message')).value
  expect(text).toContain('We know that you need help')
  expect(text).not.toContain('Leave now')
})

it('keeps the list of the missing when somebody asks for help while it is open', async () => {
  let help = 0
  const { user } = openBoard({
    'emergencies/get': () =>
      answer(anEmergency({ states: { help, missing: 2, elsewhere: 0, not_on_site: 0, safe: 1 } })),
    'emergencies/people': () => answer({ rows: [aPerson()], next: null }),
    'emergencies/mark': () => answer({ people: 1 }),
  })
  expect(await screen.findByRole('button', { name: '2 Missing', pressed: true })).toBeTruthy()
  help = 1
  // The mark reads the board again.
  await user.click(await screen.findByRole('button', { name: 'Mark Ann Test as safe' }))
  expect(await screen.findByRole('button', { name: '1 Needs help', pressed: false })).toBeTruthy()
  expect(screen.getByRole('button', { name: '2 Missing', pressed: true })).toBeTruthy()
})

it('says honestly whether the browser blocks the sound, and turns it on with a press', async () => {
  const context = stubSound(false)
  const { user } = openBoard()
  const more = await screen.findByRole('button', { name: 'More' })
  more.focus()
  await user.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Sound is blocked: tap to turn it on' })
  expect(context.starts).toEqual([])
  context.isAllowed = true
  await user.click(item)
  await user.click(more)
  expect(await screen.findByRole('menuitem', { name: 'Sound is on' })).toBeTruthy()
  expect(context.starts).toHaveLength(1)
})

it('sounds when somebody newly needs help, not for those who needed it when the board was opened', async () => {
  const context = stubSound(true)
  let helpIds = [personId]
  const { user } = openBoard(
    {
      'emergencies/get': () =>
        answer(
          anEmergency({
            states: { help: helpIds.length, missing: 1, elsewhere: 0, not_on_site: 0, safe: 1 },
          }),
        ),
      'emergencies/people': () =>
        answer({ rows: helpIds.map(id => aPerson({ id, state: 'help' })), next: null }),
      'emergencies/mark': () => answer({ people: 1 }),
    },
    `/emergencies/${emergencyId}?state=help`,
  )
  const mark = await screen.findByRole('button', { name: 'Mark Ann Test as safe' })
  const before = context.starts.length
  // The mark reads the board again.
  await user.click(mark)
  await waitFor(() => expect((mark as HTMLButtonElement).disabled).toBe(false))
  expect(context.starts).toHaveLength(before)
  helpIds = [personId, '0192f0c0-0000-7000-8000-000000000702']
  await user.click(mark)
  await waitFor(() => expect(context.starts).toHaveLength(before + 6))
})

it('plays the alarm in one tab only', async () => {
  const lockState = { current: false }
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: {
      request: async (_name: string, _options: object, work: (lock: object | null) => Promise<void>) => {
        if (lockState.current) return work(null)
        lockState.current = true
        return work({})
      },
    },
  })
  const [first, second] = [new FakeAudioContext(true), new FakeAudioContext(true)]
  void createDeskSound(first as unknown as AudioContext).alarm()
  await createDeskSound(second as unknown as AudioContext).alarm()
  expect(first.starts).toHaveLength(6)
  expect(second.starts).toEqual([])
})

it('names the missing in the title of the tab until the all clear', async () => {
  let emergency = anEmergency()
  const { app } = openBoard({
    'emergencies/get': () => answer(emergency),
    'emergencies/report': () => answer(anEmergencyReport()),
  })
  await waitFor(() => expect(document.title).toMatch(/^\(2 missing\) /))
  app.unmount()
  await waitFor(() => expect(document.title).not.toMatch(/missing/))
  emergency = anEmergency({ allClearAt: at })
  openBoard({
    'emergencies/get': () => answer(emergency),
    'emergencies/report': () => answer(anEmergencyReport()),
  })
  await screen.findByRole('region', { name: 'Report' })
  expect(document.title).not.toMatch(/missing/)
})

it('makes a link for responders, and shows the link and its code once', async () => {
  const { user } = openBoard({
    'responders/links': () => answer({ links: [] }),
    'responders/create': () =>
      answer({
        linkId: personId,
        link: 'https://muster.example/#/responders/secret',
        code: '123456',
        expiresAt: '2036-01-01T00:00:00.000Z',
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Links for responders' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Links for responders' }))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('https://muster.example/#/responders/secret')).toBeTruthy()
  expect(dialog.getByText('123 456')).toBeTruthy()
})

it('says until when a link for responders takes no code from an address', async () => {
  const link = {
    ...{ id: personId, createdBy: 'Mia Test', createdAt: at, expiresAt: '2036-01-01T00:00:00.000Z' },
    ...{ opens: 0, openedAt: null, mayRevoke: true },
  }
  const { user } = openBoard({
    'responders/links': () =>
      answer({
        links: [
          { ...link, state: 'locked' as const, lockedUntil: '2036-01-01T00:00:00.000Z' },
          { ...link, id: emergencyId, state: 'blocked' as const, lockedUntil: null },
        ],
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Links for responders' }))
  expect((await screen.findByText(/^Devices at the same address can’t open it until/)).textContent).toContain(
    '2036',
  )
  expect(screen.getByText(/^It no longer accepts codes/)).toBeTruthy()
})

it('opens the list for responders with the code, without an account, and ends with the link', async () => {
  let isEnded = false
  fakeServer({
    'responders/open': input =>
      (input as { code: string }).code === '123456'
        ? answer({ key: 'key', expiresAt: '2036-01-01T00:00:00.000Z' })
        : refusal(403, 'RESPONDER_CODE_WRONG', 'This code is wrong.'),
    'responders/read': () =>
      isEnded
        ? refusal(410, 'RESPONDER_LINK_ENDED', 'Ended')
        : answer({
            board: anEmergency(),
            zones: [],
            inside: [],
            people: [
              {
                ...{
                  id: personId,
                  name: 'Ann Test',
                  phone: '+91 11 5550 0111',
                  state: 'help',
                  why: 'inside',
                },
                ...{ zoneName: zone.name, seenAt: at, needs: '' },
                position: { lat: 47.0000625, lng: 8.0000625, accuracyMeters: 8, at },
              },
            ],
            total: 1,
            at,
            seesAll: true,
            missingOffSite: 0,
            missingUnknown: 0,
            expiresAt: '2036-01-01T00:00:00.000Z',
          }),
  })
  const user = userEvent.setup()
  const app = renderPage('/responders/secret')
  const boxes = await screen.findAllByRole('textbox')
  await user.click(boxes[0] as HTMLElement)
  await user.paste('000000')
  expect(await screen.findByText(/This code is wrong/)).toBeTruthy()
  await user.click(screen.getAllByRole('textbox')[0] as HTMLElement)
  await user.paste('123456')
  expect(await screen.findByText('Ann Test')).toBeTruthy()
  expect(screen.getByText('47.00006, 8.00006 · 8FVC2222+22')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Call Ann Test' }).getAttribute('href')).toBe('tel:+911155500111')
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex')
  app.unmount()
  // A reload of the tab needs no code again, until the link ends.
  isEnded = true
  renderPage('/responders/secret')
  expect(await screen.findByText('This link no longer works')).toBeTruthy()
})

/** A board with Ann and Bob, of whom a mark removes one. */
function openBoardOfTwo() {
  const marked = new Set<string>()
  const people = [aPerson(), aPerson({ id: bobId, name: 'Bob Test' })]
  return openBoard({
    'emergencies/get': () =>
      answer(
        anEmergency({
          states: { help: 0, missing: 2 - marked.size, elsewhere: 0, not_on_site: 0, safe: 1 + marked.size },
        }),
      ),
    'emergencies/people': ({ state }) =>
      answer({ rows: state === 'missing' ? people.filter(it => !marked.has(it.id)) : [], next: null }),
    'emergencies/mark': ({ personIds }) => {
      for (const id of personIds) marked.add(id)
      return answer({ people: 1 })
    },
  })
}

it('moves the focus to the next person after a mark, and announces the mark with those missing', async () => {
  const { user } = openBoardOfTwo()
  const button = await screen.findByRole('button', { name: 'Mark Ann Test as safe' })
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Mark Bob Test as safe'),
  )
  await waitFor(() => expect(screen.queryByText('Ann Test')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Mark Bob Test as safe')
  const region = screen.getByTestId('live-region')
  await waitFor(() => expect(region.textContent).toBe('Ann Test: Safe. 1 missing'), { timeout: 3_000 })
  await user.keyboard('{Enter}')
  // Nobody is left whose button could take it.
  await screen.findByText('Nobody is missing')
  expect(document.activeElement?.contains(screen.getByText('Nobody is missing'))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

it('leaves the focus where somebody has moved it before the mark was stored', async () => {
  let store = () => undefined as unknown
  const { user } = openBoard({
    'emergencies/people': () =>
      answer({ rows: [aPerson(), aPerson({ id: bobId, name: 'Bob Test' })], next: null }),
    'emergencies/mark': () =>
      new Promise(resolve => {
        store = () => resolve(answer({ people: 1 }))
      }),
  })
  const mark = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mark Ann Test as safe' })
  await user.click(mark)
  const number = screen.getByRole('button', { name: '1 Safe' })
  number.focus()
  await act(async () => store())
  await waitFor(() => expect(mark.disabled).toBe(false))
  expect(document.activeElement).toBe(number)
})

it('keeps rows in their places while a pointer is in the list, and shows on request what changed', async () => {
  const { user } = openBoardOfTwo()
  const ann = await screen.findByRole('button', { name: 'Mark Ann Test as safe' })
  await user.click(ann)
  // She has left the list, but keeps her place, so that Bob does not come under the pointer.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark Ann Test as safe' })).toBeNull())
  const list = within(screen.getByRole('list', { name: 'Missing' }))
  expect(list.getAllByRole('listitem').map(it => it.textContent?.slice(0, 8))).toEqual([
    'Ann Test',
    'Bob Test',
  ])
  const show = await screen.findByRole('button', { name: '1 changed · show' })
  await user.click(show)
  expect(list.getAllByRole('listitem').map(it => it.textContent?.slice(0, 8))).toEqual(['Bob Test'])
})

it('ignores a press on a row that has just taken the place of another', async () => {
  const { inputs, user } = openBoardOfTwo()
  await user.click(await screen.findByRole('button', { name: 'Mark Ann Test as safe' }))
  const show = await screen.findByRole('button', { name: '1 changed · show' })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  await user.click(show)
  const readMarks = () =>
    inputs.flatMap(([name, input]) => (name === 'emergencies/mark' ? input.personIds : []))
  const mark = screen.getByRole('button', { name: 'Mark Bob Test as safe' })
  await user.click(mark)
  expect(readMarks()).toEqual([personId])
  clock.mockReturnValue(2_000)
  await user.click(mark)
  await waitFor(() => expect(readMarks()).toEqual([personId, bobId]))
})

it('marks several selected people as safe in one act, and a person by key', async () => {
  const { inputs, user } = openBoardOfTwo()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Test' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Bob Test' }))
  await user.keyboard('{/Shift}')
  await user.click(screen.getByRole('button', { name: 'Mark as safe' }))
  await waitFor(() =>
    expect(inputs.find(([name]) => name === 'emergencies/mark')?.[1].personIds).toEqual([personId, bobId]),
  )
})

it('moves with J, and marks the person with the focus with S', async () => {
  const { inputs, user } = openBoardOfTwo()
  await screen.findByRole('button', { name: 'Ann Test' })
  await user.keyboard('jjs')
  await waitFor(() =>
    expect(inputs.find(([name]) => name === 'emergencies/mark')?.[1].personIds).toEqual([bobId]),
  )
})

it('folds badges that belong to nobody into one row at the end', async () => {
  const badge = aPerson({ id: bobId, name: 'Badge 7 (unknown)', isUnknown: true, why: 'badge', phone: '' })
  const { user } = openBoard({
    'emergencies/get': () => answer(anEmergency({ missingUnknown: 1 })),
    'emergencies/people': () => answer({ rows: [aPerson(), badge], next: null }),
  })
  expect(await screen.findByText('Ann Test')).toBeTruthy()
  expect(screen.queryByText('Badge 7 (unknown)')).toBeNull()
  await user.click(screen.getByRole('button', { name: '1 unknown badge' }))
  expect(await screen.findByText('Badge 7 (unknown)')).toBeTruthy()
})

it('says in words how the sum of the people is made up, and filters by its parts', async () => {
  const { app, user } = openBoard({
    'emergencies/get': () =>
      answer(
        anEmergency({
          reasons: [
            { why: 'inside', people: 3 },
            { why: 'uncertain', people: 1 },
            { why: 'not_seen', people: 2 },
            { why: 'visitor', people: 1 },
          ],
          groups: [
            { state: 'missing', group: 'phone', people: 3 },
            { state: 'missing', group: 'not_seen', people: 2 },
          ],
        }),
      ),
  })
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  expect(await screen.findByText('7 on site: 4 by phone, 2 not seen, and 1 visitor')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Not seen 2' }))
  await waitFor(() => expect(app.path()).toContain('group=not_seen'))
})

const simulatePhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    media =>
      ({
        ...{ matches: media.includes('max-width: 639.98px'), media },
        ...{ addEventListener() {}, removeEventListener() {} },
      }) as never,
  )

it('offers on a phone no message to the missing while the list shows only some of them by answer', async () => {
  simulatePhone()
  const { user } = openBoard(
    { 'emergencies/get': () => answer(anEmergency({ answered: 1 })) },
    `/emergencies/${emergencyId}?answered=no`,
  )
  await user.click(await screen.findByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menuitem', { name: 'Add person' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Message to the missing' })).toBeNull()
})

it('has on a phone the numbers and the people, and everything else in a menu', async () => {
  simulatePhone()
  const { app, user } = openBoard()
  expect(await screen.findByText('Ann Test')).toBeTruthy()
  for (const name of ['All clear', 'Add person', 'Print', 'Message to the missing', 'Show map'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More' }))
  const items = (await screen.findAllByRole('menuitem')).map(it => it.textContent)
  expect(items).toEqual([
    'Teams inside: 0',
    'Show map',
    'Message to the missing',
    'Add person',
    'Print',
    'Download as PDF',
    'Links for responders',
    'All emergencies',
    'Change the order',
    'All clear',
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('button', { name: 'Gate 3: 1 safe' }))
  await waitFor(() => expect(app.path()).toContain('place=Gate'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'All clear' }))
  expect(await screen.findByRole('dialog', { name: 'Give the all clear?' })).toBeTruthy()
})

it('draws on the map every zone of the emergency, its assembly points, and people who are not in the list', async () => {
  zoneSelectionStore.set(aProfile().id, zone.id)
  const south = aZone({ id: southZoneId, name: 'South yard', entryExpiresAt: '2036-01-01T00:00:00.000Z' })
  const read: string[] = []
  openBoard(
    {
      'emergencies/get': () =>
        answer(
          anEmergency({
            ...{ scope: 'zones', zoneId: null, zoneName: 'North yard, South yard' },
            zones: [zone, south].map(({ id, name }) => ({ id, name, mayMark: true })),
          }),
        ),
      'emergencies/points': ({ zoneId }) => {
        read.push(zoneId)
        const { lat, lng } = zone.center
        return answer({ points: [{ name: 'Gate 3', lat, lng, radiusMeters: 30 }] })
      },
      'emergencyBoard/positions': () =>
        answer({ positions: [aPosition(), aPosition({ personId: bobId, name: 'Bob Zahn', state: 'help' })] }),
    },
    `/emergencies/${emergencyId}?map=1&person=${bobId}`,
    [...ownZones, { ...south, myRole: 'zone_manager_rw' }],
  )
  const map = await screen.findByRole('img', { name: 'Map of last known positions: North yard, South yard' })
  // Two zones, two assembly points and the accuracy circle of the chosen person.
  await waitFor(() => expect(map.querySelectorAll('path[d]').length).toBeGreaterThanOrEqual(5))
  expect(new Set(read)).toEqual(new Set([zone.id, southZoneId]))
  expect(await screen.findByText('Bob Zahn')).toBeTruthy()
})

it('offers as a file a PDF of people who are too many for a direct download, also after its dialog is closed', async () => {
  const addresses: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.getAttribute('href') ?? '')
  })
  const showNotice = vi.spyOn(noticeLayer, 'success').mockReturnValue('notice')
  let run = aRun({ state: 'running', percent: 30 })
  const { inputs, user } = openBoard({
    'reportRuns/begin': () => answer(run),
    'reportRuns/get': () => answer(run),
    'reportRuns/open': () => answer({ url: '/files/reports/missing.pdf', fileName: 'missing.pdf' }),
  })
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/download/emergency')) return originalFetch(request)
    const error = { defined: true, code: 'PDF_TOO_LARGE', status: 422, message: 'This list is too long' }
    return new Response(JSON.stringify(error), { status: 422 })
  })
  const download = async () => {
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Download as PDF' }))
    return within(await screen.findByRole('dialog', { name: 'Download as PDF' }))
  }
  const dialog = await download()
  await dialog.findByRole('progressbar', { name: 'Creating your file' })
  const requests = inputs.filter(([name]) => name === 'reportRuns/begin').map(([, input]) => input)
  expect(requests).toMatchObject([{ kind: 'missing', emergencyId }])
  run = aRun({ state: 'done', percent: 100, rows: 2_001, bytes: 90_000 })
  expect(await dialog.findByText(/Your file is ready/, undefined, { timeout: 5_000 })).toBeTruthy()
  await waitFor(() => expect(addresses).toEqual(['/files/reports/missing.pdf']))
  await user.click(dialog.getByRole('button', { name: 'Done' }))

  run = aRun({ id: '0192f0c0-0000-7000-8000-0000000000d2', state: 'running' })
  await user.click((await download()).getByRole('button', { name: 'Hide' }))
  run = { ...run, state: 'done' }
  await waitFor(() => expect(showNotice).toHaveBeenCalledWith('Your file is ready', expect.anything()), {
    timeout: 6_000,
  })
  expect(addresses).toHaveLength(1)
})
