import userEvent from '@testing-library/user-event'
import { fakeServer, type Handlers } from '../../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render.tsx'
import { zone } from './an-emergency.ts'

export function openApp(
  role: 'app_user' | 'zone_manager_rw' | 'zone_manager_ro',
  handlers: Handlers,
  address: string,
) {
  const inputs: [string, Record<string, unknown>][] = []
  fakeServer({ ...createServerHandlers(role, [{ ...zone, myRole: role }]), ...handlers }, (name, input) =>
    inputs.push([name, input as Record<string, unknown>]),
  )
  signIn()
  const app = renderApp(address)
  return { app, inputs, user: userEvent.setup() }
}
