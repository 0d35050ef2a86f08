import { Button } from '@mantine/core'
import { RouterContextProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAppHistory } from '../../app/app-history.ts'
import { createAppRouter } from '../../app/router.tsx'
import { renderUi } from '../../testing/render.tsx'
import { Select } from '../forms/select.tsx'
import { Menu } from '../layout/menu.tsx'
import { ResponsiveDialog } from './responsive-dialog.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useDialogWorking } from './use-dialog-frame.ts'

type ShelfProps = { working: boolean; keptInAddress: boolean }

/** A dialog containing a menu and a field with a list of options. */
function Shelf({ working, keptInAddress }: ShelfProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Open</Button>
      <ResponsiveDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Shelf"
        keptInAddress={keptInAddress}
      >
        <Working working={working} />
        <Menu>
          <Menu.Target>
            <Button>More</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Rename</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Select label="Order" data={['Newest', 'Oldest']} />
      </ResponsiveDialog>
    </>
  )
}

function Working({ working }: { working: boolean }) {
  useDialogWorking(working)
  return null
}

let isWide = false
let touchPoints = 0
const originalMatchMedia = window.matchMedia
beforeEach(() => {
  isWide = false
  touchPoints = 0
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockImplementation(() => touchPoints)
  vi.spyOn(window, 'matchMedia').mockImplementation(query => ({
    ...originalMatchMedia(query),
    matches: query === '(min-width: 1024px)' && isWide,
    addEventListener() {},
    removeEventListener() {},
  }))
})
afterEach(() => {
  window.location.hash = ''
})

/** Opens the shelf on the page `/groups`, one step after `/documents`. */
async function openShelf({ working = false, keptInAddress = false, steps = ['/documents', '/groups'] } = {}) {
  const history = createAppHistory()
  for (const step of steps) {
    history.push(step)
    // The history would merge two pushes without a flush into one entry.
    history.flush()
  }
  const router = createAppRouter(history)
  renderUi(
    <RouterContextProvider router={router}>
      <Shelf working={working} keptInAddress={keptInAddress} />
    </RouterContextProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Shelf' })
  const goBack = async () => {
    window.history.back()
    // Allows time for the step back and the step that undoes it.
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return { user, back: goBack, history, path: () => window.location.hash, end: () => history.destroy() }
}
const { pushState } = window.history
/** Changes the hash as a link does: adds an entry without a state and fires the event. */
function followFromOutside(hash: string) {
  pushState.call(window.history, null, '', hash)
  window.dispatchEvent(new PopStateEvent('popstate'))
}
const findDialog = () => screen.queryByRole('dialog', { name: 'Shelf' })

it('closes the menu, then the dialog around it, and only then leaves the page', async () => {
  const { user, back, path, end } = await openShelf()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Rename' })
  await back()
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(findDialog()).toBeTruthy()
  await back()
  await waitFor(() => expect(findDialog()).toBeNull())
  expect(path()).toBe('#/groups')
  await back()
  expect(path()).toBe('#/documents')
  end()
})

it('closes the list of a field, and keeps the dialog around it', async () => {
  const { user, back, path, end } = await openShelf()
  await user.click(screen.getByRole('combobox', { name: 'Order' }))
  await screen.findByRole('option', { name: 'Oldest' })
  await back()
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(findDialog()).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Order' }))
  await user.click(await screen.findByRole('option', { name: 'Oldest' }))
  await back()
  await waitFor(() => expect(findDialog()).toBeNull())
  expect(path()).toBe('#/groups')
  end()
})

it('closes nothing while the dialog is sending, and stays on the page', async () => {
  const { back, path, end } = await openShelf({ working: true })
  await back()
  expect(findDialog()).toBeTruthy()
  expect(path()).toBe('#/groups')
  end()
})

it('follows a link from outside, such as one in a push notification, while something is open', async () => {
  const { history, end } = await openShelf({ steps: ['/groups'] })
  followFromOutside('#/alerts')
  await waitFor(() => expect(history.location.pathname).toBe('/alerts'))
  await waitFor(() => expect(findDialog()).toBeNull())
  end()
})

it('closes first on a page opened by a bare hash, and then goes back to the previous page', async () => {
  const { user, back, history, path, end } = await openShelf({ steps: ['/documents'] })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(findDialog()).toBeNull())
  followFromOutside('#/hazards')
  await waitFor(() => expect(history.location.pathname).toBe('/hazards'))
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Shelf' })
  await back()
  await waitFor(() => expect(findDialog()).toBeNull())
  expect(path()).toBe('#/hazards')
  await back()
  expect(path()).toBe('#/documents')
  end()
})

it('a single Back leaves the first page, whichever way the dialog was closed', async () => {
  window.location.hash = '#/outside'
  window.location.hash = '#/groups'
  // Without a state, the app considers this entry its first one.
  window.history.replaceState(null, '')
  const { user, back, path, end } = await openShelf({ steps: [] })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(findDialog()).toBeNull())
  await waitFor(() => expect(window.history.state.overlaid).toBeUndefined())
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Shelf' })
  await waitFor(() => expect(window.history.state.overlaid).toBe(true))
  await back()
  await waitFor(() => expect(findDialog()).toBeNull())
  await waitFor(() => expect(window.history.state.overlaid).toBeUndefined())
  expect(path()).toBe('#/groups')
  await back()
  expect(path()).toBe('#/outside')
  end()
})

/** Two overlays that close in the same moment, such as a dialog and the step of its form. */
function ClosingTogether() {
  const [count, setCount] = useState(1)
  useBackCloses(count > 0, () => setCount(0))
  useBackCloses(count > 1, () => setCount(1))
  return (
    <>
      <Button onClick={() => setCount(2)}>Next</Button>
      <Button onClick={() => setCount(0)}>Done</Button>
    </>
  )
}

it('overlays that close together on the first page do not leave it', async () => {
  window.location.hash = '#/outside'
  window.location.hash = '#/groups'
  window.history.replaceState(null, '')
  const history = createAppHistory()
  // As in a browser, the step back takes effect later.
  const { back } = history
  const goBack = vi.spyOn(history, 'back').mockImplementation(options => {
    setTimeout(() => back(options), 20)
  })
  renderUi(
    <RouterContextProvider router={createAppRouter(history)}>
      <ClosingTogether />
    </RouterContextProvider>,
  )
  await waitFor(() => expect(window.history.state.overlaid).toBe(true))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(goBack).toHaveBeenCalled())
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(goBack).toHaveBeenCalledTimes(1)
  expect(window.location.hash).toBe('#/groups')
  history.destroy()
})

it('a filter chosen from a list on the first page stays, and a single Back leaves the page', async () => {
  window.location.hash = '#/outside'
  window.location.hash = '#/groups'
  window.history.replaceState(null, '')
  const { user, back, history, path, end } = await openShelf({ steps: [] })
  await waitFor(() => expect(window.history.state.overlaid).toBe(true))
  history.replace('/groups?order=oldest')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(findDialog()).toBeNull())
  await waitFor(() => expect(window.history.state.overlaid).toBeUndefined())
  expect(path()).toBe('#/groups?order=oldest')
  await back()
  expect(path()).toBe('#/outside')
  end()
})

it('a link in an open dialog leads away from the first page, and a single Back returns to it', async () => {
  window.location.hash = '#/outside'
  window.location.hash = '#/groups'
  window.history.replaceState(null, '')
  const { user, back, history, path, end } = await openShelf({ steps: [] })
  await waitFor(() => expect(window.history.state.overlaid).toBe(true))
  history.push('/alerts')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(findDialog()).toBeNull())
  expect(path()).toBe('#/alerts')
  await back()
  expect(path()).toBe('#/groups')
  await back()
  expect(path()).toBe('#/outside')
  end()
})

it('closes the dialog first on a wide touch screen', async () => {
  isWide = true
  touchPoints = 5
  const { back, path, end } = await openShelf()
  await back()
  await waitFor(() => expect(findDialog()).toBeNull())
  expect(path()).toBe('#/groups')
  end()
})

it('closes the dialog first on a wide screen without touch', async () => {
  isWide = true
  const { back, path, end } = await openShelf()
  await back()
  await waitFor(() => expect(findDialog()).toBeNull())
  expect(path()).toBe('#/groups')
  end()
})

it('Back leaves the first page on a wide screen without touch', async () => {
  isWide = true
  window.location.hash = '#/outside'
  window.location.hash = '#/groups'
  window.history.replaceState(null, '')
  const { back, path, end } = await openShelf({ steps: [] })
  await back()
  expect(path()).toBe('#/outside')
  end()
})

it('navigates back as usual if the page keeps the open dialog in its URL', async () => {
  const { back, path, end } = await openShelf({ keptInAddress: true })
  await back()
  expect(path()).toBe('#/documents')
  end()
})
