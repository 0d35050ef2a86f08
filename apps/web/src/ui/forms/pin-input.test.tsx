import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { PinInput } from './pin-input.tsx'

type FormProps = { start: string; onChange: (value: string) => void; onComplete: (value: string) => void }

function Form({ start, onChange, onComplete }: FormProps) {
  const [value, setValue] = useState(start)
  const change = (next: string) => {
    onChange(next)
    setValue(next)
  }
  return <PinInput label="PIN" value={value} onChange={change} onComplete={onComplete} autoFocus />
}

function setup(start = '') {
  const values: string[] = []
  const onComplete = vi.fn()
  renderUi(<Form start={start} onChange={value => values.push(value)} onComplete={onComplete} />)
  const findBox = (position: number) =>
    screen.getByLabelText(`PIN, digit ${position} of 4`) as HTMLInputElement
  return { box: findBox, onComplete, last: () => values.at(-1), user: userEvent.setup() }
}

it('moves on with every digit and reports when the code is complete', async () => {
  const { box, user, last, onComplete } = setup()
  await user.click(box(1))
  await user.keyboard('1234')
  expect(last()).toBe('1234')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('1234')
  expect(document.activeElement).toBe(box(4))
})

it('focuses the box of the next digit, however late a dialog moves the focus', async () => {
  const { box, user, last } = setup()
  await user.click(box(1))
  await user.keyboard('1')
  document.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  await user.keyboard('234')
  expect(last()).toBe('1234')
})

it('drops everything that is not a digit', async () => {
  const { box, user, last } = setup()
  await user.click(box(1))
  await user.keyboard('a1-b 2')
  expect(last()).toBe('12')
})

it('accepts a pasted code with any separators, and at most four digits', async () => {
  const { box, user, last, onComplete } = setup()
  await user.click(box(1))
  await user.paste('98-76 5')
  expect(last()).toBe('9876')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('9876')
})

it('moves back with Backspace', async () => {
  const { box, user, last } = setup('123')
  await user.click(box(4))
  await user.keyboard('{Backspace}')
  expect(last()).toBe('12')
  expect(document.activeElement).toBe(box(3))
})

it('requests the numeric keyboard and one-time codes on phones', () => {
  const { box } = setup()
  expect(box(1).inputMode).toBe('numeric')
  expect(box(1).autocomplete).toBe('one-time-code')
})
