import type { Broadcast, BroadcastDetail, Unreached } from '@muster/contract/broadcasts.ts'
import type { ErrorCode } from '@muster/contract/errors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { emptyForm, toOfferedAnswers, toTarget } from './broadcast-form.ts'
import { unreachedText } from './reach-preview.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const aBroadcast = (changes: Partial<Broadcast> = {}): Broadcast => ({
  id: '0192f0c0-0000-7000-8000-000000000501',
  title: 'Storm at noon',
  message: 'Come in.',
  priority: 'urgent',
  state: 'sent',
  zoneId: enteredZone.id,
  zoneName: enteredZone.name,
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

const noneUnreached: Unreached = { invited: 0, inactive: 0, closedZone: 0, byRole: [] }

function openPage(
  role: 'app_user' | 'zone_manager_rw' | 'worker',
  handlers: Handlers,
  address = '/broadcasts',
) {
  const inputs: [string, unknown][] = []
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage(address)
  return { inputs, user: userEvent.setup() }
}

it('the empty list invites senders to write the first broadcast', async () => {
  openPage('zone_manager_rw', {})
  expect(await screen.findByText('No broadcasts found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send First Broadcast' })).toBeTruthy()
  expect(screen.getByText('Send and manage zone communications')).toBeTruthy()
})

it('a call that was opened and closed leaves nothing in the ordinary form', async () => {
  const { user } = openPage('zone_manager_rw', {}, '/broadcasts?send=true&call=true')
  const callDialog = await screen.findByRole('dialog', { name: 'Call everyone inside' })
  await user.type(within(callDialog).getByRole('textbox', { name: 'Title' }), 'Fire')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Send First Broadcast' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send New Broadcast' })
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('')
  expect(within(dialog).queryByText('Draft restored')).toBeNull()
})

it('members read a broadcast, see that an answer is required, and cannot send one', async () => {
  openPage('app_user', { 'broadcasts/list': () => answer({ rows: [aBroadcast()], next: null }) })
  expect(await screen.findByText('Storm at noon')).toBeTruthy()
  expect(screen.getByText('Answer needed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

it('shows the audience, with the names of groups in their own text direction', async () => {
  const targetGroups = [{ id: enteredZone.id, name: 'Riggers', deleted: false }]
  const rows = [aBroadcast({ targetGroups, targetRoles: ['worker'], insideOnly: true })]
  openPage('app_user', { 'broadcasts/list': () => answer({ rows, next: null }) })
  const groupName = await screen.findByText('Riggers')
  expect(groupName.dir).toBe('auto')
  expect(groupName.parentElement?.textContent?.trim()).toBe(
    'Riggers · Worker, only people inside when it was sent',
  )
})

it('downloads the attachment with a fresh link on a page that has been open for a day', async () => {
  const createObjectUrlSpy = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:here')
  const file = { id: aBroadcast().id, name: 'gate.pdf', kind: 'pdf' as const, size: 9, thumbnailUrl: null }
  const attachment = { ...file, url: '/files/old?expires=1700000000000' }
  const { inputs, user } = openPage('app_user', {
    'broadcasts/list': () => answer({ rows: [aBroadcast({ attachment })], next: null }),
    'broadcasts/fileLink': () => answer({ url: '/files/fresh', thumbnailUrl: null }),
  })
  const downloadButton = await screen.findByRole('button', { name: 'Download gate.pdf' })
  const originalFetch = globalThis.fetch
  const openedUrls: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (typeof request !== 'string') return originalFetch(request)
    openedUrls.push(request)
    return new Response('pdf')
  })
  await user.click(downloadButton)
  expect(await screen.findByText('File downloaded successfully')).toBeTruthy()
  expect(openedUrls).toEqual(['/files/fresh'])
  expect(createObjectUrlSpy).toHaveBeenCalledOnce()
  expect(inputs).toContainEqual(['broadcasts/fileLink', { broadcastId: aBroadcast().id }])
})

it('shows an error instead of the empty state when broadcasts cannot be loaded', async () => {
  openPage('app_user', { 'broadcasts/list': () => refusal(403, 'FORBIDDEN', 'No') })
  expect(await screen.findByText('Failed to load broadcasts data')).toBeTruthy()
  expect(screen.queryByText('No broadcasts found')).toBeNull()
})

it('a failed broadcast keeps its text and is retried with the same request id', async () => {
  let serverWorks = false
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      'broadcasts/preview': () =>
        answer({ people: 3, reach: { device: 1, app: 1, none: 1 }, unreached: noneUnreached }),
      'broadcasts/send': () =>
        serverWorks
          ? answer({ broadcastId: aBroadcast().id, people: 3 })
          : { status: 500, body: { json: { defined: false } } },
    },
    '/broadcasts?send=true',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Send New Broadcast' }))
  expect(await dialog.findByText('It goes to 3 people.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Storm')
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Come in')
  await user.click(dialog.getByRole('button', { name: 'Send Broadcast' }))
  expect(await dialog.findByText('Failed to send broadcast')).toBeTruthy()
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Send Broadcast' }))
  expect(await screen.findByText('Broadcast sent successfully')).toBeTruthy()
  const sentInputs = inputs.filter(([name]) => name === 'broadcasts/send').map(([, input]) => input)
  expect(sentInputs).toHaveLength(2)
  expect(sentInputs[0]).toEqual(sentInputs[1])
})

it('offers a new group only to people who may manage groups', async () => {
  const openDialog = async (revoked: 'manage_groups'[]) => {
    const zone = { ...enteredZone, myRole: 'zone_manager_rw' as const, revoked }
    fakeServer({
      ...createServerHandlers('zone_manager_rw', [zone]),
      'broadcasts/preview': () =>
        answer({ people: 3, reach: { device: 1, app: 1, none: 1 }, unreached: noneUnreached }),
    })
    signIn()
    const { unmount } = renderPage('/broadcasts?send=true')
    const dialog = within(await screen.findByRole('dialog', { name: 'Send New Broadcast' }))
    await dialog.findByRole('textbox', { name: 'Title' })
    const isOffered = dialog.queryByRole('button', { name: 'Create New Group' }) !== null
    unmount()
    return isOffered
  }
  expect(await openDialog([])).toBe(true)
  expect(await openDialog(['manage_groups'])).toBe(false)
})

it('opens for a worker, who can read the broadcasts sent to them', async () => {
  openPage('worker', { 'broadcasts/list': () => answer({ rows: [aBroadcast()], next: null }) })
  expect(await screen.findByText('Storm at noon')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Group' })).toBeNull()
})

it('names the people who are not reached, by reason', () => {
  expect(unreachedText(noneUnreached)).toBeUndefined()
  expect(unreachedText({ ...noneUnreached, inactive: 1 })).toBe(
    '1 person with a suspended or inactive account doesn’t get it.',
  )
  const unreachedByRole = [
    { role: 'supervisor' as const, people: 1 },
    { role: 'worker' as const, people: 2 },
  ]
  expect(unreachedText({ ...noneUnreached, invited: 2, byRole: unreachedByRole })).toBe(
    '3 supervisors or workers only get urgent broadcasts and 2 people with an open invitation don’t get it.',
  )
})

const previewHandlers = {
  'broadcasts/preview': () =>
    answer({ people: 3, reach: { device: 1, app: 1, none: 1 }, unreached: noneUnreached }),
}
const findFields = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name }))
  return { dialog, title: dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' }) }
}

it('the draft survives Escape and is discarded on request', async () => {
  const { user } = openPage('zone_manager_rw', previewHandlers, '/broadcasts?send=true')
  const firstFields = await findFields('Send New Broadcast')
  expect(firstFields.dialog.queryByText('Draft restored')).toBeNull()
  await user.type(firstFields.title, 'Storm')
  await user.type(firstFields.dialog.getByRole('textbox', { name: 'Message' }), 'Come in')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Send (New|First) Broadcast$/ }))
  const { dialog, title } = await findFields('Send New Broadcast')
  expect(title.value).toBe('Storm')
  expect(dialog.getByText('Draft restored')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Discard draft' }))
  expect(title.value).toBe('')
  expect(dialog.queryByText('Draft restored')).toBeNull()
  expect(listDraftKeys()).toEqual([])
})

it('sends a restored draft with the request id that failed, then deletes it', async () => {
  let serverWorks = false
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      ...previewHandlers,
      'broadcasts/send': () =>
        serverWorks
          ? answer({ broadcastId: aBroadcast().id, people: 3 })
          : { status: 500, body: { json: { defined: false } } },
    },
    '/broadcasts?send=true',
  )
  const firstFields = await findFields('Send New Broadcast')
  await user.type(firstFields.title, 'Storm')
  await user.type(firstFields.dialog.getByRole('textbox', { name: 'Message' }), 'Come in')
  await user.click(firstFields.dialog.getByRole('button', { name: 'Send Broadcast' }))
  await firstFields.dialog.findByText('Failed to send broadcast')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  serverWorks = true
  await user.click(screen.getByRole('button', { name: /^Send (New|First) Broadcast$/ }))
  const { dialog } = await findFields('Send New Broadcast')
  await user.click(dialog.getByRole('button', { name: 'Send Broadcast' }))
  expect(await screen.findByText('Broadcast sent successfully')).toBeTruthy()
  const sentInputs = inputs.filter(([name]) => name === 'broadcasts/send').map(([, input]) => input)
  expect(sentInputs).toHaveLength(2)
  expect(sentInputs[0]).toEqual(sentInputs[1])
  expect(listDraftKeys()).toEqual([])
})

it('sends changed content with a new request id after an attempt that may have arrived', async () => {
  let serverWorks = false
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      ...previewHandlers,
      'broadcasts/send': () =>
        serverWorks
          ? answer({ broadcastId: aBroadcast().id, people: 3 })
          : { status: 500, body: { json: { defined: false } } },
    },
    '/broadcasts?send=true',
  )
  const { dialog, title } = await findFields('Send New Broadcast')
  await user.type(title, 'Storm')
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Come in')
  await user.click(dialog.getByRole('button', { name: 'Send Broadcast' }))
  await dialog.findByText('Failed to send broadcast')
  expect(dialog.queryByText('Your first version may already have been sent')).toBeNull()
  serverWorks = true
  await user.click(dialog.getByText('Urgent'))
  expect(await dialog.findByText('Your first version may already have been sent')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Send Broadcast' }))
  expect(await screen.findByText('Broadcast sent successfully')).toBeTruthy()
  const requestIds = inputs
    .filter(([name]) => name === 'broadcasts/send')
    .map(([, input]) => (input as { requestId: string }).requestId)
  expect(new Set(requestIds).size).toBe(2)
})

const listDraftKeys = () => Object.keys(localStorage).filter(key => key.includes('draft.broadcast'))
const getTomorrowInput = () => {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(8, 0, 0, 0)
  return at.toISOString()
}
const aScheduledBroadcast = (changes: Partial<BroadcastDetail> = {}): BroadcastDetail => ({
  ...aBroadcast({
    state: 'scheduled',
    sentAt: null,
    sendAt: getTomorrowInput(),
    mayManage: true,
    mine: null,
  }),
  updatedAt: '2026-11-20T09:00:00.000Z',
  figures: null,
  answerCounts: [],
  contacts: [],
  remindedAt: null,
  questionEndedAt: null,
  help: null,
  ...changes,
})
const deletedGroup = { id: '0192f0c0-0000-7000-8000-000000000601', name: 'Night shift', deleted: true }

it('shows when a scheduled broadcast will be sent, which ones were recalled, and deleted groups', async () => {
  const rows = [
    aScheduledBroadcast(),
    aBroadcast({
      id: deletedGroup.id,
      title: 'Drill',
      state: 'recalled',
      sentAt: null,
      targetGroups: [deletedGroup],
    }),
    aBroadcast({ id: enteredZone.id, title: 'Old', targetGroups: [{ ...deletedGroup, name: '' }] }),
  ]
  openPage('zone_manager_rw', { 'broadcasts/list': () => answer({ rows, next: null }) })
  const findCard = async (name: string) =>
    (await screen.findByRole('heading', { name })).closest('article')?.textContent
  expect(await findCard('Storm at noon')).toMatch(/Scheduled for tomorrow, 08:00/)
  expect(await findCard('Drill')).toMatch(/Not sent.*Night shift \(deleted\)/)
  expect(await findCard('Old')).toMatch(/Deleted group/)
})

it('edits a scheduled broadcast in the form it was written in, and its deleted group stays until removed', async () => {
  const broadcast = aScheduledBroadcast({
    targetGroups: [deletedGroup, { id: enteredZone.id, name: 'Day shift', deleted: false }],
  })
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      ...previewHandlers,
      'broadcasts/list': () => answer({ rows: [broadcast], next: null }),
      'broadcasts/get': () => answer(broadcast),
      // Like the server, refuses a broadcast whose groups are all deleted.
      'broadcasts/update': ({ targetGroups = [] }) =>
        targetGroups.some(id => id !== deletedGroup.id)
          ? answer({ people: 3 })
          : refusal(404, 'GROUP_NOT_FOUND', 'This group no longer exists.'),
    },
    `/broadcasts?broadcast=${broadcast.id}`,
  )
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const { dialog, title } = await findFields('Edit scheduled broadcast')
  expect(title.value).toBe('Storm at noon')
  await user.clear(title)
  await user.type(title, 'Storm at two')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved')).toBeTruthy()
  expect(inputs.find(([name]) => name === 'broadcasts/update')?.[1]).toMatchObject({
    broadcastId: broadcast.id,
    title: 'Storm at two',
    targetGroups: [deletedGroup.id, enteredZone.id],
    answers: [{ text: 'Safe', meaning: 'safe' }],
    sendAt: broadcast.sendAt,
  })
  expect(listDraftKeys()).toEqual([])
})

function openEdit(broadcast: BroadcastDetail, afterFailure: BroadcastDetail, code: ErrorCode) {
  let currentBroadcast = broadcast
  return openPage(
    'zone_manager_rw',
    {
      ...previewHandlers,
      'broadcasts/list': () => answer({ rows: [currentBroadcast], next: null }),
      'broadcasts/get': () => answer(currentBroadcast),
      'broadcasts/update': () => {
        currentBroadcast = afterFailure
        return refusal(409, code, 'Not saved.')
      },
      'broadcasts/send': () => answer({ broadcastId: deletedGroup.id, people: 3 }),
    },
    `/broadcasts?broadcast=${broadcast.id}`,
  )
}

it('unsaved changes survive when the scheduled broadcast is sent, and can be sent as a new one', async () => {
  const sentBroadcast = aScheduledBroadcast({ state: 'sent', sentAt: new Date().toISOString(), sendAt: null })
  const { inputs, user } = openEdit(aScheduledBroadcast(), sentBroadcast, 'BROADCAST_SENT')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const firstFields = await findFields('Edit scheduled broadcast')
  await user.type(firstFields.title, ' and wind')
  await user.click(firstFields.dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await firstFields.dialog.findByText('Your changes weren’t saved')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Unsaved changes' }))
  const { dialog, title } = await findFields('Edit scheduled broadcast')
  expect(title.value).toBe('Storm at noon and wind')
  await user.click(dialog.getByRole('button', { name: 'Send as New Broadcast' }))
  expect(await screen.findByText('Broadcast sent successfully')).toBeTruthy()
  expect(inputs.find(([name]) => name === 'broadcasts/send')?.[1]).toMatchObject({
    title: 'Storm at noon and wind',
    sendAt: null,
  })
  expect(listDraftKeys()).toEqual([])
})

it('warns that a colleague has changed the broadcast on which a draft is based', async () => {
  const { user } = openEdit(
    aScheduledBroadcast(),
    aScheduledBroadcast({ message: 'Stay out.' }),
    'SEND_TIME_INVALID',
  )
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const firstFields = await findFields('Edit scheduled broadcast')
  await user.type(firstFields.title, ' and wind')
  expect(firstFields.dialog.queryByText('Someone changed this broadcast')).toBeNull()
  await user.click(firstFields.dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await firstFields.dialog.findByText('Someone changed this broadcast')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit scheduled broadcast' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const { dialog, title } = await findFields('Edit scheduled broadcast')
  expect(dialog.getByText('Someone changed this broadcast')).toBeTruthy()
  expect(title.value).toBe('Storm at noon and wind')
  await user.click(dialog.getByRole('button', { name: 'Discard draft' }))
  expect(title.value).toBe('Storm at noon')
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Stay out.')
  expect(dialog.queryByText('Someone changed this broadcast')).toBeNull()
})

it('names a deleted group in a restored draft, and removing it does not address everybody', async () => {
  const draftJson = JSON.stringify({
    ...emptyForm,
    title: 'Storm',
    message: 'Come in',
    groups: [deletedGroup.id],
  })
  openDraft(`broadcast-${enteredZone.id}`, aProfile().id).save({ json: draftJson, requestId: '', file: '' })
  const { inputs, user } = openPage(
    'zone_manager_rw',
    {
      ...previewHandlers,
      'broadcasts/groups': () => answer({ groups: [] }),
      'broadcasts/send': () => answer({ broadcastId: aBroadcast().id, people: 3 }),
    },
    '/broadcasts?send=true',
  )
  const { dialog } = await findFields('Send New Broadcast')
  expect(await dialog.findAllByText('Deleted group')).not.toEqual([])
  const sendButton = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send Broadcast' })
  await user.click(dialog.getByLabelText('Target groups', { selector: 'input' }))
  await user.keyboard('{Backspace}{Escape}')
  expect(await dialog.findByText('Choose a group, or send it to all users.')).toBeTruthy()
  expect(dialog.queryByText('It goes to 3 people.')).toBeNull()
  expect(sendButton.disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Send to all users' }))
  await user.click(sendButton)
  expect(await screen.findByText('Broadcast sent successfully')).toBeTruthy()
  expect(inputs.find(([name]) => name === 'broadcasts/send')?.[1]).toMatchObject({ targetGroups: [] })
})

it('offers only non-empty answers, and addresses all zones without groups', () => {
  const typedAnswers = [' Safe ', '', 'Safe', 'Help'].map(text => ({ text, meaning: 'neutral' as const }))
  const form = { ...emptyForm, asksAnswer: true, answers: typedAnswers }
  expect(toOfferedAnswers(form).map(({ text }) => text)).toEqual(['Safe', 'Help'])
  expect(toOfferedAnswers({ ...form, asksAnswer: false })).toEqual([])
  expect(toTarget({ ...form, allZones: true, groups: ['a'] }, 'zone')).toMatchObject({
    zoneId: null,
    targetGroups: [],
  })
})
