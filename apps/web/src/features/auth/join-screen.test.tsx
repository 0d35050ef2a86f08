import type { ShownInvitation } from '@muster/contract/invitations.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const zone = aZone({ name: 'North yard' })
const anInvitation = (changes: Partial<ShownInvitation> = {}): ShownInvitation => ({
  state: 'open',
  zoneName: 'North yard',
  invitedBy: 'Mona Rey',
  role: 'app_user',
  expiresAt: '2036-01-01T00:00:00.000Z',
  address: null,
  signUp: 'open',
  ...changes,
})
const address = '/join?invitation=abc'
const serve = (changes?: Partial<ShownInvitation>) => ({
  ...createServerHandlers('app_user', [zone]),
  'invitations/preview': () => answer(anInvitation(changes)),
})

it('somebody who is not signed in can sign up or sign in, and returns to the invitation', async () => {
  fakeServer(serve())
  const app = renderApp(address)
  expect(await screen.findByRole('heading', { name: 'Join North yard' })).toBeTruthy()
  expect(screen.getByText(/Mona Rey/).closest('main')?.textContent).toContain('invites you as App User')
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toContain(
    '/signup?join=abc',
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'Sign in to join' }))
  await waitFor(() => expect(app.path()).toMatch(/^\/login\?from=.*join.*abc/))
})

it.each(['invited', 'closed'] as const)('offers no account where sign-up is %s', async signUp => {
  fakeServer(serve({ signUp }))
  renderApp(address)
  expect(await screen.findByText(/No account\?/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull()
})

it('a signed-in person joins with one button and enters the zone next', async () => {
  signIn()
  const inputs: unknown[] = []
  fakeServer({
    ...serve(),
    'invitations/accept': input => {
      inputs.push(input)
      return answer({ zoneId: zone.id, zoneName: zone.name, role: 'app_user' as const })
    },
  })
  const app = renderApp(address)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Join North yard as App User' }))
  await waitFor(() => expect(app.path()).toBe(`/zone-selection?zone=${zone.id}`))
  expect(inputs).toEqual([{ token: 'abc' }])
})

it('an invitation that ended in the meantime says so instead of failing', async () => {
  signIn()
  let state: ShownInvitation['state'] = 'open'
  fakeServer({
    ...serve(),
    'invitations/preview': () => answer(anInvitation({ state })),
    'invitations/accept': () => {
      state = 'revoked'
      return refusal(410, 'INVITATION_ENDED', 'This invitation no longer works. Ask for a new one.', {
        state,
      })
    },
  })
  renderApp(address)
  await userEvent.click(await screen.findByRole('button', { name: /^Join North yard/ }))
  expect(await screen.findByRole('heading', { name: 'This invitation was revoked' })).toBeTruthy()
})

it("the organisation's limit is shown beside the button", async () => {
  signIn()
  const text = 'This organisation has reached its limit for people.'
  fakeServer({ ...serve(), 'invitations/accept': () => refusal(409, 'ORGANISATION_PEOPLE_FULL', text) })
  renderApp(address)
  await userEvent.click(await screen.findByRole('button', { name: /^Join North yard/ }))
  expect(await screen.findByText(text)).toBeTruthy()
})

it.each([
  ['member', 'You already belong to North yard'],
  ['revoked', 'This invitation was revoked'],
  ['used_up', 'This invitation was already used'],
  ['closed', 'This zone is suspended'],
  ['inviter', 'This invitation no longer works'],
  ['removed', 'You were removed from this zone'],
  ['other_address', 'This invitation is for another email address.'],
  ['sees_all', 'You already see this zone'],
] as const)('an invitation that is %s says: %s', async (state, title) => {
  signIn()
  fakeServer(serve({ state, address: 'a…@example.com' }))
  renderApp(address)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
})

it.each([address, '/join'])('an unknown or incomplete link (%s) looks like an expired one', async path => {
  fakeServer(serve({ state: 'expired', zoneName: null, invitedBy: null, role: null, expiresAt: null }))
  renderApp(path)
  expect(await screen.findByRole('heading', { name: 'This invitation has expired' })).toBeTruthy()
})
