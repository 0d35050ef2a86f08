import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SettingsPath } from '../../../lib/paths.ts'
import { answer, fakeServer, type Handlers } from '../../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderPage } from '../../../testing/render.tsx'

export const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
export const at = '2026-11-20T09:00:00.000Z'
const phoneUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const aDevice = (sessionId: string, current: boolean) => ({
  sessionId,
  userAgent: phoneUserAgent,
  ipAddress: current ? '192.0.2.1' : '192.0.2.2',
  signedInAt: at,
  lastUsedAt: at,
  current,
})
const answerDevices = () =>
  answer({
    rows: [
      aDevice('0192f0c0-0000-7000-8000-00000000000b', true),
      aDevice('0192f0c0-0000-7000-8000-00000000000a', false),
    ],
    next: null,
  })

export const locationView = {
  key: 'a',
  by: { name: 'Mara Lind', role: 'zone_manager_rw' as const },
  kind: 'live_map',
  zone: { id: enteredZone.id, name: 'North yard' },
  wholeZone: true,
  day: null,
  times: 3,
  lastAt: at,
}
const settingsHandlers: Handlers = {
  'settings/locationLooks': () => answer({ rows: [], next: null }),
  'settings/kept': () =>
    answer({
      kept: [
        { category: 'readings', rows: null, days: 90 },
        { category: 'location_requests', rows: 2, days: null },
      ],
    }),
}

/** Opens a page of the settings, by default the profile of an app user. `of` returns the inputs of all calls to one procedure, in order. */
export async function openSettings(
  handlers: Handlers = {},
  role: Parameters<typeof createServerHandlers>[0] = 'app_user',
  zones = [enteredZone],
  path: SettingsPath | `${SettingsPath}?card=${string}` = '/settings',
  render = renderPage,
) {
  const inputs: [string, unknown][] = []
  const allHandlers: Handlers = {
    ...createServerHandlers(role, zones),
    'auth/devices': answerDevices,
    ...settingsHandlers,
    ...handlers,
  }
  fakeServer(allHandlers, (name, input) => inputs.push([name, input]))
  signIn()
  const app = render(path)
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  const listInputs = (name: string) =>
    inputs.filter(([calledName]) => calledName === name).map(([, input]) => input)
  return { app, user: userEvent.setup(), of: listInputs }
}
/** Opens another page of the settings as an app user. */
export const openSettingsAt = (path: Parameters<typeof openSettings>[3], handlers: Handlers = {}) =>
  openSettings(handlers, 'app_user', [enteredZone], path)

export const answerProfile = (changes: Parameters<typeof aProfile>[0]) => () => answer(aProfile(changes))
export const getSection = (name: string) => within(screen.getByRole('region', { name }))
