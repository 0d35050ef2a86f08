import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z', myRole: 'zone_manager_rw' })
const question: BroadcastDetail = {
  id: '0192f0c0-0000-7000-8000-000000000501',
  title: 'Leave now',
  message: 'North gate.',
  priority: 'urgent',
  state: 'sent',
  zoneId: enteredZone.id,
  zoneName: enteredZone.name,
  senderId: null,
  senderName: 'Mia Test',
  targetRoles: [],
  targetGroups: [],
  insideOnly: false,
  answers: [{ text: 'I am safe', meaning: 'safe' }],
  mine: null,
  attachment: null,
  mayManage: true,
  progress: { people: 2, answered: 1, help: 0 },
  createdAt: '2026-11-20T09:00:00.000Z',
  sendAt: null,
  sentAt: '2026-11-20T09:00:00.000Z',
  figures: { people: 2, queued: 0, delivered: 1, pushed: 0, seen: 0, answered: 1, unreachable: 0 },
  answerCounts: [{ answer: 'I am safe', meaning: 'safe', people: 1 }],
  remindedAt: null,
  questionEndedAt: null,
  updatedAt: '2026-11-20T09:00:00.000Z',
  contacts: [],
  help: null,
}

function openQuestion(detail: BroadcastDetail) {
  let currentDetail = detail
  fakeServer({
    ...createServerHandlers('zone_manager_rw', [enteredZone]),
    'broadcasts/get': () => answer(currentDetail),
    'broadcasts/recipients': () => answer({ rows: [], next: null }),
    'broadcasts/endQuestion': () => {
      currentDetail = { ...currentDetail, questionEndedAt: new Date().toISOString() }
      return answer({ ended: true })
    },
  })
  signIn()
  renderPage(`/broadcasts?broadcast=${question.id}`)
  return userEvent.setup()
}

it('an urgent question ends, and nobody is reminded of it afterwards', async () => {
  const user = openQuestion(question)
  expect(await screen.findByRole('button', { name: 'Remind 1 person' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'End question' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End this question?' }))
  await user.click(dialog.getByRole('button', { name: 'End question' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Remind|End question/ })).toBeNull())
  expect(screen.getByText(/Question ended/, { selector: 'p:has(time)' })).toBeTruthy()
})

it('only urgent questions offer it', async () => {
  openQuestion({ ...question, priority: 'high' })
  expect(await screen.findByRole('button', { name: 'Remind 1 person' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End question' })).toBeNull()
})
