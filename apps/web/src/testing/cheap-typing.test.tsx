import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

function Field({ isReplaced = false }: { isReplaced?: boolean }) {
  const [text, setText] = useState('')
  return (
    <input
      aria-label="Text"
      key={isReplaced ? text.length : 0}
      value={text}
      onChange={event => setText(event.target.value)}
    />
  )
}

const readText = () => screen.getByLabelText<HTMLInputElement>('Text').value

it.each([
  ['a session', userEvent.setup().type],
  ['a single call', userEvent.type],
])('a typed text arrives after the text of the field (%s)', async (_, type) => {
  render(<Field />)
  await type(screen.getByLabelText('Text'), 'North')
  await type(screen.getByLabelText('Text'), ' gate 2')
  expect(readText()).toBe('North gate 2')
})

it('a field that is replaced at each letter loses the rest of a typed text', async () => {
  render(<Field isReplaced />)
  await userEvent.setup().type(screen.getByLabelText('Text'), 'North')
  expect(readText()).toBe('N')
})

it('keys in a text are pressed', async () => {
  render(<Field />)
  await userEvent.setup().type(screen.getByLabelText('Text'), 'North{Backspace}')
  expect(readText()).toBe('Nort')
})
