import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { putShared } from '../../offline/shared-files.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { aZone, serverFor, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const entered = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

it('says where its content was shared from, and sends nothing by itself', async () => {
  await putShared([], 'Fire in hall two', 'evil.example')
  const calls: string[] = []
  fakeServer(serverFor('app_user', [entered]), name => calls.push(name))
  signIn()
  renderApp('/hazards?report=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  expect(await dialog.findByText('Shared from evil.example: check before you send')).toBeTruthy()
  expect(dialog.getByLabelText(/^Description/)).toHaveProperty('value', 'Fire in hall two')
  expect(calls).not.toContain('hazards/report')
})
