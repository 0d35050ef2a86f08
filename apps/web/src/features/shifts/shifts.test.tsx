import type { AttendanceDay, Objection } from '@muster/contract/shifts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderSignedIn } from '../../testing/render.tsx'
import { aReport } from '../reports/testing/a-report.ts'
import { DayCorrection } from './day-correction.tsx'
import { ExpectedHours } from './expected-hours.tsx'
import { ObjectToDay } from './object-to-day.tsx'
import { OpenObjections } from './open-objections.tsx'

const timeZone = 'Europe/Berlin'
const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const userId = '0192f0c0-0000-7000-8000-000000000002'
const id = '0192f0c0-0000-7000-8000-000000000301'
const day = '2026-11-24'

function serveHandlers(handlers: Handlers) {
  const inputs: [string, unknown][] = []
  fakeServer({ ...createServerHandlers('zone_manager_rw'), ...handlers }, (name, input) =>
    inputs.push([name, input]),
  )
  signIn()
  return {
    user: userEvent.setup(),
    sent: (name: string) => inputs.filter(it => it[0] === name).map(it => it[1]),
  }
}
const anObjection = (overrides: Partial<Objection> = {}): Objection => ({
  ...{ id, zoneId, day, text: 'I was there', state: 'open', answer: '', answeredBy: null, answeredAt: null },
  ...{ person: { id: userId, name: 'Ann Test' }, createdAt: '2026-11-25T09:00:00.000Z', mayAnswer: true },
  ...overrides,
})
const aDay = (overrides: Partial<AttendanceDay> = {}): AttendanceDay => ({
  ...{ userId, day, timeZone, expected: null, corrections: [], objections: [], mayCorrect: true },
  ...overrides,
})
const noPlans = { timeZone, mayChange: true, plans: [] }
const answerHolidays = () => answer({ holidays: [], mayChange: true })

it('hours are planned by days, times and grace period, with a note if they end on the next day', async () => {
  const { user, sent } = serveHandlers({
    'shifts/plans': () => answer(noPlans),
    'shifts/holidays': answerHolidays,
    'shifts/createPlan': () => answer({ planId: id }),
  })
  renderSignedIn(<ExpectedHours zoneId={zoneId} />)
  expect(await screen.findByText('No expected hours yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add hours' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add hours' }))
  await user.click(dialog.getByRole('button', { name: 'Add hours' }))
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  expect(sent('shifts/createPlan')).toEqual([])
  await user.type(dialog.getByLabelText(/^Name/), 'Night')
  await user.click(dialog.getByLabelText('Friday'))
  fireEvent.change(dialog.getByLabelText(/^From/), { target: { value: '22:00' } })
  fireEvent.change(dialog.getByLabelText(/^To/), { target: { value: '06:00' } })
  expect(dialog.getByText('Ends the next day.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add hours' }))
  await waitFor(() => expect(sent('shifts/createPlan')).toHaveLength(1))
  expect(sent('shifts/createPlan')[0]).toMatchObject({
    ...{ zoneId, name: 'Night', groupId: null, days: [1, 2, 3, 4], starts: '22:00', ends: '06:00' },
    ...{ graceMinutes: 10, validUntil: null },
  })
})

it('people who may not change hours see them as text', async () => {
  serveHandlers({
    'shifts/plans': () =>
      answer({
        ...noPlans,
        mayChange: false,
        plans: [
          {
            ...{ id, zoneId, name: 'Day shift', groupId: null, groupName: null, days: [1, 2, 3, 4, 5] },
            ...{
              starts: '08:00',
              ends: '17:00',
              graceMinutes: 10,
              validFrom: '2026-01-01',
              validUntil: null,
            },
          },
        ],
      }),
    'shifts/holidays': () =>
      answer({ holidays: [{ day: '2026-12-25', name: 'Christmas' }], mayChange: false }),
  })
  renderSignedIn(<ExpectedHours zoneId={zoneId} />)
  expect(await screen.findByText('Mon–Fri 08:00–17:00, 10 min grace')).toBeTruthy()
  expect(await screen.findByText('Christmas')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Edit|Remove|Add/ })).toBeNull()
})

it('each holiday has a day and a name, and a list can be pasted into a name', async () => {
  const { user, sent } = serveHandlers({
    'shifts/plans': () => answer(noPlans),
    'shifts/holidays': answerHolidays,
    'shifts/addHolidays': () => answer({ added: 3 }),
  })
  renderSignedIn(<ExpectedHours zoneId={zoneId} />)
  await user.click(await screen.findByRole('button', { name: 'Add holidays' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add holidays' }))
  const withinRow = (rowNumber: number) => within(dialog.getByRole('group', { name: `Holiday ${rowNumber}` }))
  fireEvent.change(withinRow(1).getByLabelText(/^Day/), { target: { value: '2026-12-25' } })
  await user.click(dialog.getByRole('button', { name: 'Add holidays' }))
  expect(await withinRow(1).findByText('Name is required')).toBeTruthy()
  expect(sent('shifts/addHolidays')).toEqual([])
  await user.type(withinRow(1).getByLabelText(/^Name/), 'Christmas')
  await user.click(dialog.getByRole('button', { name: 'Add another' }))
  await user.click(withinRow(2).getByLabelText(/^Name/))
  await user.paste('2026-12-26 Boxing Day\n1.1.2027 New Year')
  await user.click(dialog.getByRole('button', { name: 'Add holidays' }))
  await waitFor(() =>
    expect(sent('shifts/addHolidays')).toEqual([
      {
        zoneId,
        holidays: [
          { day: '2026-12-25', name: 'Christmas' },
          { day: '2026-12-26', name: 'Boxing Day' },
          { day: '2027-01-01', name: 'New Year' },
        ],
      },
    ]),
  )
})

it('a day is corrected in its zone’s time zone, with a reason, beside the measured times', async () => {
  const { user, sent } = serveHandlers({
    'shifts/day': () => answer(aDay({ expected: { shifts: [], holiday: 'Feast' } })),
    'shifts/correct': () => answer({ correctionId: id }),
  })
  const measured = { firstIn: '2026-11-24T07:20:00.000Z', lastOut: null, insideMinutes: null }
  const { unmount } = renderSignedIn(<DayCorrection {...{ zoneId, userId, day, timeZone, measured }} />)
  expect(await screen.findByDisplayValue('08:20')).toBeTruthy()
  expect(screen.getByText('Feast')).toBeTruthy()
  const saveCorrection = () => user.click(screen.getByRole('button', { name: 'Save correction' }))
  await saveCorrection()
  expect(await screen.findByText(/^Change a time/)).toBeTruthy()
  expect(sent('shifts/correct')).toEqual([])
  fireEvent.change(screen.getByLabelText('First in'), { target: { value: '08:00' } })
  fireEvent.change(screen.getByLabelText('Last out'), { target: { value: '17:00' } })
  await user.type(screen.getByLabelText(/^Reason/), 'Phone empty')
  // Half a correction is still there after the details were closed.
  unmount()
  renderSignedIn(<DayCorrection {...{ zoneId, userId, day, timeZone, measured }} />)
  expect(await screen.findByText('Draft restored')).toBeTruthy()
  await saveCorrection()
  await waitFor(() => expect(sent('shifts/correct')).toHaveLength(1))
  expect(sent('shifts/correct')[0]).toMatchObject({
    ...{ zoneId, userId, day, excused: false, reason: 'Phone empty', insideMinutes: 540 },
    ...{ firstIn: '2026-11-24T07:00:00.000Z', lastOut: '2026-11-24T16:00:00.000Z' },
  })
  await waitFor(() => expect(screen.queryByText('Draft restored')).toBeNull())
})

it('people who may not correct see only the history', async () => {
  const correction = {
    ...{ id, firstIn: '2026-11-24T07:00:00.000Z', lastOut: null, insideMinutes: 65, excused: false },
    ...{
      withdrawn: false,
      reason: 'Phone empty',
      by: { id: null, name: 'Mia Test' },
      at: '2026-11-25T09:00:00.000Z',
    },
  }
  serveHandlers({ 'shifts/day': () => answer(aDay({ mayCorrect: false, corrections: [correction] })) })
  renderSignedIn(
    <DayCorrection
      {...{ zoneId, userId, day, timeZone }}
      measured={{ firstIn: null, lastOut: null, insideMinutes: null }}
    />,
  )
  expect(await screen.findByText('First in 08:00 · 1 h 5 min inside')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save correction' })).toBeNull()
})

it('a person objects to their day and can withdraw the objection', async () => {
  let objections: Objection[] = []
  const { user, sent } = serveHandlers({
    'shifts/ownDay': () => answer(aDay({ mayCorrect: false, objections })),
    'shifts/object': () => {
      objections = [anObjection({ mayAnswer: false })]
      return answer({ objectionId: id })
    },
    'shifts/withdrawObjection': () => answer({ withdrawn: true }),
  })
  renderSignedIn(<ObjectToDay {...{ zoneId, day, timeZone }} />)
  await user.type(await screen.findByLabelText('Is something wrong with this day?'), 'I was there')
  await user.click(screen.getByRole('button', { name: 'Object' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw objection' }))
  expect(sent('shifts/object')).toMatchObject([{ zoneId, day, text: 'I was there' }])
  await waitFor(() => expect(sent('shifts/withdrawObjection')).toEqual([{ zoneId, objectionId: id }]))
})

it('a manager declines with an answer, and is told if the objection was settled in the meantime', async () => {
  const { user, sent } = serveHandlers({
    'shifts/openObjections': () => answer({ rows: [anObjection()], next: null }),
    'shifts/declineObjection': () =>
      refusal(409, 'OBJECTION_SETTLED', 'This objection has already been answered.'),
  })
  renderSignedIn(<OpenObjections zoneId={zoneId} />)
  await user.click(await screen.findByRole('button', { name: '1 waiting for an answer' }))
  await user.click(await screen.findByRole('button', { name: 'Decline Ann Test’s objection' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline objection' }))
  await user.type(dialog.getByLabelText(/^Answer/), 'The gate was open')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByText('This objection has already been answered.')).toBeTruthy()
  expect(sent('shifts/declineObjection')).toEqual([{ zoneId, objectionId: id, answer: 'The gate was open' }])
})

const aCorrection = (overrides: object = {}) => ({
  ...{ id, firstIn: '2026-11-24T07:00:00.000Z', lastOut: null, insideMinutes: 65, excused: false },
  ...{ withdrawn: false, reason: 'Phone empty', by: { id: null, name: 'Mia Test' } },
  ...{ at: '2026-11-25T09:00:00.000Z', ...overrides },
})
const otherId = '0192f0c0-0000-7000-8000-000000000302'

it('an objection leads to its day, and is accepted with an answer, starting from the current values', async () => {
  const openedDays: string[][] = []
  const { user } = serveHandlers({
    'shifts/openObjections': () => answer({ rows: [anObjection()], next: null }),
    'shifts/day': () => answer(aDay({ corrections: [aCorrection()] })),
    'reports/zone': () =>
      answer({
        ...aReport(),
        refs: [
          {
            zoneId,
            userId,
            measured: {
              firstIn: null,
              lastOut: '2026-11-24T16:10:00.000Z',
              unseenSince: null,
              insideMinutes: 0,
            },
          },
        ],
      }),
  })
  renderSignedIn(<OpenObjections zoneId={zoneId} onOpenDay={(...it) => openedDays.push(it)} />)
  await user.click(await screen.findByRole('button', { name: '1 waiting for an answer' }))
  await user.click(screen.getByRole('button', { name: 'Show day for Ann Test' }))
  expect(openedDays).toEqual([[userId, day]])
  await user.click(screen.getByRole('button', { name: 'Accept Ann Test’s objection' }))
  expect(await screen.findByDisplayValue('1:05')).toBeTruthy()
  expect(screen.getByDisplayValue('17:10')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Accept and correct' }))
  expect(await screen.findByText('Answer is required')).toBeTruthy()
})

it('typed text stays when somebody else corrects the day, and saving moves the focus to the history', async () => {
  let corrections = [aCorrection()]
  let readCount = 0
  const { user } = serveHandlers({
    'shifts/day': () => {
      readCount += 1
      return answer(aDay({ corrections }))
    },
    'shifts/correct': () => {
      corrections = [aCorrection({ id: otherId, reason: 'Other' }), ...corrections]
      return refusal(409, 'TOO_MANY_REQUESTS', 'Later')
    },
  })
  const measured = { firstIn: null, lastOut: null, insideMinutes: null }
  renderSignedIn(<DayCorrection {...{ zoneId, userId, day, measured }} />)
  const hoursField = await screen.findByLabelText<HTMLInputElement>('Time inside')
  expect(hoursField.value).toBe('1:05')
  await user.clear(hoursField)
  await user.type(hoursField, '7:30')
  await user.type(screen.getByLabelText(/^Reason/), 'Mine')
  await user.click(screen.getByRole('button', { name: 'Save correction' }))
  expect(await screen.findByText('Other')).toBeTruthy()
  expect(hoursField.value).toBe('7:30')
  const ownObjectionId = '0192f0c0-0000-7000-8000-000000000303'
  fakeServer({
    ...createServerHandlers('zone_manager_rw'),
    'shifts/day': () =>
      answer(
        aDay({ corrections: [aCorrection({ id: ownObjectionId, insideMinutes: 450 }), ...corrections] }),
      ),
    'shifts/correct': () => answer({ correctionId: ownObjectionId }),
  })
  await user.click(screen.getByRole('button', { name: 'Save correction' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('History'))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('')
  expect(readCount).toBe(2)
})

it('a holiday is removed only after confirmation, and a list that fails to reload shows its age', async () => {
  let isFailing = false
  const { user, sent } = serveHandlers({
    'shifts/plans': () => answer(noPlans),
    'shifts/holidays': () =>
      isFailing
        ? refusal(403, 'FORBIDDEN', 'No')
        : answer({ holidays: [{ day: '2026-01-06', name: 'Epiphany' }], mayChange: true }),
    'shifts/removeHoliday': () => {
      isFailing = true
      return answer({ removed: true })
    },
  })
  renderSignedIn(<ExpectedHours zoneId={zoneId} />)
  await user.click(await screen.findByRole('button', { name: 'Remove Epiphany' }))
  expect(sent('shifts/removeHoliday')).toEqual([])
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Epiphany?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove holiday' }))
  expect(await screen.findByText(/The data shown is from/)).toBeTruthy()
  expect(sent('shifts/removeHoliday')).toEqual([{ zoneId, day: '2026-01-06' }])
})

it('hours of a hidden group are not shown as everybody’s hours', async () => {
  const plan = {
    ...{
      id,
      zoneId,
      name: 'Night',
      groupId: otherId,
      groupName: null,
      days: [1],
      starts: '22:00',
      ends: '06:00',
    },
    ...{ graceMinutes: 0, validFrom: '2026-01-01', validUntil: null },
  }
  const { user } = serveHandlers({
    'shifts/plans': () => answer({ ...noPlans, plans: [plan] }),
    'shifts/holidays': answerHolidays,
    'groups/list': () => refusal(403, 'FORBIDDEN', 'No'),
  })
  renderSignedIn(<ExpectedHours zoneId={zoneId} />)
  expect(await screen.findByText('A group you can’t see')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit Night' }))
  expect(await screen.findByDisplayValue('A group you can’t see')).toBeTruthy()
  expect(await screen.findByText('Failed to load groups')).toBeTruthy()
})
