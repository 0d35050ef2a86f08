import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { installOffer, watchInstallOffer } from '../../installed/install-offer.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

it('offers installation if the browser supports it, after Muster was used, and not again after "Not now"', async () => {
  watchInstallOffer()
  fakeServer(createServerHandlers('app_user', [aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })]))
  signIn()
  renderApp('/settings/devices')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
  const queryHint = () => screen.queryByRole('complementary', { name: 'Install Muster' })
  expect(queryHint()).toBeNull()
  act(() => installOffer.welcome())
  expect(queryHint()).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(queryHint()).toBeNull()
  // The settings still offer to install the app.
  await userEvent.click(await screen.findByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledTimes(1)
})
