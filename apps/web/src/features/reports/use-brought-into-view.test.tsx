import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useBroughtIntoView } from './use-brought-into-view.ts'

const scrollIntoView = vi.fn()
let top = 0

function Page() {
  const [chosen, setChosen] = useState(0)
  const { element, bring } = useBroughtIntoView<HTMLDivElement>(chosen)
  const choose = () => {
    bring()
    setChosen(chosen + 1)
  }
  return (
    <>
      <button type="button" onClick={choose}>
        Choose
      </button>
      <button type="button" onClick={() => setChosen(0)}>
        Take back
      </button>
      <div
        ref={row => {
          element.current = row
          if (!row) return
          row.scrollIntoView = scrollIntoView
          row.getBoundingClientRect = () => new DOMRect(0, top, 100, 40)
        }}
      />
    </>
  )
}

it('a selection below the fold is scrolled into view, and a visible one stays in place', () => {
  render(<Page />)
  fireEvent.click(screen.getByText('Choose'))
  expect(scrollIntoView).not.toHaveBeenCalled()
  top = 2_000
  fireEvent.click(screen.getByText('Choose'))
  expect(scrollIntoView).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByText('Take back'))
  expect(scrollIntoView).toHaveBeenCalledOnce()
})
