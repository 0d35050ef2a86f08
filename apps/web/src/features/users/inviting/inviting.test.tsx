import type { ZoneInvitation } from '@muster/contract/invitations.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import { managerServer, self, zone } from '../testing/manager-server.ts'

const link = 'https://muster.example/#/join?invitation=abc'
const anInvitation = (changes: Partial<ZoneInvitation> = {}): ZoneInvitation => ({
  id: '0192f0c0-0000-7000-8000-000000000901',
  role: 'app_user',
  email: null,
  invitedBy: 'Ana Ruiz',
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2036-01-01T00:00:00.000Z',
  mailedAt: null,
  state: 'open',
  uses: 0,
  maxUses: 1,
  usedBy: [],
  ...changes,
})
const serve = (rows: readonly ZoneInvitation[] = [], mailWorks = true) => ({
  ...managerServer(() => [self]),
  'invitations/list': () => answer({ rows: [...rows], next: null, mailWorks }),
})

async function openTab(name: string) {
  renderPage('/zone-app-users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User by Code' }))
  await user.click(dialog.getByRole('tab', { name }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

it('a link is made with days and number of people, and shown once', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...serve(),
    'invitations/create': input => {
      inputs.push(input)
      return answer({ invitation: anInvitation({ maxUses: 12 }), link })
    },
  })
  const { user, dialog } = await openTab('Link')
  await user.click(await dialog.findByLabelText('30 days'))
  const count = dialog.getByLabelText('How many people may use it')
  await user.clear(count)
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(inputs).toEqual([])
  await user.type(count, '12')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect((await dialog.findByLabelText<HTMLInputElement>('Invitation link')).value).toBe(link)
  expect(dialog.getByRole('img', { name: 'The invitation link as a QR code' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  expect(inputs).toEqual([{ zoneId: zone.id, role: 'app_user', days: 30, maxUses: 12 }])
})

it('a link for a manager is for one person, whatever number was typed before', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...serve(),
    'invitations/create': input => {
      inputs.push(input)
      return answer({ invitation: anInvitation({ role: 'zone_manager_ro' }), link })
    },
  })
  const { user, dialog } = await openTab('Link')
  const count = await dialog.findByLabelText<HTMLInputElement>('How many people may use it')
  await user.clear(count)
  await user.type(count, '12')
  await user.click(dialog.getByLabelText('Zone Manager (RO)'))
  expect([count.disabled, count.value]).toEqual([true, '1'])
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByLabelText('Invitation link')
  expect(inputs).toEqual([{ zoneId: zone.id, role: 'zone_manager_ro', days: 7, maxUses: 1 }])
})

it('a refused link says why', async () => {
  const text = 'You do not have permission to add users to this zone.'
  fakeServer({ ...serve(), 'invitations/create': () => refusal(403, 'ADD_USER_FORBIDDEN', text) })
  const { user, dialog } = await openTab('Link')
  await user.click(await dialog.findByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText(text)).toBeTruthy()
})

it('a pasted list names bad lines and repeated addresses, and says whom it invited', async () => {
  const inputs: { emails: string[] }[] = []
  fakeServer({
    ...serve(),
    'invitations/invite': input => {
      inputs.push(input as { emails: string[] })
      return answer({
        outcomes: [
          { email: 'a@x.example', outcome: 'invited' as const },
          { email: 'b@x.example', outcome: 'member' as const },
        ],
      })
    },
  })
  const { user, dialog } = await openTab('Email')
  await user.click(await dialog.findByLabelText('Email addresses'))
  await user.paste('a@x.example\nBo Lind\nb@x.example, A@x.example')
  expect(dialog.getByText('Not an email address, so left out: line 2 “Bo Lind”.')).toBeTruthy()
  expect(dialog.getByText('Named more than once, invited once: a@x.example.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Invite 2 people' }))
  expect(await dialog.findByText('1 invitation is on its way.')).toBeTruthy()
  expect(dialog.getByText('b@x.example')).toBeTruthy()
  expect(inputs.map(it => it.emails)).toEqual([['a@x.example', 'b@x.example']])
})

it('warns where no mail is sent, and refuses more than 100 addresses', async () => {
  fakeServer(serve([], false))
  const { user, dialog } = await openTab('Email')
  expect(await dialog.findByText(/This installation has no mail server/)).toBeTruthy()
  await user.click(dialog.getByLabelText('Email addresses'))
  await user.paste(Array.from({ length: 101 }, (_, n) => `p${n}@x.example`).join('\n'))
  expect(dialog.getByText('Invite at most 100 people at once.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Invite 101 people' }).disabled).toBe(true)
})

it('lists invitations with their makers and users, and revokes and resends them', async () => {
  const mailed = anInvitation({
    id: '0192f0c0-0000-7000-8000-000000000902',
    email: 'a@x.example',
    mailedAt: '2026-11-20T09:00:00.000Z',
  })
  const calls: unknown[] = []
  fakeServer({
    ...serve([mailed, anInvitation({ maxUses: 30, uses: 22, usedBy: ['Bo Lind', 'Cy Oz'] })]),
    'invitations/resend': input => {
      calls.push(['resend', input.invitationId])
      return answer(mailed)
    },
    'invitations/revoke': input => {
      calls.push(['revoke', input.invitationId])
      return answer({ invitationId: input.invitationId })
    },
  })
  const { user, dialog } = await openTab('Invited')
  const list = within(await dialog.findByRole('list', { name: 'Invitations' }))
  expect(list.getAllByText(/by Ana Ruiz|Ana Ruiz/)).toHaveLength(2)
  expect(list.getByText(/Bo Lind, Cy Oz, and 20 more/)).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Send again to a@x.example' }))
  expect(await screen.findByText('Invitation sent again')).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Revoke invitation: Link for 30 people' }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke invitation' }))
  await user.click(question.getByRole('button', { name: 'Revoke invitation' }))
  expect(calls).toEqual([
    ['resend', mailed.id],
    ['revoke', anInvitation().id],
  ])
})
