import type { Visit } from '@muster/contract/visitors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import './visitors-page.tsx'

const zone = aZone({ myRole: 'zone_manager_rw', entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const zoneId = zone.id
const at = '2026-11-27T09:41:00.000Z'
const visitIds = ['0192f0c0-0000-7000-8000-000000000501', '0192f0c0-0000-7000-8000-000000000502']
const kioskId = '0192f0c0-0000-7000-8000-000000000503'
const aVisit = (id: string, name: string): Visit => ({
  ...{ id, zoneId, name, company: '', phone: '', host: { id: null, name: '' } },
  ...{ way: 'poster', state: 'inside', expectedOn: null, signedInAt: at, signedOutAt: null, ended: null },
  ...{ noticeAcceptedAt: null, noticeVersion: null, mine: false, badge: '' },
})

function openVisitors(handlers: Handlers = {}, search = '') {
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', [zone]),
      'visitors/list': () =>
        answer({ rows: visitIds.map((id, index) => aVisit(id, `Guest ${index}`)), next: null }),
      'visitors/counts': () => answer({ inside: 140, expected: 0, past: 0 }),
      'visitors/signOutMany': () => answer({ visitors: 2 }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage(`/visitors${search}`)
  const listSignOuts = () => inputs.filter(([name]) => name === 'visitors/signOutMany').map(it => it[1])
  return { user: userEvent.setup(), listSignOuts }
}

it('signs out everybody whom the filter shows, after a question with the number', async () => {
  const { user, listSignOuts } = openVisitors({}, '?way=poster')
  await user.click(await screen.findByRole('button', { name: 'Sign out 140 visitors' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out 140 visitors?' }))
  expect(listSignOuts()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(listSignOuts()).toEqual([{ zoneId, way: 'poster' }]))
})

it('signs out selected visitors', async () => {
  const { user, listSignOuts } = openVisitors()
  expect(await screen.findByText('Guest 0')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Sign out \d/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Select Guest 1' }))
  await user.click(screen.getByRole('button', { name: 'Sign out 1 visitor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out 1 visitor?' }))
  await user.click(dialog.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(listSignOuts()).toEqual([{ zoneId, visitIds: [visitIds[1]] }]))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Select'))
})

it('deselects people whom another filter has hidden', async () => {
  const { user } = openVisitors()
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Select Guest 1' }))
  expect(screen.getByRole('button', { name: 'Sign out 1 visitor' })).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), 'Guest')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out 1 visitor' })).toBeNull())
})

it('treats a search of blanks as no search', async () => {
  openVisitors({}, '?q=%20%20')
  expect(await screen.findByText('Guest 0')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Sign out (\d+ )?visitors$/ })).toBeNull()
})

it('creates no poster while it is unknown whether there is one', async () => {
  const { user } = openVisitors({
    'visitors/settings': () => refusal(404, 'ZONE_NOT_FOUND', 'No settings.'),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Poster' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('button', { name: 'Retry' })).toBeTruthy()
  expect((dialog.getByRole('button', { name: 'Create poster' }) as HTMLButtonElement).disabled).toBe(true)
})

it('offers to sign out everybody who came by it when a poster is replaced', async () => {
  const settings = { notice: '', noticeVersion: 0, keptDays: 30, posterMadeAt: at, posterVisitors: 140 }
  const { user, listSignOuts } = openVisitors({
    'visitors/settings': () => answer(settings),
    'visitors/renewPoster': () => answer({ token: 'p'.repeat(32) }),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Poster' }))
  await user.click(
    await screen.findByRole('checkbox', { name: 'Also sign out 140 visitors who signed in with a poster' }),
  )
  await user.click(screen.getByRole('button', { name: 'Replace poster' }))
  await waitFor(() => expect(listSignOuts()).toEqual([{ zoneId, way: 'poster' }]))
})

it('offers to sign out everybody who signed in there when a kiosk is closed', async () => {
  const kiosk = { id: kioskId, name: 'Gate 1', createdAt: at, startedAt: at, codeExpiresAt: null }
  const { user, listSignOuts } = openVisitors({
    'visitors/kiosks': () => answer({ kiosks: [{ ...kiosk, lastSeenAt: at, visitors: 3 }] }),
    'visitors/closeKiosk': () => answer({ closed: true as const }),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Kiosks' }))
  await user.click(await screen.findByRole('button', { name: 'Close the kiosk “Gate 1”' }))
  await user.click(
    await screen.findByRole('checkbox', { name: 'Also sign out 3 visitors who signed in there' }),
  )
  await user.click(screen.getByRole('button', { name: 'Close kiosk' }))
  await waitFor(() => expect(listSignOuts()).toEqual([{ zoneId, kioskId }]))
})

it('asks before a code is lost that no tablet has used', async () => {
  let lastSeenAt: string | null = null
  const kiosk = {
    id: kioskId,
    name: 'Gate 1',
    createdAt: at,
    startedAt: null,
    codeExpiresAt: at,
    visitors: 0,
  }
  let kiosks: (typeof kiosk & { lastSeenAt: string | null })[] = []
  const { user } = openVisitors({
    'visitors/kiosks': () => answer({ kiosks: kiosks.map(it => ({ ...it, lastSeenAt })) }),
    'visitors/openKiosk': () => {
      kiosks = [{ ...kiosk, lastSeenAt }]
      return answer({ kioskId, code: 'ABCD-EFGH', expiresAt: at })
    },
  })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Kiosks' }))
    return screen.findByRole('dialog', { name: 'Kiosks' })
  }
  await open()
  await user.type(screen.getByLabelText('Where it stands'), 'Gate 1')
  await user.click(screen.getByRole('button', { name: 'Get a code' }))
  expect(await screen.findByText('Waiting for its code')).toBeTruthy()
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('dialog', { name: 'Close without using the code?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('ABCD-EFGH')).toBeTruthy()
  lastSeenAt = at
  // Looks again while the code waits for its tablet.
  expect(await screen.findByText(/^Last seen/, undefined, { timeout: 9_000 })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('ABCD-EFGH')).toBeNull())
}, 15_000)

it('asks before a poster is lost that was not printed', async () => {
  const settings = { notice: '', noticeVersion: 0, keptDays: 30, posterMadeAt: null, posterVisitors: 0 }
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = openVisitors({
    'visitors/settings': () => answer(settings),
    'visitors/renewPoster': () => answer({ token: 'p'.repeat(32) }),
  })
  const make = async () => {
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Poster' }))
    await user.click(await screen.findByRole('button', { name: 'Create poster' }))
    expect(await screen.findByText('Visitors: sign in here')).toBeTruthy()
  }
  await make()
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('dialog', { name: 'Close without printing?' }))
  await user.click(question.getByRole('button', { name: 'Close without printing' }))
  await waitFor(() => expect(screen.queryByText('Visitors: sign in here')).toBeNull())
  await make()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says that the visitors of a closed kiosk are not signed out, and tries that again', async () => {
  const kiosk = { id: kioskId, name: 'Gate 1', createdAt: at, startedAt: at, codeExpiresAt: null }
  let isClosed = false
  let fails = true
  const { user, listSignOuts } = openVisitors({
    'visitors/kiosks': () => answer({ kiosks: isClosed ? [] : [{ ...kiosk, lastSeenAt: at, visitors: 3 }] }),
    'visitors/closeKiosk': () => {
      isClosed = true
      return answer({ closed: true as const })
    },
    'visitors/signOutMany': () => (fails ? failNetwork() : answer({ visitors: 3 })),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Kiosks' }))
  await user.click(await screen.findByRole('button', { name: 'Close the kiosk “Gate 1”' }))
  await user.click(
    await screen.findByRole('checkbox', { name: 'Also sign out 3 visitors who signed in there' }),
  )
  await user.click(screen.getByRole('button', { name: 'Close kiosk' }))
  expect(
    await screen.findByText(
      /^The kiosk is closed, but its visitors couldn’t be signed out/,
      {},
      { timeout: 5_000 },
    ),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/^Last seen/)).toBeNull())
  fails = false
  await user.click(screen.getByRole('button', { name: 'Close kiosk' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close kiosk' })).toBeNull())
  expect(listSignOuts().length).toBeGreaterThan(1)
})

it('undoes the sign-out of one visitor after their row is gone', async () => {
  const [visitId = ''] = visitIds
  const inputs: unknown[] = []
  let isInside = true
  let isBadgeTaken = true
  const { user } = openVisitors({
    'visitors/list': () => answer({ rows: isInside ? [aVisit(visitId, 'Mia Test')] : [], next: null }),
    'visitors/signOut': () => {
      isInside = false
      return answer({ visitId, signedOutAt: at })
    },
    'visitors/undoSignOut': input => {
      inputs.push(input)
      if (isBadgeTaken) return refusal(409, 'VISIT_BADGE_TAKEN', 'Somebody else has this badge.')
      isInside = true
      return answer({ visitId })
    },
  })
  const signOut = async () => {
    await user.click(await screen.findByRole('button', { name: 'Sign out Mia Test' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out Mia Test' })).toBeNull())
    await user.click(undo)
  }
  await signOut()
  expect(await screen.findByText('Mia Test is still signed out')).toBeTruthy()
  expect(screen.getByText('Somebody else has this badge.')).toBeTruthy()
  isInside = true
  isBadgeTaken = false
  await user.type(screen.getByRole('searchbox'), 'Mia')
  await signOut()
  expect(await screen.findByText('Mia Test is signed in again')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Sign out Mia Test' })).toBeTruthy()
  expect(inputs).toEqual(Array(2).fill({ zoneId, visitId, signedOutAt: at }))
})

it('asks who saw a missing visitor, and then offers to undo the sign-out', async () => {
  const [visitId = ''] = visitIds
  const { user } = openVisitors({
    'visitors/signOut': input =>
      (input as { seenBy?: string }).seenBy
        ? answer({ visitId, signedOutAt: at })
        : refusal(409, 'VISITOR_NOT_SEEN', 'Say who saw them leave.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Sign out Guest 0' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Who saw Guest 0?' }))
  await user.type(dialog.getByLabelText(/^Who saw them leave/), 'Gate guard')
  await user.click(dialog.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
})
