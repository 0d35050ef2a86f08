import type { ReportRun } from '@muster/contract/report-runs.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { zoneSelectionStore } from '../../../lib/session/zone-selection-store.ts'
import { anEmergencyReport } from '../../../testing/emergency-report.ts'
import { answer, neverAnswer, refusal } from '../../../testing/fake-server.ts'
import { aProfile, aZone } from '../../../testing/people.ts'
import { noticeLayer } from '../../../ui/toast/notice-layer.ts'
import { at, emergencyId, zone } from '../testing/an-emergency.ts'
import '../board-page.tsx'
import '../responders/responders-screen.tsx'
import '../responders/links-dialog.tsx'
import '../../reports/public.ts'
import {
  anEmergency,
  aPerson,
  aPosition,
  bobId,
  openBoard,
  ownZones,
  southZoneId,
} from './testing/open-board.tsx'

const aRun = (changes: Partial<ReportRun> = {}): ReportRun => ({
  ...{ id: '0192f0c0-0000-7000-8000-0000000000d1', kind: 'missing', emergencyId, zoneId: zone.id },
  ...{ groupId: null, userId: null, from: '2026-11-20', to: '2026-11-20', isFiltered: false, format: 'pdf' },
  ...{ state: 'waiting', percent: 0, rows: null, bytes: null, problem: null, askedAt: at },
  ...{ finishedAt: null, expiresAt: null },
  ...changes,
})

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

it('shows no note about unknown positions when they could not be loaded, and loads them again', async () => {
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

it('breaks the total of people down in words, and filters by its parts', async () => {
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

it('shows on a phone the numbers and the people, and everything else in a menu', async () => {
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
