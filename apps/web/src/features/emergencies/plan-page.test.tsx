import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp, renderPage } from '../../testing/render.tsx'
import './declare-dialog.tsx'
import './emergencies-page.tsx'
import './plan-page.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

function openPlan(
  role: 'zone_manager_rw' | 'zone_manager_ro',
  handlers: Handlers,
  renderPlan = () => renderPage('/emergencies/plan'),
) {
  const inputs: [string, Record<string, unknown>][] = []
  signIn()
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => {
      inputs.push([name, input as Record<string, unknown>])
    },
  )
  return { app: renderPlan(), inputs, user: userEvent.setup() }
}

it('lists the assembly points of the zone and adds another', async () => {
  const point = { name: 'South gate', lat: 28.61, lng: 77.25, radiusMeters: 30 }
  const { inputs, user } = openPlan('zone_manager_rw', {
    'emergencies/points': () => answer({ points: [point] }),
    'emergencies/setPoints': () => answer({ points: [point] }),
    'zoneCaptains/list': () => answer({ captains: [] }),
    'zoneUncounted/list': () => answer({ people: [] }),
    'emergencyPlans/list': () => answer({ plans: [] }),
    'emergencyPlans/drill': () => answer({ drill: null }),
  })
  expect(await screen.findByText('South gate')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add assembly point' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add assembly point' }))
  await user.type(dialog.getByLabelText(/^Name/), 'North gate')
  await user.type(dialog.getByLabelText('Latitude'), '28.62')
  await user.type(dialog.getByLabelText('Longitude'), '77.26')
  await user.click(dialog.getByRole('button', { name: 'Add assembly point' }))
  const [, input] = inputs.find(([name]) => name === 'emergencies/setPoints') ?? []
  expect(input).toEqual({
    zoneId: enteredZone.id,
    points: [point, { name: 'North gate', lat: 28.62, lng: 77.26, radiusMeters: 30 }],
    expectedNames: ['South gate'],
  })
})

it('changes the name of a point in the plans too, and names them before it removes one', async () => {
  const south = { name: 'South gate', lat: 28.61, lng: 77.25, radiusMeters: 30 }
  const north = { ...south, name: 'North gate' }
  const { inputs, user } = openPlan('zone_manager_rw', {
    'emergencies/points': () => answer({ points: [south, north] }),
    'emergencies/setPoints': () => answer({ points: [] }),
    'emergencyPlans/list': () =>
      answer({ plans: [aPlan({ pointNames: ['South gate'] }), aDefaultPlan('welfare')] }),
    'emergencyPlans/drill': () => answer({ drill: null }),
  })
  await user.click(await screen.findByRole('button', { name: 'Change South gate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change assembly point' }))
  await user.clear(dialog.getByLabelText(/^Name/))
  await user.type(dialog.getByLabelText(/^Name/), 'North gate')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('There is already a place with this name.')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Name/), ' 2')
  await user.clear(dialog.getByRole('textbox', { name: 'Radius (m)' }))
  await user.type(dialog.getByRole('textbox', { name: 'Radius (m)' }), '50')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const readLast = () => inputs.findLast(([name]) => name === 'emergencies/setPoints')?.[1]
  expect(readLast()).toEqual({
    zoneId: enteredZone.id,
    points: [north, { ...south, name: 'North gate 2', radiusMeters: 50 }],
    expectedNames: ['South gate', 'North gate'],
    renamed: { from: 'South gate', to: 'North gate 2' },
  })
  await user.click(screen.getByRole('button', { name: 'Remove South gate' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove this assembly point?' }))
  expect(question.getByText('Plans that send people there: “Gas leak”')).toBeTruthy()
  expect(question.getByText(/these send people to all that are left: “Gas leak”$/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(readLast()).toMatchObject({ points: [north] }))
})

const planId = '0192f0c0-0000-7000-8000-000000000801'
const aPlan = (changes: Partial<EmergencyPlan> = {}): EmergencyPlan => ({
  id: planId,
  kind: 'evacuate',
  name: 'Gas leak',
  message: { text: 'Leave upwind.', texts: { hi: 'हवा' } },
  language: 'en',
  usedFirst: false,
  audience: [],
  answers: {},
  pointNames: [],
  askAgainMinutes: 5,
  tellAfterMinutes: null,
  contacts: [],
  changedAt: '2026-11-20T08:00:00.000001Z',
  usedAt: null,
  ...changes,
})
const aDefaultPlan = (kind: EmergencyPlan['kind']): EmergencyPlan => ({
  ...aPlan({ id: null, kind, name: '', askAgainMinutes: null, changedAt: null, usedFirst: true }),
  message: { text: '', texts: {} },
})

it('shows the plans to those who only watch, without a way to change them', async () => {
  openPlan('zone_manager_ro', {
    'emergencyPlans/list': () => answer({ plans: [aPlan(), aDefaultPlan('welfare')] }),
    'emergencyPlans/drill': () => answer({ drill: null }),
  })
  expect(await screen.findByText(/Asks again every 5 minutes$/)).toBeTruthy()
  expect(screen.getByText(/^In English.*हिन्दी/)).toBeTruthy()
  expect(screen.getByText('Default')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change Gas leak' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Assembly points' })).toBeNull()
})

it('saves a changed plan with the texts of each language', async () => {
  const { inputs, user } = openPlan('zone_manager_rw', {
    'emergencies/points': () => answer({ points: [] }),
    'emergencyPlans/list': () => answer({ plans: [aPlan()] }),
    'emergencyPlans/drill': () => answer({ drill: null }),
    'emergencyPlans/save': () => answer({ plans: [aPlan()] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Change Gas leak' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change plan' }))
  await user.click(dialog.getByRole('button', { name: /^Translations/ }))
  expect(dialog.queryByRole('group', { name: 'English' })).toBeNull()
  await user.click(dialog.getByLabelText('Add a language', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: 'Polish' }))
  const polish = within(dialog.getByRole('group', { name: 'Polish' }))
  expect(polish.getByText('Leave upwind.')).toBeTruthy()
  await user.type(polish.getByLabelText('Text'), 'Pod wiatr.')
  await user.type(dialog.getByLabelText('Words for “I’m safe” (optional)'), 'I’m out')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputs.some(([name]) => name === 'emergencyPlans/save')).toBe(true))
  const [, input] = inputs.find(([name]) => name === 'emergencyPlans/save') ?? []
  expect(input).toMatchObject({
    zoneId: enteredZone.id,
    emergencyPlanId: planId,
    message: { text: 'Leave upwind.', texts: { hi: 'हवा', pl: 'Pod wiatr.' } },
    answers: { safe: { text: 'I’m out', texts: {} } },
    askAgainMinutes: 5,
    contactIds: [],
  })
})

it('keeps what was typed when somebody else changed the plan, and replaces their version only then', async () => {
  const theirs = aPlan({ name: 'Gas', changedAt: '2026-11-20T08:05:00.000002Z' })
  let plan = aPlan()
  const { inputs, user } = openPlan('zone_manager_rw', {
    'emergencies/points': () => answer({ points: [] }),
    'emergencyPlans/list': () => answer({ plans: [plan] }),
    'emergencyPlans/drill': () => answer({ drill: null }),
    'emergencyPlans/save': ({ expectedChangedAt }) => {
      const isCurrent = expectedChangedAt === theirs.changedAt
      plan = theirs
      return isCurrent
        ? answer({ plans: [plan] })
        : refusal(409, 'LIST_CHANGED', 'Someone else changed this list. Reload to see the changes.')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Change Gas leak' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change plan' }))
  await user.type(dialog.getByDisplayValue('Leave upwind.'), ' Now.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/^Someone else has changed this plan since you began\./)).toBeTruthy()
  expect(dialog.getByDisplayValue('Leave upwind. Now.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const saves = inputs.filter(([name]) => name === 'emergencyPlans/save').map(([, input]) => input)
  expect(saves).toMatchObject([
    { expectedChangedAt: aPlan().changedAt },
    { expectedChangedAt: theirs.changedAt, message: { text: 'Leave upwind. Now.' } },
  ])
})

it('warns about a draft that was written for a version that somebody else has changed since', async () => {
  const handlers: Handlers = {
    'emergencies/points': () => answer({ points: [] }),
    'emergencyPlans/drill': () => answer({ drill: null }),
  }
  const { app, user } = openPlan('zone_manager_rw', {
    ...handlers,
    'emergencyPlans/list': () => answer({ plans: [aPlan()] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Change Gas leak' }))
  await user.type(await screen.findByDisplayValue('Leave upwind.'), ' Now.')
  app.unmount()
  const theirs = aPlan({ changedAt: '2026-11-20T08:05:00.000002Z' })
  openPlan('zone_manager_rw', { ...handlers, 'emergencyPlans/list': () => answer({ plans: [theirs] }) })
  await user.click(await screen.findByRole('button', { name: 'Change Gas leak' }))
  expect(await screen.findByDisplayValue('Leave upwind. Now.')).toBeTruthy()
  expect(await screen.findByText(/^Someone else has changed this plan/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Discard/ }))
  await waitFor(() => expect(screen.queryByText(/^Someone else has changed this plan/)).toBeNull())
})

it('adds and removes further answers, and restores the last one that was removed', async () => {
  const neutral = [{ text: 'On my way', texts: { hi: 'रास्ते में' } }]
  const { inputs, user } = openPlan('zone_manager_rw', {
    'emergencies/points': () => answer({ points: [] }),
    'emergencyPlans/list': () => answer({ plans: [aPlan({ answers: { neutral } })] }),
    'emergencyPlans/drill': () => answer({ drill: null }),
    'emergencyPlans/save': () => answer({ plans: [aPlan()] }),
  })
  expect(await screen.findByText(/Further answers: .*On my way/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change Gas leak' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change plan' }))
  await user.click(dialog.getByRole('button', { name: 'Add an answer' }))
  await user.type(dialog.getByLabelText('Further answer 2'), 'On my way')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Each answer must be different')).toBeTruthy()
  await user.type(dialog.getByLabelText('Further answer 2'), ' home')
  await user.click(dialog.getByRole('button', { name: 'Remove further answer 1' }))
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputs.some(([name]) => name === 'emergencyPlans/save')).toBe(true))
  const [, input] = inputs.find(([name]) => name === 'emergencyPlans/save') ?? []
  expect(input).toMatchObject({ answers: { neutral: [...neutral, { text: 'On my way home', texts: {} }] } })
})

it('calls people with the plan that the zone uses first, and says when its translations are not sent', async () => {
  const { inputs, user } = openPlan(
    'zone_manager_rw',
    {
      'emergencyPlans/list': () =>
        answer({
          plans: [
            aPlan({ usedFirst: true }),
            { ...aDefaultPlan('evacuate'), usedFirst: false },
            aDefaultPlan('welfare'),
          ],
        }),
      'emergencies/preview': () =>
        answer({
          people: 4,
          reasons: [],
          notActive: [],
          uncounted: 0,
          reach: { device: 3, app: 1, none: 0 },
          notCalled: 0,
        }),
      'emergencies/declare': () => answer({ emergencyId: planId, people: 4 }),
    },
    () => renderApp('/settings'),
  )
  await user.click(await screen.findByRole('button', { name: 'Call everyone inside' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Call everyone inside' }))
  expect(await dialog.findByDisplayValue('Leave upwind.')).toBeTruthy()
  expect(dialog.getByText('Everyone gets the plan’s text in their language.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Message (optional)'), ' Now.')
  expect(dialog.getByText('Everyone gets this text, without the plan’s translations.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Call 4 people' }))
  await waitFor(() => expect(inputs.some(([name]) => name === 'emergencies/declare')).toBe(true))
  const [, input] = inputs.find(([name]) => name === 'emergencies/declare') ?? []
  expect(input).toMatchObject({
    kind: 'evacuate',
    emergencyPlanId: planId,
    message: 'Leave upwind. Now.',
  })
})

it('explains to people without the permission to call why the dialog does not open', async () => {
  openPlan('zone_manager_ro', { 'emergencies/list': () => answer({ rows: [], next: null }) }, () =>
    renderPage('/emergencies?call=true'),
  )
  expect(await screen.findByText(/^You may not call people here\./)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('lists overdue drills, and zones without a calendar', async () => {
  const drill = {
    zoneId: enteredZone.id,
    zoneName: 'North yard',
    everyMonths: 6,
    lastDrillAt: null,
    dueOn: '2026-11-20',
    standing: 'overdue',
  } as const
  const unplanned = {
    ...{ ...drill, zoneId: planId, zoneName: 'South yard', everyMonths: 0 },
    ...{ dueOn: null, standing: 'unplanned' as const },
  }
  openPlan(
    'zone_manager_rw',
    {
      'emergencyPlans/drills': () => answer({ rows: [drill, unplanned], next: null }),
      'emergencies/list': () => answer({ rows: [], next: null }),
    },
    () => renderPage('/emergencies?view=drills'),
  )
  expect(await screen.findByText('Overdue')).toBeTruthy()
  expect(screen.getByText('No drill yet')).toBeTruthy()
  expect(screen.getByText(/^No calendar\./)).toBeTruthy()
})
