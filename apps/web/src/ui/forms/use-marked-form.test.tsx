import { TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { useMarkedForm } from './use-marked-form.ts'

function Form({ onSend = () => undefined }: { onSend?: () => void }) {
  const form = useMarkedForm({
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

it('a wrong field stays marked until it is right, and the first by the order of the rules has the focus', async () => {
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
  // What was typed into another field makes this one wrong, and right.
  expect(screen.getByLabelText('Again').getAttribute('aria-invalid')).not.toBe('true')
})

it('what the server refused has the focus, stays marked while something else is typed, and goes with another value', async () => {
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
