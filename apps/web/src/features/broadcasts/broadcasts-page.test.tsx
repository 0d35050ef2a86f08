import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, serverFor, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { answersOf, emptyForm, targetOf } from './broadcast-form.ts'
import { beginnings } from './since.ts'

const entered = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const aBroadcast = (changes: Partial<Broadcast> = {}): Broadcast => ({
  id: '0192f0c0-0000-7000-8000-000000000501',
  title: 'Storm at noon',
  message: 'Come in.',
  priority: 'urgent',
  state: 'sent',
  zoneId: entered.id,
  zoneName: entered.name,
  senderId: null,
  senderName: 'Mia Test',
  targetRoles: [],
  targetGroups: [],
  insideOnly: false,
  answers: [{ text: 'Safe', meaning: 'safe' }],
  mine: { state: 'delivered', answer: null },
  attachment: null,
  mayManage: false,
  progress: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  sendAt: null,
  sentAt: '2026-11-20T09:00:00.000Z',
  ...changes,
})

function openPage(role: 'app_user' | 'zone_manager_rw', handlers: Handlers, address = '/broadcasts') {
  const inputs: [string, unknown][] = []
  fakeServer({ ...serverFor(role, [{ ...entered, myRole: role }]), ...handlers }, (name, input) =>
    inputs.push([name, input]),
  )
  signIn()
  renderApp(address)
  return { inputs, user: userEvent.setup() }
}

it('is empty with the way to the first one for those who may send', async () => {
  openPage('zone_manager_rw', {})
  expect(await screen.findByText('No broadcasts found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send First Broadcast' })).toBeTruthy()
  expect(screen.getByText('Send and manage zone communications')).toBeTruthy()
})

it('a member reads, sees that an answer is wanted, and sends none', async () => {
  openPage('app_user', { 'broadcasts/list': () => answer({ rows: [aBroadcast()], next: null }) })
  expect(await screen.findByText('Storm at noon')).toBeTruthy()
  expect(screen.getByText('Answer needed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

it('what could not be read is not none', async () => {
  openPage('app_user', { 'broadcasts/list': () => refusal(403, 'FORBIDDEN', 'No') })
  expect(await screen.findByText('Failed to load broadcasts data')).toBeTruthy()
  expect(screen.queryByText('No broadcasts found')).toBeNull()
})

it('a failed one stays as it was typed, and is sent under the same number', async () => {
  let works = false
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      'broadcasts/preview': () => answer({ people: 3 }),
      'broadcasts/send': () =>
        works
          ? answer({ broadcastId: aBroadcast().id, people: 3 })
          : { status: 500, body: { json: { defined: false } } },
    },
    '/broadcasts?send=true',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Send New Broadcast' }))
  expect(await dialog.findByText('It reaches 3 people.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Storm')
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Come in')
  await user.click(dialog.getByRole('button', { name: 'Send Broadcast' }))
  expect(await dialog.findByText('Failed to send broadcast')).toBeTruthy()
  works = true
  await user.click(dialog.getByRole('button', { name: 'Send Broadcast' }))
  expect(await screen.findByText('Broadcast sent successfully')).toBeTruthy()
  const sent = inputs.filter(([name]) => name === 'broadcasts/send').map(([, input]) => input)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
})

it('asks only for answers that say something, and aims at all zones without groups', () => {
  const typed = [' Safe ', '', 'Safe', 'Help'].map(text => ({ text, meaning: 'neutral' as const }))
  const form = { ...emptyForm, asksAnswer: true, answers: typed }
  expect(answersOf(form).map(({ text }) => text)).toEqual(['Safe', 'Help'])
  expect(answersOf({ ...form, asksAnswer: false })).toEqual([])
  expect(targetOf({ ...form, allZones: true, groups: ['a'] }, 'zone')).toMatchObject({
    zoneId: null,
    targetGroups: [],
  })
})

it('a week begins on Monday, a day at midnight where the reader is', () => {
  const { today, week } = beginnings(new Date(2026, 10, 22, 15))
  expect(new Date(today)).toEqual(new Date(2026, 10, 22))
  expect(new Date(week)).toEqual(new Date(2026, 10, 16))
})
