import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answer, fakeServer, type Handlers } from '../../../testing/fake-server.ts'
import { aProfile, aZone, serverFor, signIn } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render.tsx'

export const entered = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
export const at = '2026-11-20T09:00:00.000Z'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const device = (sessionId: string, current: boolean) => ({
  sessionId,
  userAgent: phone,
  ipAddress: current ? '192.0.2.1' : '192.0.2.2',
  signedInAt: at,
  lastUsedAt: at,
  current,
})
const devices = () =>
  answer({
    rows: [
      device('0192f0c0-0000-7000-8000-00000000000b', true),
      device('0192f0c0-0000-7000-8000-00000000000a', false),
    ],
    next: null,
  })

export const look = {
  key: 'a',
  by: { name: 'Mara Lind', role: 'zone_manager_rw' as const },
  kind: 'live_map',
  zone: { id: entered.id, name: 'North yard' },
  wholeZone: true,
  day: null,
  times: 3,
  lastAt: at,
}
const aboutMe: Handlers = {
  'settings/locationLooks': () => answer({ rows: [], next: null }),
  'settings/kept': () =>
    answer({
      kept: [
        { category: 'readings', rows: null, days: 90 },
        { category: 'location_requests', rows: 2, days: null },
      ],
    }),
}

/** Opens the settings, by default as an app user. Returns the calls and their inputs in order. */
export async function openSettings(
  handlers: Handlers = {},
  role: Parameters<typeof serverFor>[0] = 'app_user',
  zones = [entered],
) {
  const inputs: [string, unknown][] = []
  const all: Handlers = { ...serverFor(role, zones), 'auth/devices': devices, ...aboutMe, ...handlers }
  fakeServer(all, (name, input) => inputs.push([name, input]))
  signIn()
  const app = renderApp('/settings')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  const of = (name: string) => inputs.filter(([called]) => called === name).map(([, input]) => input)
  return { app, user: userEvent.setup(), of }
}
export const saved = (changes: Parameters<typeof aProfile>[0]) => () => answer(aProfile(changes))
export const section = (name: string) => within(screen.getByRole('region', { name }))
