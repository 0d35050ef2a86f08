import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { EmergencyFinding, EmergencyRecord } from '@muster/contract/emergency-reports.ts'
import type { EmergencyReportRow } from '@muster/contract/roll-person.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { anEmergencyReport } from '../../testing/emergency-report.ts'
import { answer, fakeServer, type Handlers } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { anEmergency, at, emergencyId, zone } from './testing/an-emergency.ts'
import './board-page.tsx'
import './emergencies-page.tsx'

const hazardId = '0192f0c0-0000-7000-8000-000000000801'
const annId = '0192f0c0-0000-7000-8000-000000000901'

const anEndedDrill = (changes: Partial<EmergencyDetail> = {}) =>
  anEmergency({
    drill: true,
    allClearAt: '2026-11-20T09:20:00.000Z',
    allClearBy: { id: null, name: 'Mia Test' },
    people: 2,
    states: { help: 0, missing: 1, elsewhere: 0, not_on_site: 0, safe: 1 },
    reasons: [{ why: 'inside', people: 2 }],
    ...changes,
  })
const aRecord = (changes: Partial<EmergencyRecord> = {}): EmergencyRecord => ({
  state: 'matches',
  recordedAt: '2026-11-20T09:20:00.000Z',
  digest: '0123456789abcdef'.repeat(4),
  eventNumber: 812,
  people: 2,
  claims: 1,
  removedNames: 0,
  lateTotal: 0,
  late: [],
  ...changes,
})
const aRow = (changes: Partial<EmergencyReportRow> = {}): EmergencyReportRow => ({
  id: '0192f0c0-0000-7000-8000-000000000701',
  name: 'Ann Test',
  zoneName: zone.name,
  why: 'inside',
  state: 'safe',
  stateAt: at,
  how: 'captain',
  by: 'Mia Test',
  place: '',
  missingMs: 245_000,
  disputed: false,
  late: false,
  correctedTo: null,
  uncountedReason: null,
  ...changes,
})
const aFinding = (changes: Partial<EmergencyFinding> = {}): EmergencyFinding => ({
  hazardId,
  emergencyId,
  zoneId: zone.id,
  text: 'Door 3 was locked',
  status: 'open',
  owner: { id: annId, name: 'Ann Test' },
  dueAt: null,
  createdAt: at,
  createdBy: { id: null, name: 'Mia Test' },
  done: null,
  ...changes,
})

function openReport(handlers: Handlers = {}, emergency = anEndedDrill(), search = '') {
  const inputs: [string, Record<string, unknown>][] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', [{ ...zone, myRole: 'zone_manager_rw' }]),
      'emergencies/get': () => answer(emergency),
      'emergencies/people': () => answer({ rows: [], next: null }),
      'emergencies/leftBefore': () => answer({ rows: [], next: null }),
      'emergencies/report': () =>
        answer(
          anEmergencyReport({
            states: { help: 0, missing: 1, elsewhere: 0, not_on_site: 0, safe: 1 },
            accountedMs: [65_000, null, null],
            hows: [{ how: 'captain', people: 1 }],
            timeline: [{ at, what: 'declared', name: 'Mia Test' }],
            corrections: [{ at, name: 'Bob Test', state: 'safe', by: 'Mia Test' }],
          }),
        ),
      'emergencyReports/record': () => answer({ record: aRecord() }),
      'emergencyReports/findings': () => answer({ findings: [] }),
      'emergencyReports/rows': () =>
        answer({
          rows: [aRow(), aRow({ id: hazardId, name: 'Bob Test', state: 'missing', how: null, by: null })],
          next: null,
        }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input as Record<string, unknown>]),
  )
  signIn()
  renderPage(`/emergencies/${emergencyId}${search}`)
  return { inputs, user: userEvent.setup() }
}

it('says that the report matches its record, and which answers arrived after it', async () => {
  const late = [{ name: 'Bob Test', state: 'safe' as const, at, receivedAt: '2026-11-20T09:31:00.000Z' }]
  openReport({ 'emergencyReports/record': () => answer({ record: aRecord({ late, lateTotal: 1 }) }) })
  const report = within(await screen.findByRole('region', { name: 'Report' }))
  expect(await report.findByText('The report matches its record')).toBeTruthy()
  expect(report.getByText('0123456789abcdef')).toBeTruthy()
  expect(report.getByText(/entry 812 of the security log/)).toBeTruthy()
  expect(report.getByText(/^1 answer arrived after the record of/)).toBeTruthy()
})

it('warns about a report that no longer matches its record', async () => {
  openReport({ 'emergencyReports/record': () => answer({ record: aRecord({ state: 'changed' }) }) })
  expect(await screen.findByText('The stored data no longer matches the record')).toBeTruthy()
  expect(screen.queryByText('The report matches its record')).toBeNull()
})

it('opens on the report, lists everybody in a tab, and opens the list for marks only to correct it', async () => {
  const { user } = openReport()
  expect(await screen.findByText('1 of 2 people accounted for')).toBeTruthy()
  expect(screen.getByText('Bob Test: Safe (Mia Test)')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Who answered how' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'People' }))
  const list = within(await screen.findByRole('list', { name: 'Who answered how' }))
  const rows = list.getAllByRole('listitem').map(it => it.textContent)
  expect(rows).toEqual(['Ann TestMarked by a captain or manager: Mia Test4:05', 'Bob TestNo answerMissing'])
  expect(screen.queryByRole('group', { name: 'People by state' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Correct' }))
  expect(await screen.findByRole('group', { name: 'People by state' })).toBeTruthy()
})

it('marks those who do not count, without a time, on the page and on paper', async () => {
  vi.stubGlobal('print', () => undefined)
  const row = aRow({ name: 'Bob Test', state: 'missing', how: null, by: null, missingMs: 0 })
  const { user } = openReport(
    {
      'emergencyReports/rows': () =>
        answer({ rows: [{ ...row, uncountedReason: 'At the gate' }], next: null }),
    },
    anEndedDrill({ people: 0, uncounted: 1 }),
    '?view=people',
  )
  const list = within(await screen.findByRole('list', { name: 'Who answered how' }))
  expect(list.getByRole('listitem').textContent).toBe('Bob TestNo answerAt the gateDoes not countMissing')
  await user.click(screen.getByRole('radio', { name: 'Report' }))
  await user.click(await screen.findByRole('button', { name: 'Print report' }))
  await waitFor(() =>
    expect(document.querySelector('[data-print-alone]')?.textContent).toContain(
      'Missing (Does not count)–No answer',
    ),
  )
})

it('prints the whole report, with the digest, the findings and everybody', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = openReport({
    'emergencyReports/findings': () => answer({ findings: [aFinding({ owner: null })] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Print report' }))
  await waitFor(() => expect(print).toHaveBeenCalled())
  const sheets = document.querySelector('[data-print-alone]') as HTMLElement
  expect(sheets.textContent).toContain('DRILL: Leave North yard now')
  expect(sheets.textContent).toContain(aRecord().digest)
  expect(sheets.textContent).toContain('Door 3 was locked · No owner · Open')
  expect(within(sheets).getByText('Page 2 of 2')).toBeTruthy()
  expect(within(sheets).getAllByRole('row')).toHaveLength(3)
})

it('shows and prints times as they are in the zone, and names its time zone once', async () => {
  vi.stubGlobal('print', () => undefined)
  const late = [{ name: 'Bob Test', state: 'safe' as const, at, receivedAt: '2026-11-20T09:31:00.000Z' }]
  const leaver = {
    ...{ id: annId, name: 'Lea Early', phone: '', note: '', zoneName: zone.name, leftAt: at },
    ...{ leftBy: 'phone' as const, badge: null },
  }
  const { user } = openReport(
    {
      'emergencyReports/record': () => answer({ record: aRecord({ late, lateTotal: 1 }) }),
      'emergencyReports/rows': () =>
        answer({ rows: [aRow({ answer: { words: 'On my way', at } })], next: null }),
      'emergencies/leftBefore': () => answer({ rows: [leaver], next: null }),
    },
    anEndedDrill({ timeZone: 'Asia/Kolkata', leftBefore: 1 }),
  )
  const report = within(await screen.findByRole('region', { name: 'Report' }))
  expect(await report.findByText(/said .*14:30, arrived .*15:01$/)).toBeTruthy()
  expect(report.getByText(/^1 answer arrived after the record of .*14:50$/)).toBeTruthy()
  expect(report.getByText(/^Recorded .* 14:50:00 GMT\+5:30/)).toBeTruthy()
  const [moment, correction] = report.getAllByText(/^Nov 20, 14:30$/)
  expect([moment, correction].map(it => it?.closest('li')?.textContent)).toEqual([
    expect.stringContaining('Declared'),
    expect.stringContaining('Bob Test: Safe'),
  ])
  expect(screen.getAllByText('Times are in Asia/Kolkata.')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Print report' }))
  await waitFor(() => expect(document.querySelector('[data-print-alone]')).toBeTruthy())
  const sheets = document.querySelector('[data-print-alone]') as HTMLElement
  expect(sheets.textContent).toMatch(/14:30:00 GMT\+5:30, all clear 14:50 \(Asia\/Kolkata\)/)
  for (const text of ['14:30 · Declared', '14:30 · Bob Test: Safe', 'North yard · 14:30'])
    expect(sheets.textContent).toContain(text)
  expect(sheets.textContent).toMatch(/Answered: On my way, .*14:30/)
  await user.click(screen.getByRole('radio', { name: 'People' }))
  await user.click(screen.getByRole('button', { name: 'Left before: 1' }))
  expect((await screen.findByText(/^left/)).textContent).toMatch(/^left North yard at .*14:30$/)
  expect((await screen.findByRole('list', { name: 'Who answered how' })).textContent).toMatch(
    /On my way, .*14:30/,
  )
})

it('prints a long timeline on sheets of 45 lines, and the people who do not count or left before', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const calls = Array.from({ length: 120 }, (_, index) => ({
    at,
    what: 'help' as const,
    name: `P${index} Test`,
  }))
  const leaver = {
    ...{ id: annId, name: 'Lea Early', phone: '', note: '', zoneName: zone.name, leftAt: at },
    ...{ leftBy: 'phone' as const, badge: null },
  }
  const badge = { ...leaver, id: hazardId, name: '', leftBy: 'badge' as const, badge: '17' }
  const guest = { ...leaver, id: zone.id, name: 'Gus Guest', leftBy: 'day_end' as const }
  const { user } = openReport({
    'emergencies/report': () => answer(anEmergencyReport({ timeline: calls })),
    'emergencies/leftBefore': () => answer({ rows: [leaver, badge, guest], next: null }),
  })
  await user.click(await screen.findByRole('button', { name: 'Print report' }))
  await waitFor(() => expect(print).toHaveBeenCalled())
  const sheets = [...document.querySelectorAll<HTMLElement>('[data-print-alone] section')]
  expect(sheets.map(it => within(it).getByText(/^Page /).textContent)).toEqual(
    [1, 2, 3, 4, 5].map(page => `Page ${page} of 5`),
  )
  for (const sheet of sheets.slice(0, -1)) {
    const lines = sheet.querySelectorAll('section > p').length + 2 * sheet.querySelectorAll('h2').length
    expect(lines).toBeLessThanOrEqual(45)
  }
  const text = sheets.map(it => it.textContent).join('')
  expect(text).toContain('Asked for help: P119 Test')
  expect(text).toContain('Lea Early · North yard')
  expect(text).toContain('Badge 17 · North yard')
  expect(text).toContain('Gus Guest · Not signed out. The visit to North yard ended with the day, at')
})

it('adds a finding with an owner, and not without one', async () => {
  let findings: EmergencyFinding[] = []
  const { inputs, user } = openReport({
    'emergencyReports/findings': () => answer({ findings }),
    'hazards/candidates': () =>
      answer({
        people: [
          {
            userId: annId,
            firstName: 'Ann',
            lastName: 'Test',
            userCode: 'AAA111',
            inside: false,
            skills: [],
            hasSkill: false,
          },
        ],
      }),
    'emergencyReports/addFinding': () => {
      findings = [aFinding()]
      return answer({ hazardId })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add finding' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add finding' }))
  await user.type(dialog.getByLabelText(/What has to be better next time/), 'Door 3 was locked')
  await user.click(dialog.getByRole('button', { name: 'Add finding' }))
  expect(await dialog.findByText('Choose who takes care of it.')).toBeTruthy()
  expect(inputs.some(([name]) => name === 'emergencyReports/addFinding')).toBe(false)
  await user.click(dialog.getByLabelText('Assign to', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: /Ann Test/ }))
  await user.click(dialog.getByRole('button', { name: 'Add finding' }))
  const panel = within(await screen.findByRole('region', { name: 'Findings' }))
  const link = await panel.findByRole('link', { name: 'Door 3 was locked' })
  expect(link.getAttribute('href')).toContain(`hazard=${hazardId}`)
  const [, input] = inputs.find(([name]) => name === 'emergencyReports/addFinding') ?? []
  expect(input).toMatchObject({ emergencyId, zoneId: zone.id, text: 'Door 3 was locked', ownerId: annId })
})

it('offers the zones of an emergency of several zones for a finding', async () => {
  const zones = [zone, { id: hazardId, name: 'South yard' }].map(({ id, name }) => ({
    ...{ id, name },
    mayMark: true,
  }))
  const { user } = openReport({}, anEndedDrill({ scope: 'zones', zoneId: null, zones }))
  await user.click(await screen.findByRole('button', { name: 'Add finding' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add finding' }))
  await user.type(dialog.getByLabelText(/What has to be better next time/), 'Door 3 was locked')
  await user.click(dialog.getByRole('button', { name: 'Add finding' }))
  const field = dialog.getByLabelText(/^Zone/, { selector: 'input' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.click(field)
  expect(await screen.findByRole('option', { name: 'South yard' })).toBeTruthy()
})

it('offers no findings to those who only watch, and says who settled one', async () => {
  const done = { by: { id: null, name: 'Ann Test' }, at }
  openReport(
    {
      'emergencyReports/findings': () =>
        answer({ findings: [aFinding({ status: 'resolved', owner: null, done })] }),
    },
    anEndedDrill({ mayManage: false }),
  )
  const panel = within(await screen.findByRole('region', { name: 'Findings' }))
  expect(await panel.findByText(/done by/)).toBeTruthy()
  expect(panel.getByText(/No owner/)).toBeTruthy()
  expect(panel.getByText('All done')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add finding' })).toBeNull()
})
