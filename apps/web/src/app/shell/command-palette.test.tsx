import { IconPrinter } from '@tabler/icons-react'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { aMember, peopleServer } from '../../features/users/testing/a-member.ts'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import type { Command } from './commands.ts'
import { toRecentCommand } from './use-recent-choices.ts'
import { keepFound } from './use-search.ts'

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

const findPalette = async () =>
  within(await screen.findByRole('dialog', { name: 'Search pages, people, zones and actions' }))

const hit = (changes: object) => ({ id: 'h1', title: '', text: '', zone: null, at: null, ...changes })

it('finds what the server knows, by kind after the other results, and opens exactly the thing', async () => {
  const inputs: unknown[] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', [{ ...enteredZone, myRole: 'zone_manager_rw' }]),
      ...peopleServer(() => [aMember()]),
      'search/everything': () =>
        answer({
          results: [
            {
              kind: 'people' as const,
              failed: false,
              hits: [hit({ id: aMember().userId, title: 'Bo Lind', text: 'bo.lind@example.org' })],
              more: true,
            },
            { kind: 'documents' as const, failed: true, hits: [], more: false },
          ],
          entryRequired: false,
        }),
    },
    (name, input) => name === 'search/everything' && inputs.push(input),
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
  expect(inputs).toEqual([{ text: 'bo', zoneId: enteredZone.id }])
  const palette = await findPalette()
  expect(palette.getAllByRole('option').at(-2)?.textContent).toContain('Bo Lind')
  expect(screen.getByText('Some results couldn’t be loaded. Try again.')).toBeTruthy()
  await user.keyboard('{End}')
  const selectedId = screen
    .getByRole('combobox', { name: 'Search pages, people, zones and actions' })
    .getAttribute('aria-activedescendant')
  expect(document.getElementById(selectedId ?? '')?.textContent).toBe('See all in People')
  await user.click(screen.getByRole('option', { name: /Bo Lind/ }))
  await waitFor(() => expect(app.router.state.location.href).toBe(`/zone-app-users?user=${aMember().userId}`))
  // The choice is offered again before anything is typed.
  await user.keyboard('{Control>}k{/Control}')
  expect((await findPalette()).getAllByRole('option')[0]?.textContent).toBe('Bo Lind')
})

it('finds an act by a synonym, and opens the call to everyone inside', async () => {
  const { app, user } = await openApp()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(
    await screen.findByRole('combobox', { name: 'Search pages, people, zones and actions' }),
    'evacuation',
  )
  const options = (await findPalette()).getAllByRole('option')
  expect(options.map(option => option.textContent)).toEqual(['Call everyone inside'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(app.path()).toBe('/emergencies?call=true'))
  expect(await screen.findByRole('dialog', { name: 'Call everyone inside' })).toBeTruthy()
})

it('offers a recent act again as it is now, and a page or act that is gone no more', () => {
  const print = vi.fn()
  const act: Command = {
    id: 'act Print',
    group: 'Do',
    label: 'Print',
    icon: IconPrinter,
    address: { to: '/inside' },
    before: print,
  }
  const [recent] = toRecentCommand({ id: act.id, label: 'Print', address: { to: '/old' } }, [act])
  expect(recent).toMatchObject({ id: 'recent act Print', address: { to: '/inside' }, before: print })
  expect(toRecentCommand({ id: act.id, label: 'Print', address: { to: '/old' } }, [])).toEqual([])
  expect(toRecentCommand({ id: '/files', label: 'Files', address: { to: '/files' } }, [])).toEqual([])
  expect(toRecentCommand({ id: 'people p1', label: 'Bo', address: { to: '/people' } }, [])).toHaveLength(1)
})

it('the palette keeps only those results of an earlier text that match the current one', () => {
  const hits = [hit({ title: 'Jo Miller' }), hit({ id: 'h2', title: 'Ann Mills' })]
  const results = [{ kind: 'people' as const, failed: false, hits, more: true }]
  expect(keepFound(results, 'ann')[0]?.hits.map(({ title }) => title)).toEqual(['Ann Mills'])
  expect(keepFound(results, 'xyz')).toMatchObject([{ hits: [], more: false }])
})

it('once the entry has expired, the palette says that the zone is not searched and leads to the PIN', async () => {
  let zone = aZone({ ...enteredZone, myRole: 'zone_manager_rw' })
  fakeServer({
    ...createServerHandlers('zone_manager_rw', [zone]),
    'zones/mine': () => answer({ zones: [zone] }),
    'search/everything': () => {
      zone = { ...zone, entryExpiresAt: null }
      return answer({ results: [], entryRequired: true })
    },
  })
  signIn()
  renderApp('/settings')
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Selected Zone: North yard' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await findPalette()).getByRole('combobox'), 'xyz')
  const option = await screen.findByRole('option', { name: /isn’t searched until you enter your PIN/ })
  await user.click(option)
  expect(await screen.findByRole('dialog', { name: 'Enter North yard' })).toBeTruthy()
})

it('offers a read-only manager no act that they may not do', async () => {
  fakeServer(createServerHandlers('zone_manager_ro', [{ ...enteredZone, myRole: 'zone_manager_ro' }]))
  signIn()
  renderApp('/settings')
  await screen.findByRole('button', { name: 'Selected Zone: North yard' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search pages, people, zones and actions' })
  const labels = (await findPalette()).getAllByRole('option').map(option => option.textContent)
  expect(labels).toContain('Print the list of those inside')
  for (const label of ['Call everyone inside', 'Send New Broadcast', 'Create Zone', 'Check Position'])
    expect(labels).not.toContain(label)
})

it('the palette takes the focus before the next key press, and returns it on closing', async () => {
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
