import { TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderSignedIn } from '../../testing/render.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { useDraftForm } from './use-draft-form.ts'

type SentValues = { requestId: string; reason: string }

let requestCount = 0
const createEmpty = (): SentValues => ({ requestId: `request-${++requestCount}`, reason: '' })

function ReasonForm({ onSend }: { onSend: (values: SentValues) => void }) {
  const { form, draft } = useDraftForm('reason', createEmpty, {})
  return (
    <form
      onSubmit={form.onSubmit(values => {
        onSend(values)
        draft.forget()
      })}
    >
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <TextInput label="Reason" {...form.getInputProps('reason')} />
      <button type="submit">Send</button>
    </form>
  )
}

function GroupForm({ name }: { name: string }) {
  const { form } = useDraftForm('group', () => ({ name, note: '' }), {})
  return (
    <>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Note" {...form.getInputProps('note')} />
    </>
  )
}

/** Opens the form, as after a reload. */
async function openForm() {
  const sentValues: SentValues[] = []
  const { unmount } = renderSignedIn(<ReasonForm onSend={values => sentValues.push(values)} />)
  const field = await screen.findByLabelText<HTMLInputElement>('Reason')
  return { field, close: unmount, sentValues, user: userEvent.setup() }
}

function startServer() {
  requestCount = 0
  fakeServer(createServerHandlers('zone_manager_rw'))
  signIn()
}

it('text survives a reload as a draft that says so, and is sent under its first request id', async () => {
  startServer()
  const first = await openForm()
  expect(screen.queryByText('Draft restored')).toBeNull()
  await first.user.type(first.field, 'Forgot to check out')
  first.close()
  const second = await openForm()
  expect(second.field.value).toBe('Forgot to check out')
  expect(screen.getByText('Draft restored')).toBeTruthy()
  await second.user.click(screen.getByRole('button', { name: 'Send' }))
  expect(second.sentValues).toEqual([{ requestId: 'request-1', reason: 'Forgot to check out' }])
  second.close()
  expect((await openForm()).field.value).toBe('')
})

it('a discarded draft does not return', async () => {
  startServer()
  const first = await openForm()
  await first.user.type(first.field, 'Forgot')
  first.close()
  const second = await openForm()
  await second.user.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(second.field.value).toBe('')
  expect(screen.queryByText('Draft restored')).toBeNull()
  second.close()
  expect((await openForm()).field.value).toBe('')
})

it('text that was deleted again is no draft', async () => {
  startServer()
  const first = await openForm()
  await first.user.type(first.field, 'Fo{Backspace}{Backspace}')
  first.close()
  await openForm()
  expect(screen.queryByText('Draft restored')).toBeNull()
})

it('a restored draft does not undo what somebody else changed meanwhile', async () => {
  startServer()
  const { unmount } = renderSignedIn(<GroupForm name="Day shift" />)
  await userEvent.type(await screen.findByLabelText('Note'), 'Gate 4')
  unmount()
  renderSignedIn(<GroupForm name="Early shift" />)
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Early shift')
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Gate 4')
})
