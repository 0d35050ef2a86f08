import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { aMember, anInvited, peopleServer } from '../../features/users/testing/a-member.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { toPeopleCommands } from './people-commands.ts'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })

async function openApp() {
  fakeServer(createServerHandlers('zone_manager_rw', [{ ...enteredZone, myRole: 'zone_manager_rw' }]))
  signIn()
  const app = renderApp('/settings')
  await screen.findByRole('button', { name: 'Selected Zone: North yard' })
  return { app, user: userEvent.setup() }
}

it('opens with Ctrl+K, finds a place by its name and opens it with Enter', async () => {
  const { app, user } = await openApp()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', {
    name: 'Search pages, people, zones and actions',
  })
  expect(screen.getAllByRole('option').map(option => option.textContent)).toContain('App Users')
  await user.type(field, 'alerts')
  expect(
    within(screen.getByRole('dialog'))
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['Alerts'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(app.path()).toBe('/alerts'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('finds a person by name, lists them after the existing results, and opens their details', async () => {
  const queries: unknown[] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', [{ ...enteredZone, myRole: 'zone_manager_rw' }]),
      ...peopleServer(() => [aMember()]),
    },
    (name, input) => name === 'users/inZone' && queries.push(input),
  )
  signIn()
  const app = renderApp('/settings')
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Selected Zone: North yard' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(
    await screen.findByRole('combobox', { name: 'Search pages, people, zones and actions' }),
    'bo',
  )
  await screen.findByRole('option', { name: /Bo Lind/ })
  expect(queries).toEqual([{ zoneId: enteredZone.id, search: 'bo', limit: 6 }])
  expect(screen.getAllByRole('option').at(-1)?.textContent).toContain('Bo Lind')
  await user.click(screen.getByRole('option', { name: /Bo Lind/ }))
  await waitFor(() => expect(app.router.state.location.href).toBe(`/zone-app-users?user=${aMember().userId}`))
})

it('takes the focus before the next key press, and returns it on closing', async () => {
  await openApp()
  const findButton = screen.getByRole('button', { name: /Find a page or action/ })
  findButton.focus()
  // No timer runs, as between two quick key presses.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true })
  await Promise.resolve()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search pages, people, zones and actions')
  vi.useRealTimers()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(findButton))
})

it('shows when there are no results, and Escape closes it', async () => {
  const { user } = await openApp()
  await user.click(screen.getByRole('button', { name: /Find a page or action/ }))
  await user.type(
    await screen.findByRole('combobox', { name: 'Search pages, people, zones and actions' }),
    'xyz',
  )
  expect(await screen.findByText('No results')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('the avatar opens Settings and signs out', async () => {
  const { app, user } = await openApp()
  await user.click(screen.getByRole('button', { name: 'AR: Ana Ruiz’s account' }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByRole('menuitem', { name: 'Settings' })).toBeTruthy()
  fireEvent.click(menu.getByRole('menuitem', { name: 'Sign Out' }))
  await waitFor(() => expect(app.path()).toBe('/login'))
})

it('appears in front of dialogs and drawers, but behind toasts', async () => {
  const { user } = await openApp()
  await user.click(screen.getByRole('button', { name: 'Generate new code' }))
  const readZIndex = (dialog: HTMLElement) => {
    const layer = dialog.closest<HTMLElement>('[style*="z-index"]')
    return Number(layer?.style.getPropertyValue(`--${layer.style.cssText.match(/--(\S*z-index)/)?.[1]}`))
  }
  const dialogZIndex = readZIndex(await screen.findByRole('dialog', { name: 'Generate a new code?' }))
  await user.keyboard('{Control>}k{/Control}')
  const paletteZIndex = readZIndex(
    await screen.findByRole('dialog', { name: 'Search pages, people, zones and actions' }),
  )
  expect(dialogZIndex).toBeGreaterThan(0)
  expect(paletteZIndex).toBeGreaterThan(dialogZIndex)
  // The z-index from base-toaster.module.css.
  expect(paletteZIndex).toBeLessThan(500)
})

it('lists people by name with their email address, or with their code if they have not accepted the invitation', () => {
  const onOpen = vi.fn()
  const people = toPeopleCommands(
    [aMember(), anInvited(), anInvited({ userId: 'u3', firstName: '', lastName: '' })],
    onOpen,
  )
  expect(people.map(({ label, detail }) => [label, detail])).toEqual([
    ['Bo Lind', 'bo.lind@example.org'],
    ['Cy Novak', 'MUS-CCCC-DDDD-EEEE'],
    ['MUS-CCCC-DDDD-EEEE', undefined],
  ])
  people[0]?.run()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(aMember().userId)
})
