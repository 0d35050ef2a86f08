import { Button } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { renderUi } from '../../testing/render.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DetailDrawer } from './detail-drawer.tsx'
import { ResponsiveDialog } from './responsive-dialog.tsx'

const setWidth = (width: number) =>
  act(() => {
    // This DOM reports a change of a media query only after a first resize event.
    window.dispatchEvent(new Event('resize'))
    window.happyDOM?.setViewport({ width })
  })
afterEach(() => setWidth(1_024))

type Props = { onConfirm: () => Promise<unknown> }

/** A card whose details ask for confirmation before the card is removed. */
function Shelf({ onConfirm }: Props) {
  const [opened, setOpened] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isRemoved, setIsRemoved] = useState(false)
  const remove = async () => {
    await onConfirm()
    setIsRemoved(true)
    setOpened(false)
  }
  return (
    <>
      <h1>Shelf</h1>
      {!isRemoved && <Button onClick={() => setOpened(true)}>Open card</Button>}
      <DetailDrawer opened={opened} onClose={() => setOpened(false)} title="Card" of="card">
        <Button onClick={() => setIsAsking(true)}>Remove</Button>
        <ConfirmDialog
          opened={isAsking}
          onClose={() => setIsAsking(false)}
          title="Remove the card?"
          confirmLabel="Remove card"
          workingLabel="Removing…"
          onConfirm={remove}
          failure={error => (error as Error).message}
        >
          It is gone then.
        </ConfirmDialog>
      </DetailDrawer>
    </>
  )
}

async function openConfirm(props: Props) {
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <Shelf {...props} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open card' }))
  const details = within(await screen.findByRole('region', { name: 'Card' }))
  await user.click(details.getByRole('button', { name: 'Remove' }))
  return { user, question: within(await screen.findByRole('dialog', { name: 'Remove the card?' })) }
}
const listDialogs = () => [
  ...screen.queryAllByRole('dialog'),
  ...screen.queryAllByRole('region', { name: 'Card' }),
]

it('Escape closes one dialog after the other, starting with the confirmation', async () => {
  const { user } = await openConfirm({ onConfirm: async () => undefined })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove the card?' })).toBeNull())
  expect(screen.getByRole('region', { name: 'Card' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(listDialogs()).toHaveLength(0))
})

it('nothing closes while the action runs, so that a refusal is seen', async () => {
  const confirmation = Promise.withResolvers<never>()
  const { user, question } = await openConfirm({ onConfirm: () => confirmation.promise })
  await user.click(question.getByRole('button', { name: 'Remove card' }))
  await question.findByText('Removing…')
  await user.keyboard('{Escape}')
  confirmation.reject(new Error('The last one stays.'))
  expect(await question.findByText('The last one stays.')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Card' })).toBeTruthy()
})

it('the focus moves to the heading when the element that opened the details is gone', async () => {
  const { user, question } = await openConfirm({ onConfirm: async () => undefined })
  await user.click(question.getByRole('button', { name: 'Remove card' }))
  await waitFor(() => expect(listDialogs()).toHaveLength(0))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Shelf'))
})

it('a confirmation stays open while the window narrows, and the details become a sheet once it is closed', async () => {
  const { user, question } = await openConfirm({ onConfirm: async () => undefined })
  setWidth(800)
  expect(screen.getByRole('region', { name: 'Card' })).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('dialog', { name: 'Card' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Card' })).toBeNull()
})

it('text typed into a dialog stays when the phone is turned', async () => {
  setWidth(400)
  renderUi(
    <ResponsiveDialog opened onClose={() => undefined} title="Report">
      <input aria-label="Description" />
    </ResponsiveDialog>,
  )
  await userEvent.type(await screen.findByLabelText('Description'), 'Loose rail')
  setWidth(800)
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Loose rail')
})

it('a form in a dialog does not send the form that opened it', async () => {
  const sent: string[] = []
  const send = (name: string) => (event: React.FormEvent) => {
    event.preventDefault()
    sent.push(name)
  }
  renderUi(
    <form onSubmit={send('outer')}>
      <ResponsiveDialog opened onClose={() => undefined} title="PIN">
        <form onSubmit={send('inner')}>
          <button type="submit">Enter</button>
        </form>
      </ResponsiveDialog>
    </form>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Enter' }))
  expect(sent).toEqual(['inner'])
})
