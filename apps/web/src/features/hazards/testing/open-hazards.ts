import userEvent from '@testing-library/user-event'
import { fakeServer, type Handlers } from '../../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderPage } from '../../../testing/render.tsx'

export const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

export function openPage(
  handlers: Handlers,
  address = '/hazards',
  role: 'app_user' | 'zone_manager_ro' | 'zone_manager_rw' = 'app_user',
) {
  const inputs: [string, unknown][] = []
  fakeServer(
    { ...createServerHandlers(role, [{ ...enteredZone, myRole: role }]), ...handlers },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  return { app: renderPage(address), user: userEvent.setup(), inputs }
}
