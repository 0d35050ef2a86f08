import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import './board-page.tsx'
import './declare-dialog.tsx'
import './plan-page.tsx'

const entryExpiresAt = '2036-01-01T00:00:00.000Z'
const dock = aZone({ entryExpiresAt, myRole: 'zone_manager_rw', name: 'Dock' })
const yard = aZone({
  id: '0192f0c0-0000-7000-8000-0000000000d2',
  entryExpiresAt,
  myRole: 'zone_manager_rw',
  name: 'Yard',
})
/** A zone whose PIN was not entered. */
const gate = aZone({
  ...yard,
  id: '0192f0c0-0000-7000-8000-0000000000d3',
  entryExpiresAt: null,
  name: 'Gate',
})
const emergencyId = '0192f0c0-0000-7000-8000-000000000601'
const annId = '0192f0c0-0000-7000-8000-000000000901'
const bobId = '0192f0c0-0000-7000-8000-000000000902'
const at = '2026-11-20T09:00:00.000Z'

const emergency: EmergencyDetail = {
  id: emergencyId,
  scope: 'zones',
  zoneId: null,
  zoneName: 'Dock, Plant, Yard',
  kind: 'evacuate',
  planName: '',
  drill: false,
  message: '',
  declaredBy: { id: null, name: 'Mia Test' },
  declaredAt: at,
  allClearAt: null,
  people: 1,
  states: { help: 0, missing: 1, elsewhere: 0, not_on_site: 0, safe: 0 },
  reasons: [{ why: 'inside', people: 1 }],
  uncounted: 1,
  missingOffSite: 0,
  missingUnknown: 0,
  groups: [],
  timeZone: 'UTC',
  leftBefore: 1,
  allClearBy: null,
  zones: [
    { id: dock.id, name: 'Dock', mayMark: true },
    { id: yard.id, name: 'Yard', mayMark: true },
  ],
  seesAll: false,
  mayManage: true,
  mayEnd: false,
}
const person: RollPerson = {
  id: '0192f0c0-0000-7000-8000-000000000701',
  userId: null,
  name: 'Ann Test',
  phone: '',
  why: 'inside',
  zoneId: dock.id,
  zoneName: 'Dock',
  mayMark: false,
  insideSince: at,
  seenAt: at,
  lastSeenAt: at,
  listName: 'Test, Ann',
  accuracyMeters: 12,
  position: null,
  state: 'missing',
  stateAt: null,
  disputed: false,
  uncountedReason: null,
  needs: '',
  seenOutsideAt: at,
  claims: [],
}

function openApp(handlers: Handlers, address: string, zones = [dock, yard, gate]) {
  const inputs: [string, Record<string, unknown>][] = []
  fakeServer({ ...createServerHandlers('zone_manager_rw', zones), ...handlers }, (name, input) =>
    inputs.push([name, input as Record<string, unknown>]),
  )
  signIn()
  zoneSelectionStore.set(aProfile().id, dock.id)
  renderApp(address)
  return { inputs, user: userEvent.setup() }
}
const findInput = (inputs: [string, Record<string, unknown>][], name: string) =>
  inputs.findLast(it => it[0] === name)?.[1]

it('names the zones whose people the board leaves out, and lists people who do not count or left before separately', async () => {
  const { user } = openApp(
    {
      'emergencies/get': () => answer(emergency),
      'emergencies/people': ({ listed }) =>
        answer({
          rows: [
            listed === 'uncounted'
              ? {
                  ...person,
                  id: bobId,
                  name: 'Bob Test',
                  uncountedReason: 'At the gate',
                  seenOutsideAt: null,
                }
              : person,
          ],
          next: null,
        }),
      'emergencies/leftBefore': () =>
        answer({
          rows: (
            [
              [annId, 'Lea Test', 'phone', null, ''],
              [bobId, '', 'badge', '17', 'Gate 2'],
              [emergencyId, 'Vera Visitor', 'day_end', null, 'Acme · Anna'],
            ] as const
          ).map(([id, name, leftBy, badge, note]) => ({
            ...{ id, name, leftBy, badge, note },
            ...{ phone: '', zoneName: 'Dock', leftAt: at },
          })),
          next: null,
        }),
    },
    `/emergencies/${emergencyId}`,
  )
  expect(
    await screen.findByText('You see the people of Dock and Yard. Others are on the administrators’ list.'),
  ).toBeTruthy()
  expect(await screen.findByText(/^Seen outside at/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'All clear' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mark Ann Test as safe' })).toBeNull()
  expect(screen.queryByText('At the gate')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Not counted: 1' }))
  expect(await screen.findByText('At the gate')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Left before: 1' }))
  expect(await screen.findByText('Lea Test')).toBeTruthy()
  expect(screen.getByText('Badge 17')).toBeTruthy()
  expect(screen.getByText('Gate 2')).toBeTruthy()
  expect(screen.getByText(/^Not signed out\. The visit to/)).toBeTruthy()
})

it('asks in which zone a person added by hand counts', async () => {
  const { inputs, user } = openApp(
    {
      'emergencies/get': () => answer({ ...emergency, uncounted: 0, leftBefore: 0 }),
      'emergencies/people': () => answer({ rows: [], next: null }),
      'emergencies/addPerson': () => answer({ personId: annId }),
    },
    `/emergencies/${emergencyId}`,
  )
  await user.click(await within(await screen.findByRole('main')).findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }))
  await user.click(dialog.getByRole('button', { name: 'Somebody else: enter a name' }))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Vera')
  await user.click(dialog.getByRole('button', { name: 'Add person' }))
  await waitFor(() =>
    expect(findInput(inputs, 'emergencies/addPerson')).toMatchObject({ name: 'Vera', zoneId: dock.id }),
  )
})

it('adds a member of the zone, so that nobody is on the list as two people', async () => {
  const { inputs, user } = openApp(
    {
      'emergencies/get': () => answer({ ...emergency, uncounted: 0, leftBefore: 0 }),
      'emergencies/people': () => answer({ rows: [], next: null }),
      'emergencies/addPerson': () => answer({ personId: annId }),
      'users/inZone': () => answer(memberRows('Ina', annId)),
    },
    `/emergencies/${emergencyId}`,
  )
  await user.click(await within(await screen.findByRole('main')).findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }))
  await user.click(dialog.getByRole('combobox', { name: 'Member' }))
  await user.click(await screen.findByRole('option', { name: 'Bob Test (EF34GH)' }))
  await user.click(dialog.getByRole('button', { name: 'Add person' }))
  await waitFor(() => expect(findInput(inputs, 'emergencies/addPerson')).toMatchObject({ userId: bobId }))
})

it('calls several zones at once, but offers none in which the user may not call', async () => {
  const { inputs, user } = openApp(
    {
      'emergencies/preview': ({ moreZoneIds = [] }) =>
        answer({
          people: moreZoneIds.length > 0 ? 9 : 4,
          notActive: [],
          uncounted: 1,
          reach: { device: 3, app: 1, none: 0 },
          notCalled: 0,
          reasons: [{ why: 'inside', people: moreZoneIds.length > 0 ? 9 : 4 }],
        }),
      'emergencies/declare': () => answer({ emergencyId, people: 9 }),
      'emergencies/get': () => answer(emergency),
      'emergencies/people': () => answer({ rows: [], next: null }),
    },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: 'Call everyone inside' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Call everyone inside' }))
  expect(await dialog.findByText('4 on site: 4 by phone')).toBeTruthy()
  expect(dialog.getByText('1 more is called and not counted.')).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: 'Further zones (optional)' }))
  const yardOption = await screen.findByRole('option', { name: 'Yard' })
  expect(screen.queryByRole('option', { name: 'Gate' })).toBeNull()
  await user.click(yardOption)
  expect(await dialog.findByText('9 on site: 9 by phone')).toBeTruthy()
  await user.click(dialog.getByRole('switch', { name: /^Also people whose shift runs now/ }))
  await user.click(dialog.getByRole('button', { name: 'Call 9 people' }))
  await waitFor(() =>
    expect(findInput(inputs, 'emergencies/declare')).toMatchObject({
      zoneId: dock.id,
      moreZoneIds: [yard.id],
      expected: false,
    }),
  )
})

const memberRows = (name: string, userId: string) => ({
  rows: [
    {
      assignmentId: userId,
      userId,
      firstName: name,
      lastName: 'Test',
      userCode: 'AB12CD',
      zoneRole: 'app_user' as const,
      assignedAt: at,
      invited: true as const,
    },
    {
      assignmentId: bobId,
      userId: bobId,
      firstName: 'Bob',
      lastName: 'Test',
      userCode: 'EF34GH',
      zoneRole: 'app_user' as const,
      assignedAt: at,
      invited: false as const,
      email: 'bob@example.org',
      profileImageUrl: null,
      presence: 'outside' as const,
      consent: 'given' as const,
      lastSeen: null,
      mock: false,
      insideSince: null,
      position: null,
    },
  ],
  next: null,
})

it('appoints members as captains and says who else changed the list', async () => {
  let isStale = false
  const { inputs, user } = openApp(
    {
      'zoneCaptains/list': () => answer({ captains: [{ userId: annId, name: 'Ann Test', appointedAt: at }] }),
      'zoneCaptains/set': () =>
        isStale
          ? refusal(409, 'LIST_CHANGED', 'Someone else changed this list. Reload to see the changes.')
          : answer({ captains: [] }),
      'zoneUncounted/list': () => answer({ people: [] }),
      'emergencies/points': () => answer({ points: [] }),
      'users/inZone': () => answer(memberRows('Ina', annId)),
    },
    '/emergencies/plan',
  )
  const section = within(await screen.findByRole('region', { name: 'Captains' }))
  expect(await section.findByText('Ann Test')).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'Add captain' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add captain' }))
  await user.click(dialog.getByRole('combobox', { name: 'Member' }))
  await user.click(await screen.findByRole('option', { name: 'Bob Test (EF34GH)' }))
  await user.click(dialog.getByRole('button', { name: 'Add captain' }))
  await waitFor(() =>
    expect(findInput(inputs, 'zoneCaptains/set')).toMatchObject({
      userIds: [annId, bobId],
      expectedIds: [annId],
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add captain' })).toBeNull())
  const readSaved = () =>
    inputs.flatMap(([name, input]) =>
      name === 'zoneCaptains/set' ? [[input.userIds, input.expectedIds]] : [],
    )
  await user.click(section.getByRole('button', { name: 'Remove Ann Test' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(readSaved().slice(1)).toEqual([
      [[], [annId]],
      [[annId], []],
    ]),
  )
  isStale = true
  await user.click(section.getByRole('button', { name: 'Remove Ann Test' }))
  expect(await screen.findByText('Someone else changed this list. Reload to see the changes.')).toBeTruthy()
})
