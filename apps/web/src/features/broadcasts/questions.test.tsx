import type {
  BroadcastDetail,
  BroadcastRecipient,
  OpenQuestion,
  OwnCall,
} from '@muster/contract/broadcasts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FakeSocket } from '../../live/fake-socket.ts'
import { answer, failNetwork, fakeServer, type Handlers } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { aMember, memberDetails } from '../users/testing/a-member.ts'
import './question-bar.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const answers = [
  { text: 'I am safe', meaning: 'safe' as const },
  { text: 'I need help', meaning: 'help' as const },
]
const toId = (index: number) => `0192f0c0-0000-7000-8000-00000000050${index}`
const aQuestion = (index: number, title: string): OpenQuestion => ({
  id: toId(index),
  title,
  message: 'North gate.',
  zoneName: enteredZone.name,
  answers,
  sentAt: '2026-11-20T09:00:00.000Z',
  contacts: [{ name: 'Mia Test', phone: '+91 11 5550 0100' }],
})
const aDetail = (changes: Partial<BroadcastDetail> = {}): BroadcastDetail => ({
  ...aQuestion(1, 'Leave now'),
  priority: 'urgent',
  state: 'sent',
  zoneId: enteredZone.id,
  senderId: null,
  senderName: 'Mia Test',
  targetRoles: [],
  targetGroups: [],
  insideOnly: false,
  mine: null,
  attachment: null,
  mayManage: false,
  progress: { people: 3, answered: 2, help: 1 },
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  sendAt: null,
  figures: null,
  answerCounts: [],
  remindedAt: null,
  questionEndedAt: null,
  help: null,
  ...changes,
})
const aRecipient = (changes: Partial<BroadcastRecipient>): BroadcastRecipient => ({
  userId: toId(7),
  name: 'Ann Test',
  state: 'answered',
  answer: null,
  meaning: null,
  zone: { id: enteredZone.id, name: enteredZone.name },
  presence: null,
  reason: null,
  at: '2026-11-20T09:00:00.000Z',
  ...changes,
})

function openApp(role: 'app_user' | 'zone_manager_ro', handlers: Handlers, address: string) {
  const inputs: [string, unknown][] = []
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  const app = renderApp(address)
  return { app, inputs, user: userEvent.setup() }
}

it('shows the newest open question with its answers on any page, and the next one once it is answered', async () => {
  let questions = [aQuestion(1, 'Leave now'), aQuestion(2, 'Are you well?')]
  const { inputs, user } = openApp(
    'app_user',
    {
      'broadcasts/openQuestions': () => answer({ questions, total: questions.length }),
      'broadcasts/answer': () => {
        questions = questions.slice(1)
        return answer({ answer: 'I am safe' })
      },
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Urgent question: Leave now' }))
  expect(bar.getByText('Answer needed')).toBeTruthy()
  expect(bar.getByRole('link', { name: '1 more' })).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'I am safe' }))
  expect(await screen.findByRole('region', { name: 'Urgent question: Are you well?' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Urgent question: Leave now' })).toBeNull()
  expect(inputs).toContainEqual(['broadcasts/answer', { broadcastId: toId(1), answer: 'I am safe' }])
})

/** Opens a page without a question; `showQuestions` delivers questions to it. */
async function openWithoutQuestion() {
  let questions: OpenQuestion[] = []
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  const { app } = openApp(
    'app_user',
    { 'broadcasts/openQuestions': () => answer({ questions, total: questions.length }) },
    '/settings',
  )
  await screen.findByRole('heading', { name: 'Skills' })
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  act(() => FakeSocket.last.letIn())
  let cursor = 10
  const userId = aProfile().id
  const showQuestions = async (...openQuestions: OpenQuestion[]) => {
    questions = openQuestions
    cursor += 1
    const event = { kind: 'alerts.changed', userId }
    act(() => FakeSocket.last.receive({ type: 'event', cursor: `${cursor}`, topic: `user:${userId}`, event }))
    return screen.findByRole(
      'region',
      { name: `Urgent question: ${openQuestions[0]?.title}` },
      { timeout: 3_000 },
    )
  }
  return { app, showQuestions }
}
const isOverlay = (bar: HTMLElement) => bar.closest('[data-over]') !== null

it('overlays an open page for a moment, inert, and then gets room above the page', async () => {
  const { showQuestions } = await openWithoutQuestion()
  const bar = await showQuestions(aQuestion(1, 'Leave now'))
  expect(bar.hasAttribute('inert')).toBe(true)
  expect(isOverlay(bar)).toBe(true)
  await waitFor(() => expect(isOverlay(bar)).toBe(false), { timeout: 3_000 })
  expect(bar.hasAttribute('inert')).toBe(false)
})

it('folds into one line while the page is scrolled, and unfolds to be answered', async () => {
  const { user } = openApp(
    'app_user',
    { 'broadcasts/openQuestions': () => answer({ questions: [aQuestion(1, 'Leave now')], total: 1 }) },
    '/settings',
  )
  await screen.findByRole('heading', { name: 'Skills' })
  await screen.findByRole('button', { name: 'I am safe' }, { timeout: 3_000 })
  vi.stubGlobal('scrollY', 400)
  vi.stubGlobal('pageYOffset', 400)
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(screen.queryByRole('button', { name: 'I am safe' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(screen.getByRole('button', { name: 'I am safe' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Leave now')
  vi.unstubAllGlobals()
})

it('is asked once: not above its own details or the inbox, which show its answers', async () => {
  const { app, inputs, user } = openApp(
    'app_user',
    {
      'broadcasts/openQuestions': () => answer({ questions: [aQuestion(1, 'Leave now')], total: 1 }),
      'broadcasts/get': () => answer(aDetail({ mine: { state: 'delivered', answer: null } })),
      'broadcasts/list': ({ unanswered }) =>
        answer({
          rows: unanswered
            ? [
                aDetail({
                  id: toId(3),
                  title: 'Who can stay longer?',
                  priority: 'normal',
                  mine: { state: 'delivered', answer: null },
                  sentAt: new Date().toISOString(),
                }),
              ]
            : [],
          next: null,
        }),
      'broadcasts/answer': () => answer({ answer: 'I am safe' }),
    },
    `/broadcasts?broadcast=${toId(1)}`,
  )
  await screen.findByRole('region', { name: 'Your answer' })
  expect(screen.queryByRole('region', { name: 'Urgent question: Leave now' })).toBeNull()
  await act(() => app.router.navigate({ to: '/alerts' }))
  const questions = within(await screen.findByRole('region', { name: 'Questions to answer' }))
  await waitFor(() =>
    expect(questions.getAllByRole('article').map(it => within(it).getByRole('link').textContent)).toEqual([
      expect.stringMatching(/^Leave nowUrgent: answer needed/),
      expect.stringMatching(/^Who can stay longer\?Answer needed/),
    ]),
  )
  expect(screen.queryByRole('region', { name: 'Urgent question: Leave now' })).toBeNull()
  const [, second] = questions.getAllByRole('article')
  await user.click(within(second as HTMLElement).getByRole('button', { name: 'I am safe' }))
  expect(inputs).toContainEqual(['broadcasts/answer', { broadcastId: toId(3), answer: 'I am safe' }])
})

it('overlays the page as well if the first questions come when the page has been open for a second', async () => {
  const questions = [aQuestion(1, 'Leave now')]
  const { promise: isOpen, resolve: deliver } = Promise.withResolvers<void>()
  openApp(
    'app_user',
    { 'broadcasts/openQuestions': () => isOpen.then(() => answer({ questions, total: 1 })) },
    '/settings',
  )
  await screen.findByRole('heading', { name: 'Skills' })
  await new Promise(done => setTimeout(done, 1_200))
  deliver()
  const bar = await screen.findByRole('region', { name: 'Urgent question: Leave now' })
  expect(isOverlay(bar)).toBe(true)
  expect(bar.hasAttribute('inert')).toBe(true)
})

it('becomes part of the page once the page is scrolled to the top, also for the next question', async () => {
  const { showQuestions } = await openWithoutQuestion()
  const bar = await showQuestions(aQuestion(1, 'Leave now'))
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(isOverlay(bar)).toBe(false)
  const nextBar = await showQuestions(aQuestion(2, 'Second horn'), aQuestion(1, 'Leave now'))
  expect(isOverlay(nextBar)).toBe(false)
  expect(nextBar.hasAttribute('inert')).toBe(true)
})

it('moves the focus from an answered question to the next one', async () => {
  let questions = [aQuestion(1, 'Leave now'), aQuestion(2, 'Are you well?')]
  const { user } = openApp(
    'app_user',
    {
      'broadcasts/openQuestions': () => answer({ questions, total: questions.length }),
      'broadcasts/answer': () => {
        questions = questions.slice(1)
        return answer({ answer: 'I am safe' })
      },
    },
    '/settings',
  )
  await user.click(await screen.findByRole('button', { name: 'I am safe' }))
  const heading = await screen.findByRole('heading', { name: 'Are you well?' })
  await waitFor(() => expect(document.activeElement).toBe(heading), { timeout: 3_000 })
  await user.click(screen.getByRole('button', { name: 'I am safe' }))
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

it('shows a call for help without a network in red, with phone numbers and no toast', async () => {
  const { user } = openApp(
    'app_user',
    {
      'broadcasts/openQuestions': () => answer({ questions: [aQuestion(1, 'Leave now')], total: 1 }),
      'broadcasts/answer': failNetwork,
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Urgent question: Leave now' }))
  await user.click(bar.getByRole('button', { name: 'I need help' }))
  expect((await bar.findByRole('status')).textContent).toContain('Your call for help hasn’t been sent yet')
  expect(bar.getByRole('button', { name: 'I need help', pressed: true })).toBeTruthy()
  expect(bar.getByRole('link', { name: 'Call Mia Test' }).getAttribute('href')).toBe('tel:+911155500100')
  expect(screen.queryByText('Waiting to send')).toBeNull()
})

it('moves a question with a queued answer behind one that can be answered', async () => {
  const questions = [aQuestion(1, 'Leave now'), aQuestion(2, 'Are you well?')]
  const { user } = openApp(
    'app_user',
    {
      'broadcasts/openQuestions': () => answer({ questions, total: 2 }),
      'broadcasts/answer': failNetwork,
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Urgent question: Leave now' }))
  await user.click(bar.getByRole('button', { name: 'I am safe' }))
  expect(await screen.findByRole('region', { name: 'Urgent question: Are you well?' })).toBeTruthy()
})

it('shows the question on the zone selection, and asks for the PIN once it has been answered', async () => {
  let questions = [aQuestion(1, 'Leave now')]
  const zone = aZone({ myRole: 'app_user', entryExpiresAt: null })
  fakeServer({
    ...createServerHandlers('app_user', [zone]),
    'broadcasts/openQuestions': () => answer({ questions, total: questions.length }),
    'broadcasts/answer': () => {
      questions = []
      return answer({ answer: 'I am safe' })
    },
  })
  signIn()
  renderApp('/zone-selection')
  const button = await screen.findByRole('button', { name: 'I am safe' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.setup().click(button)
  expect(await screen.findByRole('dialog', { name: `Enter ${zone.name}` })).toBeTruthy()
})

it('shows an open question first in the alerts, where it cannot be marked as read', async () => {
  const alert = {
    id: toId(8),
    type: 'broadcast' as const,
    title: 'Leave now',
    description: 'North gate.',
    zoneId: enteredZone.id,
    metadata: { broadcastId: toId(1), urgent: true },
    isRead: false,
    createdAt: '2026-11-20T09:00:00.000Z',
  }
  openApp(
    'app_user',
    {
      'broadcasts/openQuestions': () => answer({ questions: [aQuestion(1, 'Leave now')], total: 1 }),
      'alerts/counts': () => answer({ all: 1, unread: 1, markable: 0 }),
      'alerts/list': () => answer({ rows: [alert], next: null }),
    },
    '/alerts',
  )
  expect(await screen.findByText('Urgent: answer needed')).toBeTruthy()
  await screen.findByText('Unread (1)')
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Mark All Read' })).toBeNull()
})

it('shows the user’s own call for help on every page, with who has seen it, the position and whom to call', async () => {
  const call: OwnCall = {
    broadcastId: toId(1),
    title: 'Leave now',
    answer: 'I need help',
    at: '2026-11-20T09:00:00.000Z',
    help: { alerted: 2, seenBy: ['Mia Test'], contacts: [{ name: 'Mia Test', phone: '+91 11 5550 0100' }] },
    position: { at: '2026-11-20T09:00:00.000Z', accuracyMeters: 8.2 },
  }
  openApp(
    'app_user',
    {
      'broadcasts/openQuestions': () => answer({ questions: [], total: 0, hasOwnCalls: true }),
      'broadcasts/ownCalls': () => answer({ calls: [call] }),
    },
    '/settings',
  )
  const bar = within(await screen.findByRole('region', { name: 'Your call for help: Leave now' }))
  expect(bar.getByText(/^You asked for help at/)).toBeTruthy()
  expect(bar.getByText('Seen by Mia Test.')).toBeTruthy()
  expect(bar.getByText(/^They have your position of .* \(±8 m\)\.$/)).toBeTruthy()
  expect(bar.getByRole('link', { name: 'Call Mia Test' }).getAttribute('href')).toBe('tel:+911155500100')
  expect(bar.getByRole('link', { name: 'Change answer' }).getAttribute('href')).toContain(
    `broadcast=${toId(1)}`,
  )
})

it('shows who was alerted and whom to call after a call for help, without a success toast', async () => {
  let help: BroadcastDetail['help'] = null
  const { user } = openApp(
    'app_user',
    {
      'broadcasts/get': () =>
        answer(aDetail({ mine: { state: help ? 'answered' : 'seen', answer: help && 'I need help' }, help })),
      'broadcasts/answer': () => {
        help = { alerted: 2, seenBy: [], contacts: [{ name: 'Mia Test', phone: '+91 11 5550 0100' }] }
        return answer({ answer: 'I need help' })
      },
    },
    `/broadcasts?broadcast=${toId(1)}`,
  )
  await user.click(await screen.findByRole('button', { name: 'I need help' }))
  expect(await screen.findByText('You asked for help')).toBeTruthy()
  expect(screen.getByText('Your managers were alerted. Nobody has opened it yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Call Mia Test' }).getAttribute('href')).toBe('tel:+911155500100')
  expect(screen.getByRole('button', { name: 'I am safe' })).toBeTruthy()
  expect(screen.queryByText('Answer sent')).toBeNull()
})

it('filters the people by the bar of an answer, and read-only managers see but cannot remind', async () => {
  const ann = aRecipient({
    answer: 'I need help',
    meaning: 'help',
    presence: { word: 'outside', lastSeen: null },
  })
  const bob = aRecipient({ userId: toId(9), name: 'Bob Test', state: 'delivered' })
  const figures = { people: 2, queued: 0, delivered: 1, pushed: 0, seen: 0, answered: 1, unreachable: 0 }
  const answerCounts = answers.map(({ text, meaning }) => ({
    answer: text,
    meaning,
    people: meaning === 'help' ? 1 : 0,
  }))
  const { inputs, user } = openApp(
    'zone_manager_ro',
    {
      'broadcasts/get': () => answer(aDetail({ figures, answerCounts })),
      'broadcasts/recipients': input => answer({ rows: input.answer ? [ann] : [ann, bob], next: null }),
    },
    `/broadcasts?broadcast=${toId(1)}`,
  )
  const list = within(await screen.findByRole('list', { name: 'Recipients' }))
  expect(list.getAllByRole('listitem').map(it => it.textContent)).toEqual([
    expect.stringContaining('I need help'),
    expect.stringContaining('Delivered to inbox'),
  ])
  expect(list.getByRole('button', { name: 'Call Ann Test' })).toBeTruthy()
  const bars = screen.getAllByRole('button', { pressed: false }).map(it => it.textContent)
  expect(bars).toEqual(['I need help1', 'No answer yet1', 'I am safe0'])
  await user.click(screen.getByRole('button', { name: /^I need help/ }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(inputs).toContainEqual(['broadcasts/recipients', expect.objectContaining({ answer: 'I need help' })])
  expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull()
})

it('opens the person who needs help from the link in a push notification or email', async () => {
  const { user } = openApp(
    'zone_manager_ro',
    {
      'broadcasts/get': () => answer(aDetail()),
      'users/detail': ({ userId }) =>
        answer({ person: aMember({ userId, firstName: 'Zora' }), member: memberDetails() }),
    },
    // The URL as the server's `alertPath` builds it.
    `/broadcasts?broadcast=${toId(1)}&person=${toId(7)}&in=${enteredZone.id}`,
  )
  const personRegion = await screen.findByRole('region', { name: /^Zora/ })
  await user.click(within(personRegion).getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('region', { name: 'Leave now' })).toBeTruthy()
})

it('opens the broadcast if the URL names a person but no zone', async () => {
  openApp(
    'zone_manager_ro',
    { 'broadcasts/get': () => answer(aDetail()) },
    `/broadcasts?broadcast=${toId(1)}&person=${toId(7)}`,
  )
  expect(await screen.findByRole('region', { name: 'Leave now' })).toBeTruthy()
})

it('returns from a person to the same row, filter, search and history entry', async () => {
  const figures = { people: 9, queued: 0, delivered: 9, pushed: 0, seen: 0, answered: 0, unreachable: 0 }
  const { app, user } = openApp(
    'zone_manager_ro',
    {
      'broadcasts/get': () => answer(aDetail({ figures })),
      'broadcasts/recipients': () => answer({ rows: [aRecipient({ state: 'delivered' })], next: null }),
      'users/detail': ({ userId }) =>
        answer({ person: aMember({ userId, firstName: 'Zora' }), member: memberDetails() }),
    },
    `/broadcasts?broadcast=${toId(1)}`,
  )
  await user.click(await screen.findByRole('button', { name: /^No answer yet/ }))
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'ann')
  const pathBefore = app.path()
  await user.click(await screen.findByRole('button', { name: 'Details for Ann Test' }))
  const personRegion = await screen.findByRole('region', { name: /^Zora/ })
  await user.click(within(personRegion).getByRole('button', { name: 'Close' }))
  const row = await screen.findByRole('button', { name: 'Details for Ann Test' })
  await waitFor(() => expect(document.activeElement).toBe(row))
  expect(screen.getByRole('button', { name: /^No answer yet/, pressed: true })).toBeTruthy()
  expect(screen.getByDisplayValue('ann')).toBeTruthy()
  expect(app.path()).toBe(pathBefore)
  expect(app.router.history.canGoBack()).toBe(false)
})
