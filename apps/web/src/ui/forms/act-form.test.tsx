import { TextInput } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderSignedIn } from '../../testing/render.tsx'
import { ActForm } from './act-form.tsx'
import { useActForm } from './use-act-form.ts'

type Values = { name: string; note: string }
type Props = { send: (values: Values) => Promise<unknown>; onClose: () => void }

function GroupForm({ send, onClose }: Props) {
  const form = useActForm({
    draft: 'group',
    values: (): Values => ({ name: '', note: '' }),
    fields: 'groups.create',
    validate: { name: name => (name === '' ? 'A name is required' : null) },
    call: send,
    refused: { NAME_TAKEN: 'name' } as never,
    onClose,
  })
  return (
    <ActForm form={form} label="Create" workingLabel="Creating…" failed="The group couldn’t be created.">
      <TextInput label="Note" {...form.getInputProps('note')} />
      <TextInput label="Name" {...form.getInputProps('name')} />
    </ActForm>
  )
}

async function open(send: Props['send']) {
  fakeServer(createServerHandlers('zone_manager_rw'))
  signIn()
  const onClose = vi.fn()
  const { unmount } = renderSignedIn(<GroupForm send={send} onClose={onClose} />)
  const name = await screen.findByLabelText<HTMLInputElement>(/Name/)
  return { name, onClose, close: unmount, user: userEvent.setup() }
}

it('takes the length of a field, and whether it is required, from the contract', async () => {
  const { name } = await open(async () => undefined)
  expect(name.maxLength).toBe(120)
  expect(name.required).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Note').required).toBe(false)
})

it('sends nothing before the rules pass, and focuses the first field that does not', async () => {
  const send = vi.fn(async () => undefined)
  const { name, user } = await open(send)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(send).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(name)
})

it('marks the field that the server refuses, shows other failures above the fields, and keeps what was typed', async () => {
  const nameTaken = new ORPCError('NAME_TAKEN', { status: 409, defined: true, message: 'The name is taken.' })
  const send = vi
    .fn<Props['send']>()
    .mockRejectedValueOnce(nameTaken)
    .mockRejectedValueOnce(new Error('lost'))
  const { name, onClose, close, user } = await open(send)
  await user.type(name, 'Night shift{Enter}')
  await waitFor(() => expect(screen.getByText('The name is taken.')).toBeTruthy())
  expect(screen.queryByText('The group couldn’t be created.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('The group couldn’t be created.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  close()
  expect((await open(send)).name.value).toBe('Night shift')
  expect(screen.getByText('Draft restored')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
})

it('waits for the response, then closes and forgets the draft', async () => {
  const response = Promise.withResolvers<unknown>()
  const { name, onClose, close, user } = await open(() => response.promise)
  await user.type(name, 'Night shift{Enter}')
  expect(await screen.findByRole('button', { name: 'Creating…' })).toHaveProperty('disabled', true)
  response.resolve(undefined)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  close()
  expect((await open(() => response.promise)).name.value).toBe('')
})
