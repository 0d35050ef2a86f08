import { PasswordInput, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { useMarkedForm } from './use-marked-form.ts'

function Form({ onSend = () => undefined }: { onSend?: () => void }) {
  const form = useMarkedForm({
    validateInputOnBlur: true,
    initialValues: { first: '', second: '', again: '' },
    validate: {
      second: value => (value.length < 3 ? 'Too short' : null),
      first: value => (value === '' ? 'First is required' : null),
      again: (value, { second }) => (value === second ? null : 'Not the same'),
    },
  })
  return (
    <form onSubmit={form.onSubmit(onSend)} noValidate>
      <TextInput label="First" {...form.getInputProps('first')} />
      <TextInput label="Second" {...form.getInputProps('second')} />
      <TextInput label="Again" {...form.getInputProps('again')} />
      <button type="submit">Send</button>
      <button type="button" onClick={() => form.refuse('first', 'Taken')}>
        Refuse
      </button>
    </form>
  )
}

it('an invalid field stays marked until it is valid, and the first field by the order of the rules takes the focus', async () => {
  const user = userEvent.setup()
  renderUi(<Form />)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const second = screen.getByLabelText('Second')
  expect(document.activeElement).toBe(second)
  expect(screen.getByText('First is required')).toBeTruthy()
  await user.type(second, 'ab')
  expect(screen.getByText('Too short')).toBeTruthy()
  await user.type(second, 'c')
  expect(screen.queryByText('Too short')).toBeNull()
  // Typing into another field makes this field invalid, and then valid again.
  expect(screen.getByLabelText('Again').getAttribute('aria-invalid')).not.toBe('true')
})

it('a refusal by the server stays while other fields change, and disappears when its own value changes', async () => {
  const user = userEvent.setup()
  renderUi(<Form />)
  await user.type(screen.getByLabelText('First'), 'a')
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First')))
  await user.type(screen.getByLabelText('Second'), 'abc')
  expect(screen.getByText('Taken')).toBeTruthy()
  await user.type(screen.getByLabelText('First'), 'b')
  expect(screen.queryByText('Taken')).toBeNull()
})

it('an error on leaving a field waits until the current press is over, so that nothing moves under the pointer', async () => {
  const user = userEvent.setup()
  renderUi(<Form />)
  await user.click(screen.getByLabelText('First'))
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Send' }) })
  await new Promise(done => setTimeout(done, 50))
  expect(screen.queryByText('First is required')).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]' })
  expect(await screen.findByText('First is required')).toBeTruthy()
})

function BoxesForm() {
  const form = useMarkedForm({
    initialValues: { capacity: '', points: '' },
    validate: {
      points: value => (value === '' ? 'Points are missing' : null),
      capacity: value => (value === '' ? 'Capacity is missing' : null),
    },
  })
  return (
    <form onSubmit={form.onSubmit(() => undefined)} noValidate>
      <TextInput label="Capacity" error={form.errors.capacity} readOnly value="" />
      <div data-field="points">
        <TextInput label="Latitude" error={form.errors.points} readOnly value="" />
      </div>
      <button type="submit">Send</button>
    </form>
  )
}

it('an error without a field name focuses the first marked field, even below another field', async () => {
  const user = userEvent.setup()
  renderUi(<BoxesForm />)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Latitude')))
})

function SecretForm() {
  const form = useMarkedForm({
    initialValues: { secret: '' },
    validate: { secret: value => (value === '' ? 'The password is required' : null) },
  })
  return (
    <form onSubmit={form.onSubmit(() => undefined)} noValidate>
      <PasswordInput label="Secret" {...form.getInputProps('secret')} />
      <button type="submit">Send</button>
    </form>
  )
}

it('an invalid password is marked for screen readers too', async () => {
  const user = userEvent.setup()
  renderUi(<SecretForm />)
  const secret = screen.getByLabelText('Secret')
  expect(secret.hasAttribute('aria-invalid')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(secret.getAttribute('aria-invalid')).toBe('true')
})
