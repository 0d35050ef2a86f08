import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { answer, failNetwork, fakeServer, type Reply, refusal } from '../../testing/fake-server.ts'
import { aProfile, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp, renderPage } from '../../testing/render.tsx'
import {
  answerProfile,
  at,
  enteredZone,
  getSection,
  locationView,
  openSettings,
  openSettingsAt,
} from './testing/open-settings.ts'

it('location views and stored data are listed, and a failure to load is not shown as an empty list', async () => {
  let serverWorks = false
  const { app, user } = await openSettingsAt('/settings/position', {
    'settings/locationLooks': () =>
      serverWorks
        ? answer({
            rows: [
              locationView,
              {
                ...locationView,
                key: 'b',
                by: null,
                kind: 'person_day',
                day: '2026-11-19T12:00:00.000Z',
                times: 1,
              },
              { ...locationView, key: 'c', by: null, kind: 'emergency_responders', times: 1 },
            ],
            next: null,
          })
        : refusal(403, 'FORBIDDEN', 'No'),
  })
  const card = getSection('Who viewed my location')
  expect(await card.findByText('Failed to load views of your location')).toBeTruthy()
  expect(card.queryByText(/Nobody has viewed/)).toBeNull()
  serverWorks = true
  await user.click(card.getByRole('button', { name: /Retry/ }))
  const [first, second, third] = await card.findAllByRole('listitem')
  expect(first?.textContent).toMatch(/Mara Lind.*Viewed the live map · North yard · 3 times within an hour/)
  expect(second?.textContent).toMatch(/Deleted account.*Viewed your day · North yard · Nov 19, 2026/)
  expect(third?.textContent).toMatch(/^Responders \(link\).*Viewed the people of an emergency/)
  act(() => screen.getByRole('link', { name: 'Data about me' }).click())
  expect(app.path()).toBe('/settings/position?card=data')
  const dataSection = within(await screen.findByRole('region', { name: 'Data about me' }))
  expect((await dataSection.findAllByRole('listitem')).map(it => it.textContent)).toEqual([
    'Position readingsFor 90 days',
    'Location requests: 2Up to 90 days after the answer, or until you leave the zone',
  ])
})

it('the user code is hidden until requested, and can be copied', async () => {
  const { user } = await openSettings()
  expect(document.body.textContent).not.toContain('MUS-BCDF')
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(writeText).toHaveBeenCalledWith('MUS-BCDF-GHJK-MNPR')
  expect(await screen.findByText('Code Copied')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show code' }))
  expect(screen.getByText('MUS-BCDF-GHJK-MNPR')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Your user code as a QR code' })).toBeTruthy()
  writeText.mockRejectedValue(new Error('refused'))
  // The button shows "Copied" for two seconds.
  await user.click(screen.getByRole('button', { name: /^(Copied|Copy code)$/ }))
  expect(await screen.findByText('Copy Failed')).toBeTruthy()
})

it('a new code is generated only after confirmation, and a failure is reported', async () => {
  let serverWorks = false
  const { user, of } = await openSettings({
    'settings/regenerateUserCode': () =>
      serverWorks ? answer({ userCode: 'MUS-RRRR-SSSS-TTTT' }) : failNetwork(),
  })
  await user.click(screen.getByRole('button', { name: 'Generate new code' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(of('settings/regenerateUserCode')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Generate new code' }))
  expect(await dialog.findByText('Failed to regenerate code')).toBeTruthy()
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Generate new code' }))
  expect(await screen.findByText('Code Regenerated')).toBeTruthy()
  expect(await screen.findByText('MUS-RRRR-SSSS-TTTT')).toBeTruthy()
})

it('a super admin has no user code', async () => {
  await openSettings({}, 'super_admin', [])
  expect(await screen.findByRole('heading', { name: 'Profile photo' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'My User Code' })).toBeNull()
})

it('the name can be edited, but not the e-mail address or phone number', async () => {
  const handlers = { 'settings/updateProfile': answerProfile({ firstName: 'Anna' }) }
  // With the shell, which shows the new name.
  const { user, of } = await openSettings(handlers, 'app_user', [enteredZone], '/settings', renderApp)
  const infoCard = getSection('Personal info')
  expect((infoCard.getByLabelText('Email') as HTMLInputElement).readOnly).toBe(true)
  expect((infoCard.getByLabelText('Phone') as HTMLInputElement).readOnly).toBe(true)
  const saveButton = infoCard.getByRole('button', { name: 'Save changes' }) as HTMLButtonElement
  expect(saveButton.disabled).toBe(true)
  await user.clear(infoCard.getByLabelText('First name'))
  await user.type(infoCard.getByLabelText('First name'), '  Anna ')
  await user.click(saveButton)
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy()
  expect(of('settings/updateProfile')).toEqual([{ firstName: 'Anna', lastName: 'Ruiz' }])
  await waitFor(() => expect(screen.getAllByText('Anna Ruiz').length).toBeGreaterThan(0))
})

it('text typed while a save is in progress is not lost', async () => {
  const pendingReply = Promise.withResolvers<Reply<'settings/updateProfile'>>()
  const { user } = await openSettings({ 'settings/updateProfile': () => pendingReply.promise })
  const getField = (name: string) => screen.getByLabelText(name) as HTMLInputElement
  await user.clear(getField('First name'))
  await user.type(getField('First name'), 'Anna{Enter}')
  await user.clear(getField('Last name'))
  await user.type(getField('Last name'), 'Prado')
  pendingReply.resolve(answer(aProfile({ firstName: 'Anna' })))
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy()
  expect([getField('First name').value, getField('Last name').value]).toEqual(['Anna', 'Prado'])
  const { id } = aProfile({})
  const openNameDraft = openDraft<{ firstName: string; lastName: string }>('name', id)
  expect(openNameDraft.loadStored({ firstName: '', lastName: '' })).toEqual({ lastName: 'Prado' })
})

it('an empty name is rejected without a request to the server', async () => {
  const { user, of } = await openSettings()
  await user.clear(screen.getByLabelText('First name'))
  await user.click(getSection('Personal info').getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('First name and last name are required')).toBeTruthy()
  expect(of('settings/updateProfile')).toEqual([])
  // Enter in another field moves the focus to the invalid one.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')))
})

it('typed text survives an error and a reload', async () => {
  const { app, user } = await openSettings({ 'settings/updateProfile': failNetwork })
  const contactCard = getSection('Emergency contact')
  await user.type(contactCard.getByLabelText('Name'), 'Luis')
  await user.click(contactCard.getByRole('button', { name: 'Save changes' }))
  // The form shows the error once, and no toast repeats it.
  expect(await screen.findAllByText('Failed to update profile')).toHaveLength(1)
  app.unmount()
  renderPage('/settings')
  await screen.findByRole('heading', { name: 'Emergency contact' })
  expect((getSection('Emergency contact').getByLabelText('Name') as HTMLInputElement).value).toBe('Luis')
})

it('an emergency phone number that cannot be dialled is rejected', async () => {
  const { user, of } = await openSettings({ 'settings/updateProfile': answerProfile({}) })
  const contactCard = getSection('Emergency contact')
  await user.type(contactCard.getByLabelText('Phone'), 'call me maybe{Enter}')
  expect(await contactCard.findByText('Please enter a valid phone number')).toBeTruthy()
  expect(of('settings/updateProfile')).toEqual([])
})

it('the help refers to Change email, which is on the page it opens from', async () => {
  const { app, user } = await openSettings()
  act(() => screen.getByRole('link', { name: 'Help' }).click())
  await screen.findByRole('region', { name: 'Help' })
  await user.click(screen.getByRole('button', { name: 'How do I update my profile?' }))
  expect(await screen.findByText(/To change your email address, use Change email/)).toBeTruthy()
  expect(screen.queryByText(/can’t be changed here/)).toBeNull()
  act(() => app.router.history.back())
  expect(await screen.findByRole('button', { name: 'Change email' })).toBeTruthy()
})

it('clearing fields of the emergency contact removes them', async () => {
  const { user, of } = await openSettings({ 'settings/updateProfile': answerProfile({}) })
  const contactCard = getSection('Emergency contact')
  await user.type(contactCard.getByLabelText('Phone'), ' 112 ')
  await user.click(contactCard.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Profile updated successfully')
  expect(of('settings/updateProfile')).toEqual([
    { emergencyContact: { name: null, phone: '112', relationship: null } },
  ])
})

it('skills are added and removed, without blanks and duplicates', async () => {
  let skills = ['Crane']
  const { user, of } = await openSettings({
    ...createServerHandlers('app_user', [enteredZone]),
    'auth/me': () =>
      answer({
        user: { id: aProfile().id, email: 'ana@example.org', emailVerified: true },
        profile: aProfile({ skills }),
        profileCode: null,
        landing: 'zone-selection',
        consent: 'given' as const,
        session: { id: aProfile().id, expiresAt: at },
        twoStep: { requiredFrom: null, due: false },
      }),
    'settings/updateProfile': input => {
      skills = input.skills ?? []
      return answer(aProfile({ skills }))
    },
  })
  const field = screen.getByLabelText('Add a skill')
  await user.type(field, ' crane {Enter}')
  expect(await screen.findByText('Enter a skill that isn’t in the list yet.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, ' First aid {Enter}')
  expect(await screen.findByText('First aid')).toBeTruthy()
  expect((field as HTMLInputElement).value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Remove Crane' }))
  await waitFor(() => expect(screen.queryByText('Crane')).toBeNull())
  await waitFor(() =>
    expect(of('settings/updateProfile')).toEqual([
      { skills: ['Crane', 'First aid'] },
      { skills: ['First aid'] },
    ]),
  )
})

it('each save builds on the result of earlier ones, even if one of them failed', async () => {
  const allSkills = ['Crane', 'Welding', 'Diving']
  const replies = [failNetwork]
  const { of } = await openSettings({
    'auth/me': () =>
      answer({
        user: { id: aProfile().id, email: 'ana@example.org', emailVerified: true },
        profile: aProfile({ skills: allSkills }),
        profileCode: null,
        landing: 'zone-selection',
        consent: 'given' as const,
        session: { id: aProfile().id, expiresAt: at },
        twoStep: { requiredFrom: null, due: false },
      }),
    'settings/updateProfile': input =>
      replies.shift()?.() ?? answer(aProfile({ skills: input.skills ?? [] })),
  })
  const removeButtons = ['Crane', 'Welding'].map(skill =>
    screen.getByRole('button', { name: `Remove ${skill}` }),
  )
  // Both clicks happen before the next render.
  act(() => {
    for (const button of removeButtons) button.click()
  })
  await waitFor(() => expect(of('settings/updateProfile')).toHaveLength(2))
  expect(of('settings/updateProfile')).toEqual([
    { skills: ['Welding', 'Diving'] },
    { skills: ['Crane', 'Diving'] },
  ])
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Welding' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Remove Crane' })).toBeTruthy()
})

it('a skill that could not be saved disappears, and its text stays in the field', async () => {
  const { user } = await openSettings({ 'settings/updateProfile': failNetwork })
  const field = screen.getByLabelText('Add a skill') as HTMLInputElement
  await user.type(field, 'Welding{Enter}')
  expect(await screen.findAllByText('Failed to update profile')).not.toHaveLength(0)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Welding' })).toBeNull())
  expect(field.value).toBe('Welding')
})

it('the help answers four questions', async () => {
  const { user } = await openSettingsAt('/settings?card=help')
  const helpCard = getSection('Help')
  expect(helpCard.getAllByRole('button')).toHaveLength(4)
  await user.click(helpCard.getByRole('button', { name: 'How do I change my password?' }))
  expect(await helpCard.findByRole('link', { name: 'Forgot Password' })).toBeTruthy()
})

it('the other cards work while the profile is missing', async () => {
  await openSettings({
    'auth/me': () =>
      answer({
        user: { id: aProfile().id, email: 'ana@example.org', emailVerified: true },
        profile: null,
        profileCode: '42P17',
        landing: 'zone-selection',
        consent: 'given' as const,
        session: { id: aProfile().id, expiresAt: at },
        twoStep: { requiredFrom: null, due: false },
      }),
  })
  expect(screen.getByText('Failed to load profile')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Appearance' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign-in' })).toBeTruthy()
})

it.each([
  [
    '/settings/position',
    [
      ['Location consent', 'Given'],
      ['Who viewed my location', 'Nobody has viewed your location.'],
    ],
  ],
  ['/settings/position?card=data', [['Data about me', 'Position readings']]],
  [
    '/settings/sign-in',
    [
      ['Two-step sign-in', 'On'],
      ['Passkeys', 'Phone'],
    ],
  ],
] as const)('%s marks what it shows when it is not live', async (path, textsByCard) => {
  const passkey = { id: enteredZone.id, name: 'Phone', createdAt: at, lastUsedAt: at }
  const consent = { decision: 'given' as const, version: 1, retentionDays: 30, decidedAt: at }
  await openSettingsAt(path, {
    'consents/mine': () => answer({ consent, retentionDays: 30 }),
    'passkeys/list': () => answer({ passkeys: [passkey] }),
    'twoStep/state': () => answer({ since: at, recoveryCodesLeft: 9, hasPassword: true }),
  })
  for (const [cardName, text] of textsByCard) await getSection(cardName).findByText(text)
  act(() => connectionStore.set('offline'))
  expect(await screen.findByText(/^Not live\. This data is from/)).toBeTruthy()
  // Each card is awaited separately, because they do not all update in the same render.
  for (const [cardName, text] of textsByCard)
    await waitFor(() =>
      expect(getSection(cardName).getByText(text).closest('[data-stale]'), cardName).not.toBeNull(),
    )
})

it('every page of the settings links to the others and marks itself', async () => {
  const { app, user } = await openSettings()
  const getLink = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Settings pages' })).getByRole('link', { name })
  for (const [name, path, card] of [
    ['Position and privacy', '/settings/position', 'Download my data'],
    ['Sign-in', '/settings/sign-in', 'Password'],
    ['Notifications', '/settings/notifications', 'Notifications on this device'],
    ['Devices and offline', '/settings/devices', 'Signed-in devices'],
    ['Profile', '/settings', 'Personal info'],
  ] as const) {
    await user.click(getLink(name))
    expect(await screen.findByRole('region', { name: card })).toBeTruthy()
    expect(app.path()).toBe(path)
    expect(getLink(name).getAttribute('aria-current')).toBe('page')
  }
})

it('on a phone a card is a row that opens it under its own address, and Back returns to the rows', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query =>
      ({
        matches: query.startsWith('(max-width: 639'),
        media: query,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  )
  fakeServer(createServerHandlers('app_user'))
  signIn()
  const app = renderPage('/settings')
  expect(await screen.findByRole('region', { name: 'My User Code' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Skills' })).toBeNull()
  act(() => screen.getByRole('link', { name: 'Skills' }).click())
  expect(await screen.findByRole('region', { name: 'Skills' })).toBeTruthy()
  expect(app.path()).toBe('/settings?card=skills')
  expect(screen.queryByRole('region', { name: 'My User Code' })).toBeNull()
  act(() => app.router.history.back())
  expect(await screen.findByRole('region', { name: 'My User Code' })).toBeTruthy()
  vi.restoreAllMocks()
})
