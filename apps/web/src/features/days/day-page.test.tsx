import type { DayReading } from '@muster/contract/presence-days.ts'
import type { ConsentStatus } from '@muster/contract/presence-word.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { shiftDate } from '../../lib/dates.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const zone = aZone({ myRole: 'zone_manager_ro', entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const anaId = '0192f0c0-0000-7000-8000-000000000201'
const yesterday = shiftDate(isoDay(new Date()), -1)
const at = (hour: number, minutes = 0) => new Date(`${yesterday}T00:00:00`).setHours(hour, minutes)
const aReading = (ms: number, overrides: Partial<DayReading> = {}): DayReading => ({
  at: new Date(ms).toISOString(),
  lat: 1.5,
  lng: 1.5,
  accuracyMeters: 5,
  inside: true,
  source: 'device',
  mock: false,
  vague: false,
  ...overrides,
})
const readings = [
  aReading(at(8)),
  aReading(at(8, 10), { mock: true }),
  aReading(at(10), { accuracyMeters: 60 }),
]
const day = {
  person: { userId: anaId, name: 'Ana Ruiz' },
  consent: 'given' as ConsentStatus,
  readings,
  total: 2_500,
  outsideToo: false,
  visits: [],
  shifts: [],
  keptSince: '2020-01-01T00:00:00.000Z',
}

async function showDay(overrides: Handlers = {}) {
  const requests: unknown[] = []
  fakeServer(
    {
      ...createServerHandlers('app_user', [zone]),
      'zones/get': () => answer(zone),
      'presence/dayOf': () => answer(day),
      ...overrides,
    },
    (name, input) => name === 'presence/dayOf' && requests.push(input),
  )
  signIn()
  const app = renderPage(`/day?zone=${zone.id}&user=${anaId}&date=${yesterday}`)
  return { app, requests, user: userEvent.setup() }
}
const findSlider = () => screen.findByRole('slider', { name: 'Time of day' })

it('the slider moves by keys and between readings; list and map show that moment, with gaps as gaps', async () => {
  const { user } = await showDay()
  const range = await findSlider()
  // The slider starts at the newest reading.
  expect(range.getAttribute('aria-valuetext')).toMatch(/^10:00: Inside, at 10:00:00, ±60 m poor$/)
  const rows = within(screen.getByRole('list', { name: 'Readings for the day' })).getAllByRole('listitem')
  expect(rows.map(row => row.textContent?.replace(/±.*/, ''))).toEqual([
    '08:00:00Inside',
    '08:10:00InsidePosition may be fake',
    'No readings in the zone08:10 – 10:00',
    '10:00:00InsidePoor accuracy',
    'No readings in the zone10:00 – 00:00',
  ])
  const map = await screen.findByRole('region', { name: 'Map of Ana Ruiz’s day, North yard' })
  const listShownLooks = () =>
    [...map.querySelectorAll('[data-look]')].map(it => it.getAttribute('data-look'))
  await waitFor(() => expect(listShownLooks()).toEqual(['inside', 'doubtful', 'doubtful']))
  expect(map.querySelector('[data-kind="gap"]')?.getAttribute('d')).toMatch(/^M/)
  expect(screen.getByText(/2,500 readings/)).toBeTruthy()
  expect(screen.getByText(/Showing 3: .*Positions outside the zone aren’t shown/)).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Previous reading' }))
  expect(range.getAttribute('aria-valuetext')).toBe(
    '08:10: Inside, at 08:10:00, ±5 m excellent, Position may be fake',
  )
  // The equivalent of an arrow key on a range field.
  fireEvent.change(range, { target: { value: '60' } })
  expect(range.getAttribute('aria-valuetext')).toBe('09:00: No readings in the zone, 08:10 to 10:00')
  await user.click(screen.getByRole('button', { name: /^08:00:00/ }))
  expect(range.getAttribute('aria-valuetext')).toMatch(/^08:00: Inside/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous reading' }).disabled).toBe(true)
})

it('readings at one place are one stay under the person’s name, and are shown one by one on request', async () => {
  const { user } = await showDay({
    'presence/dayOf': () => {
      const stay = [0, 2, 4].map(minutes => aReading(at(8, minutes)))
      const vague = aReading(at(8, 3), { vague: true, accuracyMeters: 400 })
      return answer({ ...day, readings: [...stay.slice(0, 2), vague, ...stay.slice(2)], total: 4 })
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Readings for the day' })
  const readRows = () =>
    within(list)
      .getAllByRole('listitem')
      .map(row => row.textContent)
  expect(readRows()[0]).toBe('08:00 – 08:04InsideStayed 4 minutes, 4 readings, 1 too inaccurate to count')
  await user.click(screen.getByRole('switch', { name: 'Show all 4 readings' }))
  await waitFor(() => expect(readRows()).toHaveLength(5))
})

it('a vague reading is shown as undecided, with its accuracy, both in the list and at the slider’s moment', async () => {
  await showDay({
    'presence/dayOf': () =>
      answer({
        ...day,
        readings: [aReading(at(8)), aReading(at(8, 10), { vague: true, accuracyMeters: 400 })],
        total: 2,
      }),
  })
  expect((await findSlider()).getAttribute('aria-valuetext')).toBe(
    '08:10: Too inaccurate to tell, at 08:10:00, ±400 m poor',
  )
  const rows = within(screen.getByRole('list', { name: 'Readings for the day' })).getAllByRole('listitem')
  expect(rows[1]?.textContent).toMatch(/^08:10:00Too inaccurate to tell±400 m/)
  expect(rows[1]?.textContent).not.toContain('Inside')
})

it('the day follows the reader’s calendar, moves back and forth, and never to tomorrow', async () => {
  const { app, requests, user } = await showDay()
  await findSlider()
  const toDaySpan = (date: string) => ({
    from: new Date(`${date}T00:00:00`).toISOString(),
    to: new Date(`${shiftDate(date, 1)}T00:00:00`).toISOString(),
  })
  expect(requests).toEqual([{ zoneId: zone.id, userId: anaId, ...toDaySpan(yesterday) }])
  await user.click(screen.getByRole('button', { name: 'Previous day' }))
  await waitFor(() => expect(requests.at(-1)).toMatchObject(toDaySpan(shiftDate(yesterday, -1))))
  expect(app.path()).toContain(`date=${shiftDate(yesterday, -1)}`)
  await user.click(screen.getByRole('button', { name: 'Next day' }))
  await user.click(screen.getByRole('button', { name: 'Next day' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next day' }).disabled).toBe(true),
  )
})

it('a day without readings, one without permission and one that failed to load look different', async () => {
  let reply: ReturnType<NonNullable<Handlers['presence/dayOf']>> = answer({ ...day, readings: [], total: 0 })
  const { user } = await showDay({ 'presence/dayOf': () => reply })
  expect(await screen.findByText('No readings on this day')).toBeTruthy()
  reply = answer({ ...day, consent: 'withdrawn', readings: [], total: 0 })
  await user.click(screen.getByRole('button', { name: 'Previous day' }))
  expect(await screen.findByText('Location consent withdrawn')).toBeTruthy()
  expect(screen.queryByText('No readings on this day')).toBeNull()
  reply = refusal(409, 'NOT_ASSIGNED', 'No')
  await user.click(screen.getByRole('button', { name: 'Previous day' }))
  expect(await screen.findByText('Not a member of this zone')).toBeTruthy()
  reply = refusal(403, 'ZONE_ENTRY_REQUIRED', 'PIN')
  await user.click(screen.getByRole('button', { name: 'Previous day' }))
  expect(await screen.findByRole('button', { name: 'Enter Zone' })).toBeTruthy()
})
