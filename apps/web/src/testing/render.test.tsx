import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from './fake-server.ts'
import { aZone, createServerHandlers, signIn } from './people.ts'
import { renderApp, renderPage } from './render.tsx'

it('a page is rendered without the shell, and the next one with it again', async () => {
  const findPage = () => screen.findByRole('heading', { name: 'Settings', level: 1 })
  const findMenu = () => screen.queryByRole('navigation', { name: 'Main' })
  fakeServer(createServerHandlers('app_user', [aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })]))
  signIn()
  const { unmount } = renderPage('/settings')
  await findPage()
  expect(findMenu()).toBeNull()
  unmount()
  renderApp('/settings')
  await findPage()
  expect(findMenu()).not.toBeNull()
  cleanup()
})
