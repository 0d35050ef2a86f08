import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { SearchField } from '../forms/search-field.tsx'
import { DetailDrawer } from './detail-drawer.tsx'
import { useOpensDetails } from './detail-rows.ts'

afterEach(() => vi.restoreAllMocks())

const names = ['Ada', 'Bo', 'Cy']

function Row({ name, isOpen, onOpen }: { name: string; isOpen: boolean; onOpen: () => void }) {
  const rowProps = useOpensDetails(isOpen)
  return (
    <button type="button" dir="auto" onClick={onOpen} {...rowProps}>
      {name}
    </button>
  )
}

/** A list with a search, and the details of one of its rows. */
function People({ first }: { first?: string }) {
  const [openName, setOpenName] = useState(first)
  const [search, setSearch] = useState('')
  return (
    <main>
      <h1>People</h1>
      <SearchField label="Search" value={search} onChange={setSearch} />
      {names.map(name => (
        <Row key={name} name={name} isOpen={name === openName} onOpen={() => setOpenName(name)} />
      ))}
      <DetailDrawer
        opened={openName !== undefined}
        onClose={() => setOpenName(undefined)}
        title={openName ?? ''}
        of={openName}
      >
        <Note />
        <Question onYes={() => setOpenName(undefined)} />
      </DetailDrawer>
    </main>
  )
}

function Note() {
  const [text, setText] = useState('')
  return <input aria-label="Note" value={text} onChange={event => setText(event.currentTarget.value)} />
}

/** A button in a portal over the page, like a dialog, although it belongs to the details. */
function Question({ onYes }: { onYes: () => void }) {
  return createPortal(
    <button type="button" onClick={onYes}>
      Yes
    </button>,
    document.body,
  )
}

const findRow = (name: string) => screen.getByRole('button', { name })
const findPanel = (name: string) => screen.findByRole('region', { name })

it('from 1024 px details appear beside the list: no dialog opens, the focus stays, and the whole list is usable', async () => {
  renderUi(<People />)
  const user = userEvent.setup()
  await user.click(findRow('Ada'))
  await findPanel('Ada')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(findRow('Ada'))
  expect(findRow('Ada').getAttribute('aria-expanded')).toBe('true')
  await user.type(screen.getByRole('searchbox'), 'x')
  await user.click(findRow('Cy'))
  await findPanel('Cy')
  expect(findRow('Ada').getAttribute('aria-expanded')).toBe('false')
})

it('the arrow keys move through the list and the details follow, without state from the previous row', async () => {
  renderUi(<People />)
  const user = userEvent.setup()
  await user.click(findRow('Ada'))
  await user.type(within(await findPanel('Ada')).getByLabelText('Note'), 'for Ada')
  findRow('Ada').focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(findRow('Cy'))
  expect(within(await findPanel('Cy')).getByLabelText<HTMLInputElement>('Note').value).toBe('')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(findRow('Cy'))
  await user.keyboard('{ArrowUp}')
  await findPanel('Bo')
  // The panel's own buttons do the same and keep the focus.
  await user.click(screen.getByRole('button', { name: 'Previous in the list' }))
  await findPanel('Ada')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Previous in the list' }))
})

it('Enter on the open row moves the focus into its details; Escape returns it to the row', async () => {
  renderUi(<People />)
  const user = userEvent.setup()
  findRow('Bo').focus()
  await user.keyboard('{Enter}')
  await findPanel('Bo')
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Bo' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Bo' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(findRow('Bo')))
})

it('a dialog over the details that closes them returns the focus to the row', async () => {
  renderUi(<People />)
  const user = userEvent.setup()
  await user.click(findRow('Bo'))
  await findPanel('Bo')
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  expect(screen.queryByRole('region', { name: 'Bo' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(findRow('Bo')))
})

it('Escape clears a search before it closes the details beside it', async () => {
  renderUi(<People />)
  const user = userEvent.setup()
  await user.click(findRow('Bo'))
  await user.type(screen.getByRole('searchbox'), 'b{Escape}')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(await findPanel('Bo')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Bo' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

it('details opened by a URL take the focus', async () => {
  renderUi(<People first="Cy" />)
  await findPanel('Cy')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Cy' }))
})

it('below 1024 px the details are a dialog over the list', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as never,
  )
  renderUi(<People />)
  await userEvent.click(findRow('Ada'))
  expect(await screen.findByRole('dialog', { name: 'Ada' })).toBeTruthy()
  expect(findRow('Ada').getAttribute('aria-haspopup')).toBe('dialog')
})
