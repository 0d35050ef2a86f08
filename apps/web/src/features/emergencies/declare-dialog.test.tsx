import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, failNetwork } from '../../testing/fake-server.ts'
import { anEmergency, aPerson, emergencyId, zone } from './testing/an-emergency.ts'
import './board-page.tsx'
import './declare-dialog.tsx'
import './emergency-bar.tsx'
import { openApp } from './testing/open-app.tsx'

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
  expect(input).toMatchObject({ zoneId: zone.id, kind: 'evacuate', drill: false })
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
              ...{ drill: false, scope: 'zone', zoneIds: [zone.id], people: 697 },
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
