import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import { at, emergencyId, zone } from '../testing/an-emergency.ts'
import '../board-page.tsx'
import '../responders/responders-screen.tsx'
import '../responders/links-dialog.tsx'
import '../../reports/public.ts'
import { anEmergency, openBoard, personId } from './testing/open-board.tsx'

it('creates a link for responders, and shows the link and its code once', async () => {
  const { user } = openBoard({
    'responders/links': () => answer({ links: [] }),
    'responders/create': () =>
      answer({
        linkId: personId,
        link: 'https://muster.example/#/responders/secret',
        code: '123456',
        expiresAt: '2036-01-01T00:00:00.000Z',
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Links for responders' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Links for responders' }))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('https://muster.example/#/responders/secret')).toBeTruthy()
  expect(dialog.getByText('123 456')).toBeTruthy()
})

it('shows until when a link for responders refuses codes from an address', async () => {
  const link = {
    ...{ id: personId, createdBy: 'Mia Test', createdAt: at, expiresAt: '2036-01-01T00:00:00.000Z' },
    ...{ opens: 0, openedAt: null, mayRevoke: true },
  }
  const { user } = openBoard({
    'responders/links': () =>
      answer({
        links: [
          { ...link, state: 'locked' as const, lockedUntil: '2036-01-01T00:00:00.000Z' },
          { ...link, id: emergencyId, state: 'blocked' as const, lockedUntil: null },
        ],
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Links for responders' }))
  expect((await screen.findByText(/^Devices at the same address can’t open it until/)).textContent).toContain(
    '2036',
  )
  expect(screen.getByText(/^It no longer accepts codes/)).toBeTruthy()
})

it('opens the list for responders with the code, without an account, and ends with the link', async () => {
  let isEnded = false
  fakeServer({
    'responders/open': input =>
      (input as { code: string }).code === '123456'
        ? answer({ key: 'key', expiresAt: '2036-01-01T00:00:00.000Z' })
        : refusal(403, 'RESPONDER_CODE_WRONG', 'This code is wrong.'),
    'responders/read': () =>
      isEnded
        ? refusal(410, 'RESPONDER_LINK_ENDED', 'Ended')
        : answer({
            board: anEmergency(),
            zones: [],
            inside: [],
            people: [
              {
                ...{
                  id: personId,
                  name: 'Ann Test',
                  phone: '+91 11 5550 0111',
                  state: 'help',
                  why: 'inside',
                },
                ...{ zoneName: zone.name, seenAt: at, needs: '' },
                position: { lat: 47.0000625, lng: 8.0000625, accuracyMeters: 8, at },
              },
            ],
            total: 1,
            at,
            seesAll: true,
            missingOffSite: 0,
            missingUnknown: 0,
            expiresAt: '2036-01-01T00:00:00.000Z',
          }),
  })
  const user = userEvent.setup()
  const app = renderPage('/responders/secret')
  const boxes = await screen.findAllByRole('textbox')
  await user.click(boxes[0] as HTMLElement)
  await user.paste('000000')
  expect(await screen.findByText(/This code is wrong/)).toBeTruthy()
  await user.click(screen.getAllByRole('textbox')[0] as HTMLElement)
  await user.paste('123456')
  expect(await screen.findByText('Ann Test')).toBeTruthy()
  expect(screen.getByText('47.00006, 8.00006 · 8FVC2222+22')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Call Ann Test' }).getAttribute('href')).toBe('tel:+911155500111')
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex')
  app.unmount()
  // A reload of the tab needs no code again, until the link ends.
  isEnded = true
  renderPage('/responders/secret')
  expect(await screen.findByText('This link no longer works')).toBeTruthy()
})
